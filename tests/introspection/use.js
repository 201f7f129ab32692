// SPDX-License-Identifier: MIT
// The library from JavaScript: what tests/introspection.sh expects of the page in ARGV[0]. JavaScript has no threads.
imports.gi.versions.Extract = '1';
const { Extract, GLib } = imports.gi;

const parser = Extract.Parser.new();
const classifier = Extract.Classifier.new(Extract.Model.get_default());

function read(page) {
  const document = parser.parse_bytes(page, null, 'https://tides.example/');
  classifier.label(document);
  return document;
}

const [, bytes] = GLib.file_get_contents(ARGV[0]);
const document = read(new GLib.Bytes(bytes));
const blocks = [];
for (let i = 0; i < document.get_n_blocks(); i++)
  blocks.push(document.get_block(i));
print('version', Extract.get_version());
print('blocks', blocks.length);
print('good', blocks.filter(block => block.get_label() === Extract.Label.GOOD).length);
print('first', Extract.label_get_nick(blocks[0].get_label()), blocks[0].get_tag(), blocks[0].get_text());
const metadata = document.get_metadata();
print('title', metadata.get_value(Extract.Field.TITLE, 0));
print('author', metadata.get_value(Extract.Field.AUTHOR, 0));
try {
  read(new GLib.Bytes(new TextEncoder().encode('%PDF-1.7')));
} catch (error) {
  if (error.matches(Extract.error_quark(), Extract.Error.NOT_HTML))
    print('error', error.message);
}
print('text');
// print () ends the line itself.
print(document.to_string(Extract.Format.TEXT, Extract.WriteFlags.DEFAULT).replace(/\n$/, ''));
