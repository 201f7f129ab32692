/* SPDX-License-Identifier: MIT */
/* What texttractor sees of a page, and does to it, from within the page. Injected before the scripts of the page, into
 * each of its frames; gives window[Symbol.for('texttractor')].
 *
 *   document --look--> views (what is visible now) --merge--> records (what was ever visible) --write--> HTML
 *
 * The page shares our world and may be hostile: what we need of it is taken before its scripts run, every function
 * answers whatever happens, and work is bounded. */
(() => {
  'use strict';
  const KEY = Symbol.for('texttractor');
  if (window[KEY]) return;

  // ---- Private copies: what the page does to the prototypes later does not reach them.

  const { apply, ownKeys, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
  const { defineProperty, freeze } = Object;
  const { max, min, round, imul } = Math;
  const own = Function.prototype.bind.bind(Function.prototype.call); // own(f)(self, …) is f.call(self, …)
  const method = (type, name) => type && type.prototype[name] ? own(type.prototype[name]) : () => null;
  const reader = (type, name) => {
    const found = type && getOwnPropertyDescriptor(type.prototype, name);
    return found && found.get ? own(found.get) : () => null;
  };
  const safe = (type) => { // the class with its methods copied, so that theirs may be replaced
    class Safe extends type {}
    for (const name of ownKeys(type.prototype))
      if (name !== 'constructor') defineProperty(Safe.prototype, name, getOwnPropertyDescriptor(type.prototype, name));
    setPrototypeOf(Safe.prototype, null);
    return Safe;
  };
  const OwnMap = safe(Map), OwnSet = safe(Set), OwnWeakMap = safe(WeakMap), OwnWeakSet = safe(WeakSet), Ref = safe(WeakRef);

  const firstChild = reader(Node, 'firstChild'), lastChild = reader(Node, 'lastChild');
  const nextSibling = reader(Node, 'nextSibling'), previousSibling = reader(Node, 'previousSibling');
  const parentOf = reader(Node, 'parentNode'), nodeType = reader(Node, 'nodeType'), isConnected = reader(Node, 'isConnected');
  const documentOf = reader(Node, 'ownerDocument'), textContent = reader(Node, 'textContent'), contains = method(Node, 'contains');
  const dataOf = reader(CharacterData, 'data'), localName = reader(Element, 'localName'), namespace = reader(Element, 'namespaceURI');
  const attribute = method(Element, 'getAttribute'), setAttribute = method(Element, 'setAttribute');
  const removeAttribute = method(Element, 'removeAttribute'), attributeNames = method(Element, 'getAttributeNames');
  const boxOf = method(Element, 'getBoundingClientRect'), query = method(Element, 'querySelector'), queryAll = method(Element, 'querySelectorAll');
  const matches = method(Element, 'matches'), scrollIntoView = method(Element, 'scrollIntoView'), checkVisibility = method(Element, 'checkVisibility');
  const scrollHeight = reader(Element, 'scrollHeight'), clientHeight = reader(Element, 'clientHeight'), clientWidth = reader(Element, 'clientWidth');
  const scrollTop = reader(Element, 'scrollTop'), scrollElement = method(Element, 'scrollTo'), openRoot = reader(Element, 'shadowRoot');
  const setInner = method(HTMLElement, 'focus');
  const offsetWidth = reader(HTMLElement, 'offsetWidth'), offsetHeight = reader(HTMLElement, 'offsetHeight'), offsetLeft = reader(HTMLElement, 'offsetLeft');
  const nativeClick = method(HTMLElement, 'click'), assigned = method(HTMLSlotElement, 'assignedNodes'), hostOf = reader(ShadowRoot, 'host');
  const frameDocument = reader(HTMLIFrameElement, 'contentDocument'), rootElement = reader(Document, 'documentElement');
  const windowOf = reader(Document, 'defaultView'), documentAll = method(Document, 'querySelectorAll'), scroller = reader(Document, 'scrollingElement');
  const hrefOf = reader(HTMLAnchorElement, 'href'), inputValue = reader(HTMLInputElement, 'value'), inputType = reader(HTMLInputElement, 'type');
  const readyState = reader(Document, 'readyState'), contentType = reader(Document, 'contentType'), titleOf = reader(Document, 'title');
  const dispatch = method(EventTarget, 'dispatchEvent'), listen = method(EventTarget, 'addEventListener');
  const preventDefault = method(Event, 'preventDefault'), stopNow = method(Event, 'stopImmediatePropagation'), pathOf = method(Event, 'composedPath');
  const isPrevented = reader(Event, 'defaultPrevented');
  const styleOf = window.getComputedStyle.bind(window), now = performance.now.bind(performance);
  const entries = performance.getEntriesByType.bind(performance);
  const styleValue = method(CSSStyleDeclaration, 'getPropertyValue');
  const lengthOf = reader(NodeList, 'length'), itemOf = method(NodeList, 'item');
  const slice = method(String, 'slice'), codeAt = method(String, 'charCodeAt'), lower = method(String, 'toLowerCase');
  const startsWith = method(String, 'startsWith'), indexOf = method(String, 'indexOf'), trim = method(String, 'trim');
  const join = method(Array, 'join'), then = method(Promise, 'then'), Pointer = window.PointerEvent || MouseEvent, Mouse = MouseEvent, Address = URL;
  const location = window.location, document = window.document, parseNumber = Number, text = String;

  // ---- Limits

  const MAX_NODES = 200000; // that one call looks at, and that are remembered
  const MAX_DEPTH = 400; // of elements in each other: our functions call themselves
  const MAX_CHARACTERS = 32000000; // of the texts that are remembered
  const MAX_BYTES = 16000000; // of tree(), if none is said
  const MAX_VALUE = 4000; // of an attribute in tree(): longer ones are pictures

  // ---- What happens in the page

  const started = now();
  const handled = new OwnWeakSet(); // elements that listen to clicks
  const roots = new OwnWeakMap(); // element -> its closed shadow root
  let lastChange = started, inflight = 0, timers = 0, inTimer = 0, nDialogs = 0, nBlocked = 0, guarded = false;
  const changed = () => { lastChange = now(); };

  const observer = new MutationObserver(changed);
  const observe = method(MutationObserver, 'observe');
  // Not "style": what is animated by a script would never be quiet.
  const observed = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'hidden', 'open', 'src', 'aria-expanded', 'aria-hidden'] };
  observe(observer, document, observed);
  try {
    new PerformanceObserver(changed).observe({ type: 'resource', buffered: true });
  } catch { /* the tree alone tells */ }

  const replace = (object, name, make) => {
    try {
      const old = object[name];
      if (typeof old === 'function') defineProperty(object, name, { value: make(old), writable: true, configurable: true, enumerable: true });
    } catch { /* it stays as it is */ }
  };
  replace(window, 'fetch', (old) => function fetch (...all) {
    const answer = apply(old, this, all);
    const done = () => { inflight--; changed(); };
    inflight++;
    then(answer, done, done);
    return answer;
  });
  replace(XMLHttpRequest.prototype, 'send', (old) => function send (...all) {
    const value = apply(old, this, all);
    inflight++;
    listen(this, 'loadend', () => { inflight--; changed(); }, { once: true });
    return value;
  });
  // Short waits that something else than a wait has begun: what comes behind them belongs to it. Chains of waits are
  // clocks, which never end.
  const waiting = new Set(), SHORT = 2000, MAX_WAITING = 50;
  const forget = (id) => { if (waiting.delete(id)) timers--; };
  replace(window, 'setTimeout', (old) => function setTimeout (deed, delay, ...rest) {
    if (inTimer || typeof deed !== 'function' || !(delay > 0 && delay <= SHORT) || timers >= MAX_WAITING) return apply(old, this, [deed, delay, ...rest]);
    const id = apply(old, this, [function (...all) {
      forget(id);
      inTimer++;
      try {
        return apply(deed, this, all);
      } finally {
        inTimer--;
      }
    }, delay, ...rest]);
    waiting.add(id);
    timers++;
    return id;
  });
  replace(window, 'clearTimeout', (old) => function clearTimeout (id) {
    forget(id);
    return apply(old, this, [id]);
  });
  replace(EventTarget.prototype, 'addEventListener', (old) => function addEventListener (...all) {
    const type = all[0];
    if (type === 'click' || type === 'mousedown' || type === 'mouseup' || type === 'pointerdown' || type === 'pointerup')
      try { handled.add(this); } catch { /* called on nothing: the window */ }
    return apply(old, this, all);
  });
  replace(Element.prototype, 'attachShadow', (old) => function attachShadow (...all) {
    const root = apply(old, this, all);
    roots.set(this, root);
    observe(observer, root, observed);
    return root;
  });
  for (const [name, answer] of [['alert', undefined], ['confirm', false], ['prompt', null], ['print', undefined]])
    replace(window, name, () => () => { nDialogs++; return answer; });
  let away = []; // addresses that were prevented
  const noteAway = (address) => {
    try {
      if (away.length < 20) away[away.length] = new Address(text(address), location.href).href;
    } catch { /* no address */ }
  };
  replace(window, 'open', () => (address) => { nDialogs++; nBlocked++; noteAway(address); return null; });
  listen(window, 'beforeunload', (event) => stopNow(event), true); // else the browser asks before it leaves

  // ---- Nothing leads away. From our first click on, for what it sets off may come later; the browser's own way to
  // another address is not asked.

  const isAway = (address) => { // would lead to another document
    try {
      const there = new Address(address, location.href), here = new Address(location.href);
      if (there.protocol === 'javascript:') return false;
      there.hash = here.hash = '';
      return there.href !== here.href;
    } catch {
      return false;
    }
  };
  const keepHere = (element) => { // what would open a window leads away in this one, and that is prevented
    const name = localName(element);
    if ((name === 'a' || name === 'area' || name === 'form') && attribute(element, 'target') !== '_self') setAttribute(element, 'target', '_self');
    if (attribute(element, 'formtarget') !== null) removeAttribute(element, 'formtarget');
  };
  const anchorOf = (event) => {
    for (const node of pathOf(event)) {
      const name = nodeType(node) === 1 ? localName(node) : '';
      if (name === 'a' || name === 'area') return node;
    }
    return null;
  };
  const guard = () => { guarded = true; };
  listen(window, 'click', (event) => {
    try {
      const anchor = guarded && anchorOf(event);
      if (anchor) keepHere(anchor);
    } catch { /* a target that is no node */ }
  }, true);
  listen(window, 'click', (event) => { // at the end of its way: scripts of the page look whether it was prevented
    try {
      const anchor = guarded && !isPrevented(event) && anchorOf(event);
      const address = anchor && attribute(anchor, 'href');
      if (address && (isAway(address) || attribute(anchor, 'download') !== null)) {
        preventDefault(event);
        nBlocked++;
        noteAway(address);
      }
    } catch { /* a target that is no node */ }
  });
  listen(window, 'submit', (event) => {
    if (!guarded) return;
    preventDefault(event);
    nBlocked++;
  }, true);
  replace(HTMLFormElement.prototype, 'submit', (old) => function submit () {
    if (!guarded) return apply(old, this, []);
    nBlocked++;
  });
  replace(HTMLElement.prototype, 'click', (old) => function click () { // of a link that is in no document, too
    if (guarded) try { keepHere(this); } catch { /* not an element */ }
    return apply(old, this, []);
  });
  if (window.navigation)
    listen(window.navigation, 'navigate', (event) => {
      if (!guarded || !event.cancelable || event.hashChange || event.destination.sameDocument) return;
      preventDefault(event);
      nBlocked++;
      noteAway(event.destination.url);
    });

  // ---- What is visible

  const words = (list) => { const set = new OwnSet(); for (const word of list.split(' ')) set.add(word); return set; };
  const UNSEEN = words('head script style template noscript link meta title base object embed canvas svg audio datalist param source track');
  const CLOSED = words('select textarea video iframe img br hr input wbr area col'); // nothing in them is text of the page
  const VOID = words('img br hr input wbr area col');
  const OPTIONS = freeze({ opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true });
  const HIDDEN = 0, SEEN = 1, THROUGH = 2; // THROUGH: itself not, but what is in it may be

  const visibility = (element) => {
    let state = SEEN;
    if (checkVisibility(element, OPTIONS) !== true) {
      const style = styleOf(element);
      const display = styleValue(style, 'display');
      if (display === 'none' || styleValue(style, 'opacity') === '0' || styleValue(style, 'content-visibility') === 'hidden') return HIDDEN;
      if (display !== 'contents' && styleValue(style, 'visibility') !== 'visible') state = THROUGH;
      if (display === 'contents') return styleValue(style, 'visibility') === 'visible' ? SEEN : THROUGH;
    }
    if (namespace(element) !== 'http://www.w3.org/1999/xhtml') return state;
    const width = offsetWidth(element), height = offsetHeight(element);
    if (width <= 1 || height <= 1) { // a closed accordion, or a text for screen readers only
      const style = styleOf(element), flow = styleValue(style, 'overflow');
      if (flow !== 'visible' && styleValue(style, 'display') !== 'inline' && !(flow === 'visible visible')) return HIDDEN;
      const clip = styleValue(style, 'clip');
      if (clip !== 'auto' && clip !== '' && styleValue(style, 'position') === 'absolute') return HIDDEN;
    }
    if (offsetLeft(element) + width < -1000) return HIDDEN; // put aside, for no one to see
    return state;
  };

  const shadowOf = (element) => {
    const root = openRoot(element) || roots.get(element);
    if (root) return root;
    const view = windowOf(documentOf(element));
    if (!view || view === window) return null;
    const other = view[KEY];
    return other && other.shadow ? other.shadow(element) : null;
  };
  const listensToClicks = (element) => {
    if (handled.has(element)) return true;
    const view = windowOf(documentOf(element));
    return !!(view && view !== window && view[KEY] && view[KEY].handles && view[KEY].handles(element));
  };
  const frameRoot = (element) => {
    try {
      const inner = frameDocument(element);
      return inner ? rootElement(inner) : null; // null: of another origin
    } catch {
      return null;
    }
  };
  /* Calls visit for each child as it is rendered: those of the shadow root, those assigned to a slot, the tree of a frame. */
  const eachChild = (element, name, visit) => {
    if (name === 'iframe') {
      const root = frameRoot(element);
      if (root) visit(root);
      return;
    }
    if (name === 'slot') {
      const list = assigned(element) || [];
      if (list.length > 0) {
        for (let i = 0; i < list.length; i++) visit(list[i]);
        return;
      }
    }
    for (let node = firstChild(shadowOf(element) || element); node; node = nextSibling(node)) visit(node);
  };

  /* Words with one space between them, none at the ends; at most n characters. */
  const squeeze = (string, n) => {
    let out = '', start = -1, i = 0;
    for (; i < string.length && out.length < n; i++) {
      const c = codeAt(string, i);
      const space = c === 32 || (c >= 9 && c <= 13) || c === 160;
      if (!space && start < 0) start = i;
      else if (space && start >= 0) {
        out += (out && ' ') + slice(string, start, i);
        start = -1;
      }
    }
    if (start >= 0 && out.length < n) out += (out && ' ') + slice(string, start, i);
    return out.length > n ? slice(out, 0, n) : out;
  };
  const isBlank = (string) => {
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      if (c !== 32 && !(c >= 9 && c <= 13) && c !== 160 && c !== 0x200b && c !== 0xfeff) return false;
    }
    return true;
  };

  // ---- Views: the tree as it is visible now

  const hashText = (string) => {
    let h = string.length;
    const n = min(string.length, 200);
    for (let i = 0; i < n; i++) h = imul(h ^ codeAt(string, i), 16777619);
    return h | 1;
  };
  /* Of a text: {node, tag: '', key: its words, sum, size}. Of an element: {node, tag, kids, sum and size of all texts in it}.
   * gap: white space before it; tail: at its end. */
  const look = () => {
    const work = { left: MAX_NODES, characters: MAX_CHARACTERS, truncated: false };
    const root = { node: null, tag: '#root', kids: [], sum: 0, size: 0, gap: false, tail: false };
    const enter = (node, parent, depth, shown) => {
      if (work.left-- <= 0 || work.characters <= 0 || depth > MAX_DEPTH) {
        work.truncated = true;
        return;
      }
      const type = nodeType(node);
      if (type === 3) {
        if (!shown) return;
        const data = dataOf(node);
        if (isBlank(data)) {
          parent.tail = true;
          return;
        }
        const key = squeeze(data, 1000000);
        const sum = hashText(key);
        work.characters -= data.length;
        parent.kids[parent.kids.length] = { node, tag: '', key, data, sum, size: key.length, gap: parent.tail };
        parent.tail = false;
        parent.sum = (imul(parent.sum, 31) + sum) | 0;
        parent.size += key.length;
        return;
      }
      if (type !== 1) return;
      const name = localName(node);
      if (UNSEEN.has(name)) return;
      const state = visibility(node);
      if (state === HIDDEN) return;
      if (name === 'slot') {
        eachChild(node, name, (child) => enter(child, parent, depth + 1, state === SEEN));
        return;
      }
      const view = { node, tag: name, kids: [], sum: 0, size: 0, gap: parent.tail, tail: false };
      parent.tail = false;
      if (!CLOSED.has(name) || name === 'iframe') eachChild(node, name, (child) => enter(child, view, depth + 1, state === SEEN));
      if (state === THROUGH && view.kids.length === 0) return;
      parent.kids[parent.kids.length] = view;
      parent.sum = (imul(parent.sum, 31) + view.sum) | 0;
      parent.size += view.size;
    };
    const top = rootElement(document);
    if (top) enter(top, root, 0, true);
    root.truncated = work.truncated;
    return root;
  };

  // ---- Records: all that was ever visible, in its place

  const ROW = 2000; // characters of what a list may use anew for its next row
  const records = { node: null, tag: '#root', kids: [], step: 0, sum: 0, size: 0, parent: null, pass: 0 };
  const byNode = new OwnWeakMap(); // node -> its last record
  let nRecords = 0, nCharacters = 0, lastStep = 0, pass = 0, forgot = false;

  const textsOf = (tree, list) => { // the words of its first texts
    for (let i = 0; i < tree.kids.length && list.length < 100; i++) {
      const kid = tree.kids[i];
      if (kid.tag === '') list[list.length] = kid.key;
      else textsOf(kid, list);
    }
    return list;
  };
  const liveTextsOf = (record, list) => { // those that were visible when it was last seen
    for (let i = 0; i < record.kids.length && list.length < 100; i++) {
      const kid = record.kids[i];
      if (kid.pass !== record.pass) continue;
      if (kid.tag === '') list[list.length] = kid.key;
      else liveTextsOf(kid, list);
    }
    return list;
  };
  /* Do they share at least half of the characters of the smaller one? */
  const isAlike = (record, view) => {
    if (record.sum === view.sum) return true;
    if (record.size === 0 || view.size === 0) return true; // it was filled, or emptied
    const counts = new OwnMap();
    let common = 0, before = 0, after = 0;
    for (const key of liveTextsOf(record, [])) {
      counts.set(key, (counts.get(key) || 0) + 1);
      before += key.length;
    }
    for (const key of textsOf(view, [])) {
      const n = counts.get(key) || 0;
      after += key.length;
      if (n > 0) {
        counts.set(key, n - 1);
        common += key.length;
      }
    }
    return common * 2 >= min(before, after);
  };
  const grows = (record, view) => startsWith(view.key, record.key) || startsWith(record.key, view.key);
  const take = (record, view, step, fresh) => { // the record is what the view shows now
    record.node = view.node;
    record.pass = pass;
    record.gap = view.gap;
    record.tail = view.tail;
    byNode.set(view.node, record);
    if (view.tag === '') {
      if (view.size > record.key.length) { // it is being typed
        nCharacters += view.size - record.key.length;
        record.key = view.key;
        record.data = view.data;
      }
    } else {
      if (fresh && (view.tag === 'a' || view.tag === 'img')) record.address = attribute(view.node, view.tag === 'a' ? 'href' : 'src');
      merge(record, view, step);
    }
    record.sum = view.sum;
    record.size = view.size;
  };
  const make = (parent, view, step) => {
    if (nRecords >= MAX_NODES || nCharacters >= MAX_CHARACTERS) {
      forgot = true;
      return null;
    }
    nRecords++;
    const record = { node: view.node, tag: view.tag, kids: view.tag === '' ? null : [], key: view.key, data: view.data, step, sum: 0, size: 0, parent, pass, gap: false, tail: false, address: null };
    if (view.tag === '') {
      found.texts++;
      found.characters += view.size;
      nCharacters += view.size;
    }
    take(record, view, step, true);
    return record;
  };
  let found = { texts: 0, characters: 0 };
  /* Puts what is visible under view into the record. What is gone keeps its place; what is new comes before the next
   * one that is known. Nodes that were made anew, with the texts of others that are gone, are those. */
  const merge = (record, view, step) => {
    const old = record.kids, views = view.kids, known = new Array(views.length);
    const used = new OwnSet(), tags = new OwnMap();
    let n = 0;
    for (let i = 0; i < views.length; i++) tags.set(views[i].tag, (tags.get(views[i].tag) || 0) + 1);
    for (let i = 0; i < views.length; i++) {
      const one = views[i], kept = byNode.get(one.node);
      known[i] = null;
      if (!kept || kept.parent !== record || kept.tag !== one.tag || used.has(kept)) continue;
      if (one.tag === '' ? !grows(kept, one) : kept.sum !== one.sum && tags.get(one.tag) > 1 && max(kept.size, one.size) <= ROW && !isAlike(kept, one)) continue;
      known[i] = kept;
      used.add(kept);
      n++;
    }
    if (n < views.length && n < old.length) n += adopt(record, views, known, used);
    for (let i = 0; i < views.length; i++)
      if (known[i]) take(known[i], views[i], step, false);
    if (n === views.length) return;
    const before = new OwnMap(); // record -> what is new before it; null: at the end
    let next = null;
    for (let i = views.length - 1; i >= 0; i--) {
      if (known[i]) next = known[i];
      else if (before.has(next)) before.get(next)[before.get(next).length] = i;
      else before.set(next, [i]);
    }
    const kids = [];
    const insert = (list) => {
      for (let i = list ? list.length - 1 : -1; i >= 0; i--) {
        const made = make(record, views[list[i]], step);
        if (made) kids[kids.length] = made;
      }
    };
    for (let i = 0; i < old.length; i++) {
      insert(before.get(old[i]));
      kids[kids.length] = old[i];
    }
    insert(before.get(null));
    record.kids = kids;
  };
  const adopt = (record, views, known, used) => {
    const gone = new OwnMap(); // tag and sum -> records, in order
    const rest = [];
    let n = 0;
    for (let i = 0; i < record.kids.length; i++) {
      const kid = record.kids[i], name = kid.tag + kid.sum;
      if (used.has(kid)) continue;
      rest[rest.length] = kid;
      if (gone.has(name)) gone.get(name).list[gone.get(name).list.length] = kid;
      else gone.set(name, { list: [kid], next: 0 });
    }
    for (let i = 0; i < views.length && rest.length > 0; i++) {
      if (known[i]) continue;
      const same = gone.get(views[i].tag + views[i].sum);
      if (!same || same.next >= same.list.length) continue;
      known[i] = same.list[same.next++];
      used.add(known[i]);
      n++;
    }
    let tries = 2000; // of comparing texts
    for (let i = 0; i < views.length; i++) {
      if (known[i] || views[i].tag === '' || views[i].size === 0) continue;
      for (let j = 0; j < rest.length && tries > 0; j++) {
        if (used.has(rest[j]) || rest[j].tag !== views[i].tag || rest[j].size === 0) continue;
        tries--;
        if (!isAlike(rest[j], views[i])) continue;
        known[i] = rest[j];
        used.add(rest[j]);
        n++;
        break;
      }
    }
    return n;
  };
  const collect = (n) => {
    const view = look();
    pass++;
    found = { texts: 0, characters: 0 };
    lastStep = n;
    records.pass = pass;
    merge(records, view, n);
    return { texts: found.texts, characters: found.characters, truncated: view.truncated || forgot };
  };

  // ---- Records as HTML

  const UNWRITTEN = words('style srcdoc nonce hidden aria-hidden inert ping target integrity');
  const SAME = 16; // characters: shorter texts that are there twice may be meant
  class Writer {
    constructor (limit) {
      this.parts = [];
      this.left = limit;
      this.truncated = false;
    }
    put (string) { // not escaped; false when there is no room for it
      let n = string.length;
      for (let i = 0; i < string.length; i++) {
        const c = codeAt(string, i);
        if (c > 127) n += c > 2047 ? 2 : 1; // bytes of UTF-8, at most
      }
      if (n > this.left) {
        this.truncated = true;
        this.left = 0; // nothing smaller comes after what was left out
        return false;
      }
      this.left -= n;
      this.parts[this.parts.length] = string;
      return true;
    }
  }
  const escape = (string) => {
    let out = '', start = 0;
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      const name = c === 38 ? '&amp;' : c === 60 ? '&lt;' : c === 62 ? '&gt;' : c === 34 ? '&quot;' : c === 0 ? '' : null;
      if (name === null) continue;
      out += slice(string, start, i) + name;
      start = i + 1;
    }
    return start === 0 ? string : out + slice(string, start);
  };
  const isName = (string) => {
    if (string.length === 0 || string.length > 60) return false;
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      const letter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
      if (!letter && (i === 0 || !((c >= 48 && c <= 57) || c === 45 || c === 95 || c === 58))) return false;
    }
    return true;
  };
  const openTag = (element, name, step, address) => {
    let out = '<' + name;
    const names = attributeNames(element);
    for (let i = 0; i < names.length && i < 60; i++) {
      const key = lower(names[i]);
      if (!isName(key) || UNWRITTEN.has(key) || startsWith(key, 'on') || startsWith(key, 'data-texttractor-')) continue;
      let value = attribute(element, names[i]) || '';
      if (address !== null && (key === 'href' || key === 'src')) value = address; // the node may show another row now
      if (value.length <= MAX_VALUE) out += ' ' + key + '="' + escape(value) + '"';
    }
    return out + (step > 0 ? ' data-texttractor-step="' + step + '">' : '>');
  };
  /* The step that brought the longest of its own texts. */
  const stepOf = (record, only) => {
    let step = 0, longest = 0;
    for (let i = 0; i < record.kids.length; i++) {
      const kid = record.kids[i];
      if (kid.tag !== '' || (only && kid.pass !== pass) || kid.key.length <= longest) continue;
      longest = kid.key.length;
      step = kid.step;
    }
    return step;
  };
  /* Texts that are gone, but stand elsewhere: the tree was made anew in another shape. A subtree all of whose longer
   * texts are such is left out. */
  const isRepeated = (record, live) => {
    let n = 0, all = true;
    const ask = (kid) => {
      if (!all) return;
      if (kid.tag !== '') for (let i = 0; i < kid.kids.length; i++) ask(kid.kids[i]);
      else if (kid.key.length >= SAME) {
        n++;
        all = live.has(kid.key);
      }
    };
    ask(record);
    return all && n > 0;
  };
  const writeRecord = (writer, record, only, live, gone) => {
    if (writer.truncated) return;
    const isGone = record.pass !== pass;
    if (isGone && only) return;
    if (isGone && !gone && record.tag !== '' && isRepeated(record, live)) return;
    if (record.gap) writer.put(' ');
    if (record.tag === '') {
      if (isGone && record.key.length >= SAME) {
        if (live.has(record.key)) return;
        live.add(record.key);
      }
      writer.put(escape(record.data) + (isGone ? ' ' : ''));
      return;
    }
    let name = record.tag;
    if (name === 'html' || name === 'body' || name === 'iframe' || !isName(name)) name = 'div'; // html and body of frames
    const closing = '</' + name + '>', isVoid = VOID.has(name);
    if (!isVoid && writer.left < closing.length) {
      writer.truncated = true;
      return;
    }
    if (!isVoid) writer.left -= closing.length; // so that all that is opened can be closed
    if (!writer.put(openTag(record.node, name, stepOf(record, only), record.address))) return;
    for (let i = 0; i < record.kids.length; i++) writeRecord(writer, record.kids[i], only, live, gone || isGone);
    if (isVoid) return;
    writer.parts[writer.parts.length] = (record.tail ? ' ' : '') + closing;
  };
  const writeHead = (writer) => {
    const list = documentAll(document, 'title, meta, base, link[rel~="canonical" i], link[rel~="alternate" i], script[type="application/ld+json" i]');
    let titled = false;
    for (let i = 0; i < lengthOf(list) && i < 1000; i++) {
      const element = itemOf(list, i), name = localName(element);
      if (name === 'meta' && attribute(element, 'charset') !== null) continue; // what we give is UTF-8
      if (name === 'meta' && attribute(element, 'http-equiv') !== null) continue;
      if (name === 'title') {
        if (!titled) writer.put('<title>' + escape(titleOf(document) || '') + '</title>');
        titled = true;
      } else if (name === 'script') {
        const data = textContent(element) || '', small = lower(data);
        if (data.length < 1000000 && indexOf(small, '</script') < 0 && indexOf(small, '<!--') < 0) writer.put('<script type="application/ld+json">' + data + '</script>');
      } else {
        writer.put(openTag(element, name, 0, null));
      }
    }
  };
  const tree = (collected, limit) => {
    const only = collected !== 'steps';
    const { truncated } = collect(lastStep);
    const writer = new Writer(limit > 0 ? limit : MAX_BYTES);
    const live = new OwnSet();
    const note = (record) => {
      if (record.pass !== pass) return;
      if (record.tag === '') live.add(record.key);
      else for (let i = 0; i < record.kids.length; i++) note(record.kids[i]);
    };
    if (!only) note(records);
    const root = rootElement(document);
    const END = '</head><body></body></html>';
    writer.left -= END.length;
    if (writer.put('<!DOCTYPE html>' + (root ? openTag(root, 'html', 0, null) : '<html>') + '<head><meta charset="utf-8">')) {
      writeHead(writer);
      writer.parts[writer.parts.length] = '</head>';
      // html and body are what they are, not divisions; a page may have made them anew.
      let body = null;
      for (const top of records.kids)
        for (let i = 0; top.tag === 'html' && i < top.kids.length; i++)
          if (top.kids[i].tag === 'body' && (!body || top.kids[i].pass === pass)) body = top.kids[i];
      if (body && writer.put(openTag(body.node, 'body', stepOf(body, only), null))) {
        for (const top of records.kids)
          for (let i = 0; i < (top.kids ? top.kids.length : 0); i++) {
            const kid = top.kids[i];
            if (kid.tag !== 'body') writeRecord(writer, kid, only, live, false);
            else if (!only || kid.pass === pass) for (let j = 0; j < kid.kids.length; j++) writeRecord(writer, kid.kids[j], only, live, false);
          }
      } else {
        writer.parts[writer.parts.length] = '<body>';
      }
      writer.parts[writer.parts.length] = '</body></html>';
    }
    return { html: join(writer.parts, ''), truncated: truncated || writer.truncated, title: titleOf(document) || '', address: location.href };
  };

  // ---- Elements that can be clicked

  const STRONG = 'a[href], area[href], button, summary, input[type=button], input[type=submit], input[type=image], input[type=reset], [role=button], [role=link], ' +
                 '[role=tab], [role=menuitem], [role=option], [role=switch], [role=treeitem]';
  const WEAK = '[onclick], [onmousedown], [tabindex]:not([tabindex="-1"])';
  const KINDS = words('dialog nav footer header main article aside form li table ul ol dl section figure details summary label menu blockquote h1 h2 h3 h4');
  const ROLES = words('dialog alertdialog navigation contentinfo banner main article complementary form search listitem table list menu menubar tablist tabpanel toolbar region feed tree grid');
  const BLOCKS = words('p li td th div section article main aside header footer nav ul ol dl dt dd table tr blockquote form figure body html details summary h1 h2 h3 h4 h5 h6 pre');
  const TEXTS = 300; // characters: what has more is a container, not a control
  const byId = new OwnMap(), ids = new OwnWeakMap();
  let nIds = 0;

  const idOf = (element) => {
    let id = ids.get(element);
    if (!id) {
      id = ++nIds;
      ids.set(element, id);
      byId.set(id, new Ref(element));
    }
    return id;
  };
  const elementOf = (id) => {
    const ref = byId.get(parseNumber(id));
    return ref ? ref.deref() || null : null;
  };
  const upOf = (node) => { // through shadow roots and out of frames
    const parent = parentOf(node);
    if (parent && nodeType(parent) === 11) return hostOf(parent);
    if (parent && nodeType(parent) === 9) {
      const view = windowOf(parent);
      try {
        return view && view !== window ? view.frameElement : null;
      } catch {
        return null;
      }
    }
    return parent;
  };
  const cut = (string, n) => (string ? slice(text(string), 0, n) : '');
  const visibleText = (view, n) => { // of a view, at most n characters
    let out = '';
    const add = (kid) => {
      if (out.length >= n) return;
      if (kid.tag === '') out += (out && ' ') + slice(kid.key, 0, n);
      else for (let i = 0; i < kid.kids.length; i++) add(kid.kids[i]);
    };
    add(view);
    return slice(out, 0, n);
  };
  /* The text beside an element, up to the borders of its block. Looks at few nodes. */
  const beside = (element, back, n) => {
    let out = '', left = 40, node = element;
    const turn = back ? previousSibling : nextSibling;
    while (left-- > 0 && out.length < n) {
      const next = turn(node);
      if (!next) {
        node = parentOf(node);
        if (!node || nodeType(node) !== 1 || BLOCKS.has(localName(node))) break;
        continue;
      }
      node = next;
      let piece = '';
      if (nodeType(node) === 3) piece = dataOf(node);
      else if (nodeType(node) === 1 && !UNSEEN.has(localName(node))) piece = shortText(node, n);
      piece = squeeze(back ? slice(piece, -4 * n) : piece, 4 * n);
      if (piece) out = back ? piece + (out && ' ') + out : out + (out && ' ') + piece;
    }
    return back ? slice(out, -n) : slice(out, 0, n);
  };
  const shortText = (element, n) => { // not textContent, which may be the whole page
    let out = '', left = 60;
    const add = (node) => {
      if (left-- <= 0 || out.length > 4 * n) return;
      if (nodeType(node) === 3) out += dataOf(node) + ' ';
      else if (nodeType(node) === 1 && !UNSEEN.has(localName(node)))
        for (let kid = firstChild(node); kid && left > 0; kid = nextSibling(kid)) add(kid);
    };
    add(element);
    return out;
  };
  const attributesOf = (element) => {
    const all = {}, names = attributeNames(element);
    let n = 0;
    for (let i = 0; i < names.length && n < 30; i++) {
      if (startsWith(names[i], 'data-texttractor-') || names[i] === '__proto__') continue;
      all[slice(names[i], 0, 100)] = cut(attribute(element, names[i]), 300);
      n++;
    }
    return all;
  };
  const addressOf = (element) => {
    const value = attribute(element, 'href');
    if (value === null) return '';
    try {
      return cut(hrefOf(element), 2000);
    } catch { // an area, or one of SVG
      try {
        return cut(new Address(value, location.href).href, 2000);
      } catch {
        return '';
      }
    }
  };
  const collectElements = (most, withClass) => {
    const limit = most > 0 ? min(most, 20000) : 2000;
    const width = window.innerWidth, height = window.innerHeight, list = [];
    const top = scroller(document) || rootElement(document);
    const pageSize = [round(max(width, top ? boxOf(top).width : 0)), round(top ? scrollHeight(top) : height)];
    const host = location.host, root = rootElement(document);
    const language = cut((root && attribute(root, 'lang')) || '', 40);
    const facts = new OwnMap(); // element -> what it and its ancestors are on the screen
    const frames = new OwnMap(); // document -> its place on the page
    const placeOf = (inner) => {
      if (inner === document) return [window.scrollX, window.scrollY];
      let place = frames.get(inner);
      if (place) return place;
      const view = windowOf(inner), frame = view && view.frameElement;
      place = [0, 0];
      if (frame) {
        const box = boxOf(frame), above = placeOf(documentOf(frame));
        place = [box.left + above[0], box.top + above[1]];
      }
      frames.set(inner, place);
      return place;
    };
    const factsOf = (element, depth) => {
      let fact = facts.get(element);
      if (fact) return fact;
      const up = depth < MAX_DEPTH ? upOf(element) : null;
      const above = up ? factsOf(up, depth + 1) : { fixed: false, cover: 0, z: 0, depth: 0, inside: [] };
      const style = styleOf(element), position = styleValue(style, 'position'), name = localName(element);
      const role = attribute(element, 'role');
      fact = { fixed: above.fixed || position === 'fixed' || position === 'sticky', cover: above.cover, z: above.z, depth: above.depth + 1, inside: above.inside };
      const index = parseNumber(styleValue(style, 'z-index'));
      if (index > fact.z) fact.z = index;
      if (above.cover === 0 && (position === 'fixed' || position === 'absolute' || name === 'dialog' || role === 'dialog')) {
        const box = boxOf(element);
        const w = min(box.right, width) - max(box.left, 0), h = min(box.bottom, height) - max(box.top, 0);
        if (w > 0 && h > 0) fact.cover = round(w * h / (width * height) * 1000) / 1000;
      }
      if (KINDS.has(name) || (role && ROLES.has(role))) {
        fact.inside = role && ROLES.has(role) ? [role] : [name];
        if (role && ROLES.has(role) && KINDS.has(name) && name !== role) fact.inside[1] = name;
        for (let i = 0; i < above.inside.length && fact.inside.length < 8; i++) fact.inside[fact.inside.length] = above.inside[i];
      }
      facts.set(element, fact);
      return fact;
    };
    const describe = (view, isHandled, pointer) => {
      const element = view.node, box = boxOf(element), place = placeOf(documentOf(element)), name = view.tag;
      const fact = factsOf(element, 0), parent = upOf(element);
      const around = parent ? factsOf(parent, 0) : fact;
      const parents = [];
      for (let up = parent, i = 0; up && i < 2; up = upOf(up), i++)
        for (const key of ['class', 'id']) {
          const value = trim(cut(attribute(up, key), 200));
          if (value) parents[parents.length] = value;
        }
      let siblings = 0, index = 0;
      const inner = parentOf(element);
      for (let kid = inner ? firstChild(inner) : element, left = 500; kid && left > 0; kid = nextSibling(kid), left--) {
        if (kid === element) index = siblings;
        if (nodeType(kid) === 1 && localName(kid) === name) siblings++;
      }
      let words = visibleText(view, 200);
      if (!words && name === 'input') words = cut(inputValue(element), 200);
      const picture = words ? null : query(element, '[alt], [aria-label], [title]');
      const tried = words ? [] : [[element, 'aria-label'], [element, 'title'], [element, 'alt'], [picture, 'alt'], [picture, 'aria-label'], [picture, 'title']];
      for (let i = 0; i < tried.length && !words; i++) words = tried[i][0] ? squeeze(cut(attribute(tried[i][0], tried[i][1]), 400), 200) : '';
      const images = queryAll(element, 'img, svg');
      const one = { id: idOf(element), tag: name, attributes: attributesOf(element), text: words, href: addressOf(element), handler: isHandled, cursor: pointer,
        box: [round(box.left + place[0]), round(box.top + place[1]), round(box.width), round(box.height)], view: [width, height], page: pageSize,
        fixed: fact.fixed, cover: fact.cover, z: min(fact.z, 2147483647), depth: fact.depth, siblings, index, inside: around.inside,
        parent: cut(join(parents, ' '), 200), before: beside(element, true, 100), after: beside(element, false, 100),
        images: lengthOf(images), host, lang: language, input: name === 'input' ? cut(inputType(element), 40) : '', expanded: cut(attribute(element, 'aria-expanded'), 20) };
      if (withClass) one.class = cut(attribute(element, 'data-texttractor-class'), 40);
      return one;
    };
    const isContainer = (view) => { // listens for what is in it
      if (view.tag === 'html' || view.tag === 'body' || view.size > TEXTS || query(view.node, STRONG)) return true;
      const box = boxOf(view.node);
      return view.size > 0 && box.width * box.height > width * height / 2;
    };
    let inner = 0; // weak ones below
    const countWeak = (view, pointer) => {
      for (let i = 0; i < view.kids.length && inner < 2; i++) {
        const kid = view.kids[i];
        if (kid.tag === '') continue;
        const points = styleValue(styleOf(kid.node), 'cursor') === 'pointer';
        if (listensToClicks(kid.node) || matches(kid.node, WEAK) || (points && !pointer)) inner++;
        countWeak(kid, points);
      }
    };
    const visit = (view, above) => {
      if (view.tag === '' || list.length >= limit) return;
      let pointer = above;
      if (view.node) {
        const element = view.node;
        pointer = styleValue(styleOf(element), 'cursor') === 'pointer';
        const listens = listensToClicks(element);
        const isHandled = listens || attribute(element, 'onclick') !== null;
        if (matches(element, STRONG)) {
          list[list.length] = describe(view, isHandled, pointer);
          return;
        }
        if ((listens || matches(element, WEAK) || (pointer && !above)) && !isContainer(view)) {
          inner = 0;
          if (!pointer) countWeak(view, pointer);
          if (inner < 2) {
            list[list.length] = describe(view, isHandled, pointer);
            return;
          }
        }
      }
      for (let i = 0; i < view.kids.length; i++) visit(view.kids[i], pointer);
    };
    visit(look(), false);
    return list;
  };

  // ---- Deeds

  const click = (id) => {
    const element = elementOf(id);
    if (!element || !isConnected(element)) return { clicked: false, gone: true };
    if (visibility(element) !== SEEN || attribute(element, 'disabled') !== null) return { clicked: false, gone: false };
    guard();
    for (let up = documentOf(element), view = windowOf(up), i = 0; view && view !== window && i < 20; view = view.parent, i++)
      if (view[KEY] && view[KEY].guard) view[KEY].guard();
    changed();
    scrollIntoView(element, { block: 'center', inline: 'center', behavior: 'instant' });
    const box = boxOf(element), view = windowOf(documentOf(element));
    const at = { bubbles: true, cancelable: true, composed: true, view: view === window ? window : null, detail: 1,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, button: 0 };
    const over = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true };
    dispatch(element, new Pointer('pointerover', over));
    dispatch(element, new Mouse('mouseover', at));
    dispatch(element, new Pointer('pointerdown', { ...over, buttons: 1 }));
    dispatch(element, new Mouse('mousedown', { ...at, buttons: 1 }));
    if (matches(element, 'button, input, a[href], [tabindex]')) setInner(element, { preventScroll: true });
    dispatch(element, new Pointer('pointerup', over));
    dispatch(element, new Mouse('mouseup', at));
    if (isConnected(element)) {
      keepHere(element);
      if (element instanceof HTMLElement || typeof element.click === 'function') nativeClick(element);
      else dispatch(element, new Mouse('click', at));
    }
    changed();
    return { clicked: true, gone: !isConnected(element) };
  };

  let container = null; // the one that was scrolled last
  const scrollOne = (element, screen) => {
    const before = scrollTop(element), least = scrollHeight(element) - screen;
    scrollElement(element, { top: min(before + screen * 0.9, least), behavior: 'instant' });
    return scrollTop(element) > before + 0.5;
  };
  const findContainer = () => {
    const all = documentAll(document, 'body *');
    let best = null, largest = 0;
    for (let i = 0; i < lengthOf(all) && i < MAX_NODES / 10; i++) {
      const element = itemOf(all, i), height = clientHeight(element);
      if (height < 50 || scrollHeight(element) < height + 8) continue;
      const area = height * clientWidth(element);
      if (area <= largest) continue;
      const flow = styleValue(styleOf(element), 'overflow-y');
      if ((flow !== 'auto' && flow !== 'scroll') || visibility(element) !== SEEN) continue;
      best = element;
      largest = area;
    }
    return best;
  };
  const scroll = () => {
    guard();
    const top = scroller(document);
    if (top && scrollOne(top, window.innerHeight)) return { moved: true };
    if (!container || !isConnected(container) || scrollHeight(container) <= clientHeight(container)) container = findContainer();
    return { moved: !!container && scrollOne(container, clientHeight(container)) };
  };

  const state = () => {
    const navigation = entries('navigation')[0], top = scroller(document);
    return { address: location.href, status: (navigation && navigation.responseStatus) || 0, type: contentType(document) || '', title: cut(titleOf(document), 1000),
      ready: readyState(document), quiet: round(now() - lastChange), inflight, timers, elements: lengthOf(documentAll(document, '*')), characters: nCharacters,
      dialogs: nDialogs, height: top ? round(scrollHeight(top)) : 0, blocked: nBlocked };
  };

  /* What is asked for, or a harmless answer and why. */
  const always = (other, deed) => (...all) => {
    try {
      return apply(deed, null, all);
    } catch (error) {
      let message = 'unknown';
      try {
        message = cut(error.message, 200);
      } catch { /* thrown by the page, to be looked at */ }
      return typeof other === 'function' ? other() : { ...other, error: message };
    }
  };
  const api = {
    state: always({ address: '', status: 0, type: '', title: '', ready: '', quiet: 0, inflight: 0, timers: 0, elements: 0, characters: 0, dialogs: 0, height: 0, blocked: 0 }, state),
    step: always({ texts: 0, characters: 0, truncated: true }, (n) => collect(max(0, round(parseNumber(n) || 0)))),
    elements: always(() => [], (most) => collectElements(parseNumber(most) || 0, false)),
    labels: always(() => [], (most) => collectElements(parseNumber(most) || 0, true)),
    click: always({ clicked: false, gone: false }, click),
    scroll: always({ moved: false }, scroll),
    away: always(() => [], () => { const list = away; away = []; return list; }),
    tree: always({ html: '', truncated: true, title: '', address: '' }, (collected, limit) => tree(text(collected), parseNumber(limit) || 0)),
    // For the same script in the page around this frame.
    guard, shadow: (element) => roots.get(element) || null, handles: (element) => handled.has(element),
  };
  defineProperty(window, KEY, { value: freeze(api) });
})();
