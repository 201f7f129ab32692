/* SPDX-License-Identifier: MIT */
/* What a person does: Alt+Shift+L, or the button of the extension, begins; a click chooses an element, a key or the menu
 * its class. The class is written into the element, where page.js finds it. While it runs, clicks do not reach the page,
 * but for those with Alt: so that what comes after a click can be labelled, too. */
(() => {
  'use strict';
  const CLASSES = [['r', 'Revealer', 'brings text of this page'], ['i', 'Inner', 'a page of this site'], ['o', 'Outer', 'another site'],
    ['c', 'Closer', 'closes what covers the page'], ['l', 'Language', 'this page in another language'], ['p', 'Pager', 'another part of this text or list'],
    ['k', 'Consent', 'decides about cookies'], ['n', 'None', 'anything else']];
  const MARK = 'data-texttractor-class';
  const LIKELY = 'a[href], area[href], button, summary, input, [role=button], [role=link], [role=tab], [role=menuitem], [onclick], [tabindex]';
  const load = String(Date.now()) + Math.random(), done = []; // [element, its mark before], for undo
  let host = null, ui = null, chosen = null, count = 0;

  const ask = async (message) => {
    const { value, error } = await chrome.runtime.sendMessage(message);
    if (error) throw new Error(error);
    return value;
  };
  const say = (text) => { ui.querySelector('.said').textContent = text; };
  const keep = async (dropped) => {
    try {
      const ids = await ask({ deed: 'keep', address: location.href.split('#')[0], load, dropped });
      count = ids.length;
      say(count + (count === 1 ? ' element' : ' elements') + ' of this page');
      return ids;
    } catch (error) {
      say('Not kept: ' + error.message);
      return [];
    }
  };

  /* The outermost that looks as if it can be clicked, or what has the pointer. */
  const elementOf = (event) => {
    const path = event.composedPath().filter((node) => node instanceof Element);
    let best = null;
    for (const node of path) if (node.matches(LIKELY)) best = node.matches('a[href], button, summary, input, [role=button]') ? node : best || node;
    if (best) return best;
    for (let i = 0; i < path.length; i++)
      if (getComputedStyle(path[i]).cursor === 'pointer' && !(path[i + 1] && getComputedStyle(path[i + 1]).cursor === 'pointer')) return path[i];
    return path[0] || null;
  };
  const show = () => {
    const frame = ui.querySelector('.frame'), menu = ui.querySelector('.menu');
    frame.hidden = menu.hidden = !chosen;
    if (!chosen) return;
    const box = chosen.getBoundingClientRect(), now = chosen.getAttribute(MARK);
    Object.assign(frame.style, { left: box.left - 3 + 'px', top: box.top - 3 + 'px', width: box.width + 'px', height: box.height + 'px' });
    menu.style.left = Math.max(4, Math.min(box.left, innerWidth - 290)) + 'px';
    menu.style.top = (box.bottom + 230 < innerHeight ? box.bottom + 6 : Math.max(4, box.top - 236)) + 'px';
    for (const button of menu.children) button.setAttribute('aria-pressed', String(button.value === now));
  };
  const set = (element, value) => {
    if (value === null) element.removeAttribute(MARK);
    else element.setAttribute(MARK, value);
  };
  const label = async (value) => {
    if (!chosen) return;
    done.push([chosen, chosen.getAttribute(MARK)]);
    set(chosen, value);
    chosen = null;
    show();
    await keep(null);
  };
  const undo = async () => {
    const last = done.pop();
    if (!last) return say('Nothing to undo');
    const before = await keep(null); // with the ids of all that is there
    set(last[0], last[1]);
    await keep(before);
  };
  const save = async () => {
    const lines = await ask({ deed: 'lines' }), link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([lines.map((line) => line + '\n').join('')], { type: 'application/jsonl' }));
    link.download = 'elements.jsonl';
    link.click();
    URL.revokeObjectURL(link.href);
    say(lines.length + (lines.length === 1 ? ' page' : ' pages') + ' saved');
  };

  const isOurs = (event) => event.composedPath()[0] === host || event.composedPath().includes(host);
  const swallow = (event) => {
    if (!host || isOurs(event) || event.altKey || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== 'click') return;
    chosen = elementOf(event);
    show();
  };
  const press = (event) => {
    if (!host || event.ctrlKey || event.metaKey || event.altKey || !event.isTrusted) return;
    const one = CLASSES.find(([key]) => key === event.key);
    const deed = event.key === 'Escape' ? (chosen ? () => { chosen = null; show(); } : stop) : event.key === 'u' ? undo : event.key === 's' ? save : one && chosen ? () => label(one[1]) : null;
    event.stopImmediatePropagation();
    if (!deed) return;
    event.preventDefault();
    Promise.resolve(deed()).catch((error) => ui && say(error.message));
  };
  const CLICKS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'submit'];
  const start = () => {
    host = document.createElement('texttractor-collector');
    ui = host.attachShadow({ mode: 'open' });
    ui.innerHTML = `<style>:host { all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; font: 14px/1.4 sans-serif }
      .frame { position: fixed; border: 3px solid #d60; border-radius: 3px } .menu, .said { position: fixed; background: #fff; color: #111; border: 1px solid #444; box-shadow: 0 2px 8px #0006; pointer-events: auto }
      .menu { width: 280px } .menu button { display: block; width: 100%; text-align: left; border: 0; background: none; padding: 3px 8px; font: inherit; color: inherit; cursor: pointer }
      .menu button:hover, .menu button[aria-pressed=true] { background: #fd9 } kbd { border: 1px solid #888; border-radius: 3px; padding: 0 5px; margin-right: 6px }
      .said { right: 8px; bottom: 8px; padding: 4px 10px } [hidden] { display: none }</style>
      <div class="frame" hidden></div><div class="menu" role="menu" hidden></div><div class="said" role="status">Click an element. u: undo, s: save, Escape: end</div>`;
    for (const [key, name, sentence] of CLASSES) {
      const button = document.createElement('button');
      button.value = name;
      button.innerHTML = '<kbd></kbd><b></b> <span></span>';
      button.children[0].textContent = key;
      button.children[1].textContent = name;
      button.children[2].textContent = sentence;
      button.onclick = () => label(name);
      ui.querySelector('.menu').append(button);
    }
    document.documentElement.append(host);
  };
  const stop = () => {
    host.remove();
    host = ui = chosen = null;
  };
  const toggle = () => (host ? stop() : start());
  for (const type of CLICKS) addEventListener(type, swallow, true); // before those of the page
  addEventListener('keydown', press, true);
  addEventListener('scroll', () => { if (host) show(); }, true);
  chrome.runtime.onMessage.addListener((message) => { if (message === 'toggle') toggle(); });
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || !event.altKey || !event.shiftKey || event.code !== 'KeyL') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    toggle();
  }, true);
})();
