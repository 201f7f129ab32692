// SPDX-License-Identifier: MIT
// Extractors in JavaScript, one of them a process: runner.mjs NAME. The protocol is that of runner.py.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const modules = process.env.PEERS_MODULES;
const require = createRequire(join(modules, 'package.json'));
const { parseHTML } = await import(pathToFileURL(join(modules, 'node_modules/linkedom/esm/index.js')));

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL OPTION P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(' ')
);

// A line for each block, so that no two words become one.
function textOf(node) {
  if (node.nodeType === 3) return node.nodeValue;
  if (node.nodeType !== 1) return '';
  const inside = [...node.childNodes].map(textOf).join('');
  return BLOCKS.has(node.tagName) ? `\n${inside}\n` : inside;
}

function textOfHtml(html) {
  return html ? textOf(parseHTML(`<!DOCTYPE html><html><body>${html}</body></html>`).document.body) : '';
}

function decode(raw, charset) {
  for (const name of [charset, 'utf-8']) {
    try {
      if (name) return new TextDecoder(name, { fatal: true }).decode(raw);
    } catch { /* the next one */ }
  }
  const declared = /charset=["']?([\w-]+)/i.exec(raw.subarray(0, 4096).toString('latin1'));
  try {
    return new TextDecoder(declared ? declared[1] : 'windows-1252').decode(raw);
  } catch {
    return new TextDecoder('windows-1252').decode(raw);
  }
}

const runners = {
  'readability.js': () => {
    const { Readability } = require('@mozilla/readability');
    return (html) => {
      const { document } = parseHTML(html);
      const article = new Readability(document, { serializer: (element) => element }).parse();
      return article ? textOf(article.content) : '';
    };
  },
  defuddle: async () => {
    const { Defuddle } = await import(pathToFileURL(join(modules, 'node_modules/defuddle/dist/node.js')));
    return async (html, url) => {
      const { document } = parseHTML(html);
      const result = await Defuddle(document, url, { useAsync: false });
      return textOfHtml(result.content);
    };
  },
};

const run = await runners[process.argv[2]]();
for (const name of ['log', 'info', 'debug', 'warn', 'error']) console[name] = () => {};
for await (const line of createInterface({ input: process.stdin })) {
  const [source, target, charset, url] = line.split('\t');
  const raw = readFileSync(source);
  const start = process.cpuUsage();
  let text = '', state = 'ok';
  try {
    text = await run(decode(raw, charset), url);
  } catch (error) {
    state = `${error.name}: ${error.message}`.replace(/\s+/g, ' ').slice(0, 200);
  }
  const used = process.cpuUsage(start);
  writeFileSync(target, text);
  process.stdout.write(`${((used.user + used.system) / 1e6).toFixed(6)}\t${state}\n`);
}
