/* SPDX-License-Identifier: MIT */
/* Keeps what was labelled, a line for each address. The facts are those of page.js, which is asked in the world of the
 * page, for there the listeners of its elements are known. */
'use strict';

const lineOf = (address) => 'line ' + address;
let queue = Promise.resolve(); // one deed after the other: each reads the line, changes it and writes it

const factsOf = async (tab) => {
  const [{ result }] = await chrome.scripting.executeScript({
    target: { tabId: tab }, world: 'MAIN',
    func: () => window[Symbol.for('texttractor')].labels(20000).filter((one) => one.class),
  });
  return result || [];
};

/* What was labelled now, beside what was labelled in this load of the page before and has gone since. Elements of
 * earlier loads have other ids: a page that is labelled again begins anew. */
const keep = async (tab, address, load, dropped) => {
  const key = lineOf(address), old = (await chrome.storage.local.get(key))[key];
  const all = new Map();
  if (old && old.load === load) for (const one of old.elements) all.set(one.id, one);
  const now = await factsOf(tab);
  if (dropped) {
    const left = new Set(now.map((one) => one.id));
    for (const id of [...all.keys()]) if (dropped.includes(id) && !left.has(id)) all.delete(id);
  }
  for (const one of now) all.set(one.id, one);
  const elements = [...all.values()].sort((a, b) => a.id - b.id);
  if (elements.length === 0) await chrome.storage.local.remove(key);
  else await chrome.storage.local.set({ [key]: { load, elements } });
  return elements.map((one) => one.id);
};

const lines = async () => {
  const all = await chrome.storage.local.get(null), list = [];
  for (const key of Object.keys(all).sort()) {
    if (!key.startsWith('line ')) continue;
    const address = key.slice(5), url = new URL(address);
    list.push(JSON.stringify({ page: url.host + url.pathname + url.search, site: url.host, address, elements: all[key].elements }));
  }
  return list;
};

const deeds = {
  keep: (message, tab) => keep(tab, message.address, message.load, message.dropped),
  lines,
  clear: () => chrome.storage.local.clear(),
};
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (!sender.tab || !Object.hasOwn(deeds, message.deed)) return false;
  queue = queue.then(() => deeds[message.deed](message, sender.tab.id)).then((value) => answer({ value }), (error) => answer({ error: String(error) }));
  return true; // the answer comes later
});
chrome.action.onClicked.addListener((tab) => chrome.tabs.sendMessage(tab.id, 'toggle'));
