#!/bin/bash
# SPDX-License-Identifier: MIT
# What is written of small pages and of pages made to hurt is what its format says, by parsers that are not
# ours: those of Python (json, yaml, expat, csv, html). Speaks TAP; what is not installed is skipped.
set -u
pages=$top_srcdir/tests/pages
corpus=$top_srcdir/tests/fuzz/corpus
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-output.XXXXXX")
trap 'rm -rf "$work"' EXIT

if ! command -v python3 >/dev/null; then
  echo "1..0 # SKIP python3 is not installed"
  exit 0
fi

# Pages: ours, and the seeds of fuzzing without the bytes that choose what to do.
mkdir "$work/pages"
cp "$pages"/*.html "$pages"/segment/*.html "$work/pages"
for seed in "$corpus"/parser/*; do
  tail -c +3 "$seed" >"$work/pages/parser-$(basename "$seed").html"
done
for seed in "$corpus"/output/*; do
  tail -c +2 "$seed" >"$work/pages/output-$(basename "$seed").html"
done
for seed in "$corpus"/metadata/*; do
  { echo "<title>Tides --- of: the {sea}</title><script type='application/ld+json'>"; tail -c +2 "$seed"; } \
    >"$work/pages/metadata-$(basename "$seed").html"
done

cat >"$work/check.py" <<'END'
import csv, glob, html.parser, json, os, sys, xml.parsers.expat
try:
    import yaml
except ImportError:
    yaml = None

def refuse(constant):
    raise ValueError(constant)

def check_json(data):
    json.loads(data, parse_constant=refuse)

def check_lines(data):
    for line in data.splitlines():
        check_json(line)

def check_xml(data):
    xml.parsers.expat.ParserCreate().Parse(data, True)

def check_markdown(data):
    if data.startswith('---\n'):
        values = yaml.safe_load(data[4:data.index('---\n', 4)])
        if values is not None and not isinstance(values, dict):
            raise ValueError('front matter is no mapping')

def check_csv(data):
    rows = list(csv.reader(data.splitlines(True), strict=True))
    if len({len(row) for row in rows}) > 1:
        raise ValueError('rows of different lengths')

class Page(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        if tag in ('script', 'style', 'iframe', 'object', 'embed', 'form', 'base'):
            raise ValueError('<%s>' % tag)
        for name, value in attributes:
            scheme = ''.join(c for c in value or '' if c > ' ').lower()
            if name.startswith('on') or (name in ('href', 'src', 'cite', 'poster', 'srcset') and
                                         scheme.startswith(('javascript:', 'vbscript:', 'data:text/html'))):
                raise ValueError('%s=%s' % (name, value))

def check_html(data):
    page = Page()
    page.feed(data)
    page.close()

checks = {'json': check_json, 'jsonl': check_lines, 'xml': check_xml, 'tei': check_xml, 'html': check_html,
          'markdown': check_markdown, 'csv': check_csv}
name, folder = sys.argv[1:]
if name == 'markdown' and not yaml:
    print('skip')
    sys.exit()
failed = 0
for path in sorted(glob.glob(folder + '/*')):
    try:
        with open(path, encoding='utf-8', newline='') as file:
            data = file.read()
        if data.strip():
            checks.get(name, len)(data)
    except Exception as error:
        print('#', os.path.basename(path), error)
        failed = 1
sys.exit(failed)
END

n=0
failed=0
languages=
"$TEXTTRACTOR" --detect-lang=blocks "$pages/article.html" >/dev/null 2>&1 && languages='--detect-lang=blocks --all'
for format in $("$TEXTTRACTOR" extract --help | sed -n '/^Formats:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  for options in "" "--metadata" "--metadata --all" ${languages:+"$languages"}; do
    n=$((n + 1))
    rm -rf "$work/out"
    mkdir "$work/out"
    # shellcheck disable=SC2086
    "$TEXTTRACTOR" extract -f "$format" $options --output-dir="$work/out" "$work/pages"/*.html 2>"$work/err"
    # Some pages have no main text, or are refused.
    name="$format${options:+ $options}: what is written of $(find "$work/out" -type f | wc -l) pages is valid"
    if said=$(python3 "$work/check.py" "$format" "$work/out" 2>&1) && [ -n "$(ls "$work/out")" ]; then
      if [ "$said" = skip ]; then
        echo "ok $n - $format # SKIP the yaml of python3 is not installed"
      else
        echo "ok $n - $name"
      fi
    else
      echo "not ok $n - $name"
      echo "$said" | sed 's/^#* */# /'
      failed=1
    fi
  done
done
echo "1..$n"
exit $failed
