"use strict";
// The page works without this script; with it, results come without leaving the page. Texts of others are only ever
// put into text nodes, attributes and documents of sandboxed frames.
(function () {
  const N_SHOWN = 1000; // blocks at once
  const WAIT = 400; // milliseconds between the last move of the slider and the question to the server
  const TYPES = { json: "application/json", jsonl: "application/x-ndjson", html: "text/html", markdown: "text/markdown",
    xml: "application/xml", tei: "application/xml", csv: "text/csv", tsv: "text/tab-separated-values" };
  const SUFFIXES = { text: "txt", markdown: "md", tei: "tei.xml", vertical: "vert" };

  const root = document.documentElement;
  const get = (id) => document.getElementById(id);
  const form = get("form"), list = get("list"), result = get("result"), slider = get("slider");

  let token = ""; // in memory alone
  let source = null; // what was read: { url, html, file }
  let answer = null; // { blocks, title, facts, model, language, reason }
  let others = null; // blocks of the model to compare with
  let threshold = 0.5; // that blocks are coloured by
  let nShown = N_SHOWN;
  let job = 0; // answers to earlier questions are dropped
  let control = null; // aborts them
  let again = null; // what to do once there is a token
  let timer = 0;
  let done = {}; // views that show the answer

  // ---- Elements

  function make (name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {}))
      if (value !== null && value !== undefined && value !== false)
        element.setAttribute(key, value === true ? "" : String(value));
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  // Aloud: for screen readers alone, where the page shows it anyway.
  function say (text, aloud) {
    get("status").textContent = text;
    get("status").classList.toggle("aloud", Boolean(aloud));
  }

  function number (value, digits) {
    return typeof value === "number" && isFinite(value) ? value.toFixed(digits).replace("-", "−") : "–";
  }

  // The time of the day is among the facts.
  const day = (date) => date.replace(/T.*/, "");

  function plural (n, word) {
    return n + " " + word + (n === 1 ? "" : "s");
  }

  // ---- Questions to the server

  class Problem extends Error {
    constructor (status, detail, retryAfter) {
      super(detail);
      this.status = status;
      this.retryAfter = retryAfter;
    }
  }

  async function problemOf (response) {
    let detail = "";
    try {
      const problem = await response.json();
      detail = problem.detail || problem.title || "";
    } catch (error) {
      detail = "";
    }
    return new Problem(response.status, detail || "The server answered with " + response.status + " " + response.statusText,
      response.headers.get("Retry-After"));
  }

  // The options of the form, as the interface for programs has them.
  function options () {
    const query = new URLSearchParams();
    for (const name of ["model", "threshold", "comments", "select", "prune"]) {
      const value = form.elements[name].value.trim();
      if (value !== "")
        query.append(name, value);
    }
    if (get("no-rules").checked)
      query.append("no-rules", "yes");
    for (const box of form.querySelectorAll("input[name=rule]:checked"))
      query.append("rule", box.value);
    return query;
  }

  async function ask (path, more) {
    const query = options(), headers = {}, init = { headers, signal: control ? control.signal : undefined, credentials: "omit",
      referrerPolicy: "no-referrer", cache: "no-store" };
    for (const [name, value] of Object.entries(more))
      query.set(name, value);
    if (source.url)
      query.set("url", source.url);
    if (source.file || source.html) {
      init.method = "POST";
      init.body = source.file || source.html;
      headers["Content-Type"] = source.file ? source.file.type || "text/html" : "text/html; charset=utf-8";
    }
    if (token)
      headers.Authorization = "Bearer " + token;
    let response;
    try {
      response = await fetch(path + "?" + query, init);
    } catch (error) {
      if (error.name === "AbortError")
        throw error;
      throw new Problem(0, "The server cannot be reached", null);
    }
    if (!response.ok)
      throw await problemOf(response);
    return response;
  }

  // Does a piece of work that asks the server, and shows what went wrong.
  async function attempt (work) {
    get("problem").replaceChildren();
    try {
      return await work();
    } catch (error) {
      if (error.name !== "AbortError") {
        say("");
        showProblem(error, work);
      }
    }
    return undefined;
  }

  function showProblem (error, work) {
    const line = make("p", {}, make("strong", {}, error.message.replace(/^--/, "").replace(/\.?$/, ".")));
    if (!(error instanceof Problem))
      line.append(" This is a fault of the page.");
    if (error.retryAfter) {
      const seconds = Number(error.retryAfter);
      line.append(isFinite(seconds) ? " Try again in " + plural(seconds, "second") + "." : " Try again after " + error.retryAfter + ".");
    }
    if (error.status === 401) {
      again = work;
      get("token-panel").hidden = false;
      get("token").focus();
      if (!token)
        return;
    } else if (error.retryAfter || error.status === 0) {
      const button = make("button", { type: "button" }, "Try again");
      button.addEventListener("click", () => attempt(work));
      line.append(" ", button);
    }
    get("problem").replaceChildren(line);
  }

  get("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    token = get("token").value.trim();
    get("token").value = "";
    get("token-panel").hidden = true;
    if (again)
      attempt(again);
  });

  // ---- Reading a page

  // The button beside the address reads the address.
  function chosenSource (button) {
    const file = get("file").files[0] || null, html = get("html").value, url = get("url").value.trim();
    if (url && button && button.closest(".address"))
      return { url };
    if (file)
      return { file, url };
    if (html.trim() !== "")
      return { html, url };
    return url ? { url } : null;
  }

  // Only an address makes a link to this result, and only where it needs no token.
  function showAddress () {
    const query = options();
    query.set("url", source.url || "");
    history.replaceState(null, "", source.file || source.html || !source.url || token ? "/" : "/?" + query);
  }

  async function read (quiet) {
    const mine = ++job;
    clearTimeout(timer);
    if (control)
      control.abort();
    control = new AbortController();
    say(quiet ? "" : "Reading the page …");
    form.setAttribute("aria-busy", "true");
    try {
      const page = await (await ask("/v1/extract", { format: "json", all: "yes", metadata: "yes" })).json();
      if (mine !== job)
        return;
      others = null;
      done = {};
      setAnswer(page);
      if (!quiet) {
        nShown = N_SHOWN;
        showAddress();
      }
      showAnswer();
      await showOther();
      await showView();
      if (mine === job) {
        say(sums(), true);
        if (!quiet)
          get("title").focus();
      }
    } finally {
      if (mine === job)
        form.removeAttribute("aria-busy");
    }
  }

  function setAnswer (page) {
    const known = page.metadata || {}, facts = [];
    const add = (name, value) => {
      if (Array.isArray(value))
        value.forEach((item) => add(name, item));
      else if (value !== null && value !== undefined && typeof value !== "object" && value !== "")
        facts.push([name, String(value)]);
    };
    for (const [name, value] of Object.entries(known))
      add(name, value);
    for (const name of ["source", "url", "language", "charset", "model", "confidence", "reason"])
      if (!(name in known))
        add(name, page[name]);
    answer = { title: known.title || page.title || "", authors: [].concat(known.authors || known.author || []), date: day(known.date || ""),
      site: known.site_name || "", language: page.language || known.language || "", model: page.model, facts,
      reason: page.reason || "", threshold: modelThreshold(page.model),
      blocks: page.blocks.map((block, index) => ({ index, text: block.text, tag: block.tag, path: block.path, role: block.role,
        score: block.score, label: block.label, rule: block.rule })) };
    const given = get("threshold").value;
    threshold = given !== "" ? Number(given) : answer.threshold;
  }

  // Blocks are coloured by it; the server says the true one with the reasons of a block.
  function modelThreshold (name) {
    const option = [...get("model").options].find((item) => item.value === name);
    const value = option && option.dataset.threshold ? Number(option.dataset.threshold) : NaN;
    return isFinite(value) ? value : 0.5;
  }

  const isGood = (block) => block.label === "good";

  function sums () {
    const n = answer.blocks.filter(isGood).length;
    let text = n + " of " + plural(answer.blocks.length, "block") + (n === 1 ? " is" : " are") + " main text";
    if (others)
      text += "; " + plural(answer.blocks.filter((block) => differs(block)).length, "block") + " with another outcome";
    return text + ".";
  }

  // ---- The answer

  function showAnswer () {
    const title = get("title"), byline = get("byline");
    title.textContent = answer.title || "Page without a title";
    document.title = (answer.title ? answer.title + " · " : "") + "Texttractor";
    if (answer.language)
      title.lang = answer.language;
    else
      title.removeAttribute("lang");
    byline.replaceChildren();
    for (const part of [answer.authors.join(", "), answer.date, answer.site].filter((item) => item)) {
      if (byline.firstChild)
        byline.append(" · ");
      byline.append(make("bdi", {}, part));
    }
    get("summary").textContent = sums().replace(/\.$/, "") + (answer.model ? ", by " + answer.model + "." : ".") +
      (answer.reason ? " No main text: " + answer.reason + "." : "");
    get("facts-list").replaceChildren(...answer.facts.flatMap(([name, value]) =>
      [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
    result.hidden = false;
    document.querySelector(".skip").href = "#result";
    document.querySelector(".skip").textContent = "Skip to the result";
    showThreshold();
    showBlocks();
  }

  // ---- Views

  const tabs = [...document.querySelectorAll("#tabs a")];
  const views = tabs.map((tab) => get(tab.hash.slice(1)));
  let view = 0;

  function selectView (index, focus) {
    view = index;
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      views[i].hidden = i !== index;
    });
    if (focus)
      tabs[index].focus();
    if (answer && source)
      attempt(showView);
  }

  function setUpTabs () {
    const strip = get("tabs");
    strip.setAttribute("role", "tablist");
    tabs.forEach((tab, i) => {
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", views[i].id);
      views[i].setAttribute("role", "tabpanel");
      views[i].setAttribute("aria-labelledby", tab.id);
      views[i].removeAttribute("aria-label");
      views[i].tabIndex = 0;
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        selectView(i, true);
      });
      tab.addEventListener("keydown", (event) => {
        const n = tabs.length, back = getComputedStyle(strip).direction === "rtl" ? 1 : n - 1;
        const to = { ArrowLeft: (i + back) % n, ArrowRight: (i + n - back) % n, Home: 0, End: n - 1, " ": i }[event.key];
        if (to === undefined)
          return;
        event.preventDefault();
        selectView(to, true);
      });
    });
    selectView(0, false);
  }

  // What only one view needs is asked for when it is seen.
  async function showView () {
    const mine = job, name = views[view].id;
    if (done[name])
      return;
    if (name === "reader") {
      const text = await (await ask("/v1/extract", { format: "html", images: "yes" })).text();
      if (mine === job)
        showReader(text);
    } else if (name === "page") {
      const text = await (await ask("/v1/page", {})).text();
      if (mine === job)
        get("page").replaceChildren(make("iframe", { title: "Page", sandbox: "", srcdoc: text }));
    }
    if (mine === job)
      done[name] = true;
  }

  // ---- The reader: only these elements, and none of their attributes but those below, are taken over.

  const KEPT = new Set(("p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td pre code blockquote strong b em i " +
    "sub sup a br hr figure figcaption article section div span time q cite aside").split(" "));

  function address (text) {
    try {
      const url = new URL(text);
      return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
    } catch (error) {
      return null;
    }
  }

  function link (text, place) {
    return make("a", { href: place, target: "_blank", rel: "noopener noreferrer nofollow" }, text);
  }

  function picture (node) {
    const place = address(node.getAttribute("src") || ""), words = (node.getAttribute("alt") || "").trim();
    const text = (node.localName === "img" ? "Picture" : "Video") + (words ? ": " + words : "");
    return make("span", { class: "picture" }, place ? link(text, place) : "[" + text + "]");
  }

  function copyOf (node, depth) {
    if (node.nodeType === Node.TEXT_NODE)
      return document.createTextNode(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || depth > 200)
      return null;
    let name = node.localName;
    if (name === "img" || name === "video" || name === "iframe")
      return picture(node);
    const children = [...node.childNodes].map((child) => copyOf(child, depth + 1)).filter((child) => child);
    if (!KEPT.has(name)) {
      const all = document.createDocumentFragment();
      all.append(...children);
      return all;
    }
    // The page itself has the first two levels.
    if (/^h[1-6]$/.test(name))
      name = "h" + Math.min(6, Number(name[1]) + 2);
    const copy = make(name, {});
    if (name === "a") {
      const place = address(node.getAttribute("href") || "");
      if (place) {
        copy.href = place;
        copy.target = "_blank";
        copy.rel = "noopener noreferrer nofollow";
      }
    }
    for (const key of ["lang", "dir", "colspan", "rowspan", "start", "scope", "datetime"])
      if (node.hasAttribute(key))
        copy.setAttribute(key, node.getAttribute(key));
    if (/^(p|h[1-6]|li|dt|dd|td|th|caption|blockquote|figcaption)$/.test(name) && !copy.dir)
      copy.dir = "auto";
    copy.append(...children);
    if (name === "table")
      return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table" }, copy);
    if (name === "pre") {
      copy.tabIndex = 0;
      copy.dir = "ltr";
    }
    return copy;
  }

  function showReader (text) {
    const parsed = new DOMParser().parseFromString(text, "text/html");
    const article = make("article", { class: "article", lang: answer.language || parsed.documentElement.lang || null, dir: "auto" });
    for (const child of parsed.body.childNodes) {
      const copy = copyOf(child, 0);
      if (copy)
        article.append(copy);
    }
    // The title stands above.
    const first = article.querySelector("h3");
    if (first && first.textContent.trim() === answer.title.trim())
      first.remove();
    if (article.textContent.trim() === "")
      article.replaceChildren(make("p", { class: "empty" }, "This page has no main text."));
    get("reader").replaceChildren(article);
  }

  // ---- Blocks

  function stepOf (score, good) {
    if (typeof score !== "number" || !isFinite(score))
      return good ? 9 : 0;
    const place = score >= threshold ? (threshold < 1 ? 5 + 5 * (score - threshold) / (1 - threshold) : 9) : 5 * score / threshold;
    const step = Math.min(9, Math.max(0, Math.floor(place)));
    return step;
  }

  const differs = (block) => Boolean(others && others.blocks[block.index] && isGood(others.blocks[block.index]) !== isGood(block));

  function verdict (block, model) {
    const good = isGood(block);
    return make("span", { class: "verdict s" + stepOf(block.score, good) + (good ? " good" : " bad") },
      model ? make("span", { class: "of" }, model) : null, make("b", {}, number(block.score, 2)), good ? " main text" : " left out");
  }

  function paint (item, block) {
    const good = isGood(block);
    item.className = "block s" + stepOf(block.score, good) + (good ? " good" : " bad") + (differs(block) ? " differs" : "");
    const verdicts = item.querySelector(".verdicts");
    verdicts.replaceChildren(verdict(block, others ? answer.model : ""));
    if (others && others.blocks[block.index])
      verdicts.append(verdict(others.blocks[block.index], others.model));
    const show = get("show").value;
    item.classList.toggle("filtered", show === "differs" ? !differs(block) : show !== "all" && (show === "good") !== good);
  }

  function blockItem (block) {
    const item = make("li", { "data-index": block.index },
      make("div", { class: "verdicts" }),
      make("p", { class: "text", dir: "auto", lang: answer.language || null }, block.text),
      make("div", { class: "about" },
        make("button", { type: "button", class: "why", "aria-expanded": "false", tabindex: -1,
          "aria-label": "Why is block " + (block.index + 1) + " " + (isGood(block) ? "main text" : "left out") + "?" }, "Why?"),
        make("span", {}, block.tag),
        block.role && block.role !== "text" ? make("span", {}, block.role) : null,
        block.rule ? make("span", { class: "rule" }, "rule " + block.rule) : null,
        make("span", { class: "path", dir: "ltr" }, block.path || "")));
    paint(item, block);
    return item;
  }

  const items = () => [...list.children];
  const seen = () => items().filter((item) => !item.classList.contains("filtered"));

  function showBlocks () {
    const at = document.activeElement && list.contains(document.activeElement) ? document.activeElement.closest(".block") : null;
    const back = at ? Number(at.dataset.index) : -1;
    list.classList.toggle("comparing", Boolean(others));
    list.setAttribute("aria-label", plural(answer.blocks.length, "block") + " of the page");
    list.replaceChildren(...answer.blocks.slice(0, nShown).map(blockItem));
    const rest = answer.blocks.length - list.children.length, more = get("more"), words = get("more-words");
    if (words)
      words.remove();
    more.hidden = rest <= 0;
    more.textContent = "Show " + Math.min(rest, N_SHOWN) + " more of " + plural(rest, "block");
    showDifferences();
    setStop();
    if (back >= 0 && list.children[back])
      list.children[back].querySelector(".why").focus();
  }

  // One block of the list is a stop of the Tab key.
  function setStop (item) {
    const all = seen(), to = item || all[0];
    for (const button of list.querySelectorAll(".why[tabindex='0']"))
      button.tabIndex = -1;
    if (to)
      to.querySelector(".why").tabIndex = 0;
  }

  function repaint () {
    for (const item of items())
      paint(item, answer.blocks[Number(item.dataset.index)]);
    showDifferences();
    setStop();
  }

  function showDifferences () {
    const line = get("differences");
    line.hidden = !others;
    if (others)
      line.textContent = plural(answer.blocks.filter(differs).length, "block") + " with another outcome: " + answer.model + " beside " +
        others.model + ".";
  }

  get("more").addEventListener("click", () => {
    const first = nShown;
    nShown += N_SHOWN;
    showBlocks();
    if (list.children[first]) {
      setStop(list.children[first]);
      list.children[first].querySelector(".why").focus();
    }
  });

  get("show").addEventListener("change", () => {
    repaint();
    say(plural(seen().length, "block") + " shown.");
  });

  list.addEventListener("click", (event) => {
    const item = event.target.closest(".block");
    if (!item || !answer || event.target.closest(".details") || String(getSelection()) !== "")
      return;
    setStop(item);
    toggleWhy(item);
  });

  list.addEventListener("keydown", (event) => {
    const item = event.target.closest(".block");
    if (!item || event.target.closest(".details") || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const all = seen(), i = all.indexOf(item);
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1, PageDown: i + 10, PageUp: i - 10 }[event.key];
    if (event.key === "Escape" && item.querySelector(".details"))
      toggleWhy(item);
    if (to === undefined)
      return;
    event.preventDefault();
    const next = all[Math.min(all.length - 1, Math.max(0, to))];
    setStop(next);
    next.querySelector(".why").focus();
  });

  // ---- Why

  function toggleWhy (item) {
    const button = item.querySelector(".why"), open = item.querySelector(".details");
    if (open) {
      open.remove();
      button.setAttribute("aria-expanded", "false");
      return;
    }
    const place = make("div", { class: "details", id: "why-" + item.dataset.index }, make("p", {}, "Asking …"));
    item.append(place);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", place.id);
    attempt(async () => {
      try {
        const why = await (await ask("/v1/why", { block: item.dataset.index })).json();
        showWhy(place, why, answer.blocks[Number(item.dataset.index)]);
        say("Reasons of block " + (Number(item.dataset.index) + 1) + " are shown.", true);
      } catch (error) {
        place.remove();
        button.setAttribute("aria-expanded", "false");
        throw error;
      }
    });
  }

  function effectOf (input) {
    return (input.before || 0) + (input.own || 0) + (input.after || 0);
  }

  function stageTable (stage, n) {
    const inputs = (stage.inputs || []).slice().sort((a, b) => Math.abs(effectOf(b)) - Math.abs(effectOf(a))).slice(0, n);
    const body = make("tbody");
    for (const input of inputs) {
      const effect = effectOf(input);
      body.append(make("tr", {},
        make("th", { scope: "row" }, input.sentence || input.name, make("span", { class: "name" }, input.name)),
        make("td", { class: "number" }, number(input.value, 2)),
        make("td", { class: "number typical" }, number(input.typical, 2)),
        make("td", { class: "number " + (effect < 0 ? "down" : "up") }, (effect < 0 ? "▼ " : "▲ +") + number(effect, 3))));
    }
    return make("div", { class: "scroll" }, make("table", {},
      make("caption", {}, "What moved the score of the " + (stage.name || "model") + (stage.name ? " network" : "") + " to " + number(stage.score, 3)),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Feature"), make("th", { scope: "col", class: "number" }, "Value"),
        make("th", { scope: "col", class: "number typical" }, "Typical"), make("th", { scope: "col", class: "number" }, "Effect"))),
      body));
  }

  function showWhy (place, why, block) {
    const found = (why.blocks || []).find((item) => item.index === block.index) || (why.blocks || [])[0];
    if (!found) {
      place.replaceChildren(make("p", {}, "Nothing is known of this block."));
      return;
    }
    if (typeof why.threshold === "number" && get("threshold").value === "" && why.threshold !== threshold) {
      answer.threshold = why.threshold;
      threshold = why.threshold;
      showThreshold();
      repaint();
    }
    const far = typeof found.score === "number" && typeof why.threshold === "number" ? found.score - why.threshold : NaN;
    const line = make("p", {}, make("strong", {}, isGood(found) ? "Main text" : "Left out"), ": score " + number(found.score, 3));
    if (isFinite(far))
      line.append(", " + number(Math.abs(far), 3) + (far < 0 ? " below" : " above") + " the threshold of " + number(why.threshold, 2));
    line.append(found.rule ? "; decided by the rule " + found.rule + "." : "; no rule changed it.");
    place.replaceChildren(line);
    // The last network has the final score; what it reads is mostly the score of the one before.
    for (const stage of found.stages || [])
      place.append(stageTable(stage, 10));
    if (!(found.stages || []).length)
      place.append(make("p", {}, "This method has no features to show."));
  }

  // ---- Threshold

  function showThreshold () {
    slider.value = String(threshold);
    get("slider-value").textContent = number(threshold, 2);
    slider.setAttribute("aria-valuetext", number(threshold, 2) + (get("threshold").value === "" ? ", that of the model" : ""));
    get("slider-reset").disabled = get("threshold").value === "";
  }

  function askSoon () {
    clearTimeout(timer);
    timer = setTimeout(() => attempt(() => read(true)), WAIT);
  }

  // Labels by scores alone, until the server has applied the rules.
  function relabel () {
    for (const block of answer.blocks)
      if (typeof block.score === "number")
        block.label = block.score >= threshold ? "good" : "bad";
    repaint();
    get("summary").textContent = sums();
  }

  slider.addEventListener("input", () => {
    threshold = Number(slider.value);
    get("threshold").value = slider.value;
    showThreshold();
    if (!answer)
      return;
    relabel();
    askSoon();
  });

  get("slider-reset").addEventListener("click", () => {
    get("threshold").value = "";
    threshold = answer ? answer.threshold : 0.5;
    showThreshold();
    slider.focus();
    if (!answer)
      return;
    relabel();
    askSoon();
  });

  // ---- Two models

  async function showOther () {
    const mine = job, model = get("other").value;
    others = null;
    if (model !== "") {
      const page = await (await ask("/v1/extract", { format: "json", all: "yes", model })).json();
      if (mine !== job)
        return;
      others = { model, blocks: page.blocks };
    }
    showBlocks();
  }

  get("other").addEventListener("change", () => {
    if (source && answer)
      attempt(async () => {
        say(get("other").value ? "Reading with the other model …" : "");
        await showOther();
        say(sums(), true);
      });
  });

  // ---- Copy and download

  async function written () {
    const format = get("format").value;
    return { format, text: await (await ask("/v1/extract", { format })).text() };
  }

  async function copyText (text) {
    if (navigator.clipboard && window.isSecureContext) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch (error) {
        // Not allowed: the old way, below.
      }
    }
    const area = make("textarea", { readonly: true, "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    get("copy").focus();
    return copied;
  }

  get("copy").addEventListener("click", () => attempt(async () => {
    const { format, text } = await written();
    say(await copyText(text) ? "Copied as " + format + "." : "The browser did not allow to copy.");
  }));

  get("download").addEventListener("click", () => attempt(async () => {
    const { format, text } = await written();
    const name = (answer.title || "page").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "page";
    const place = URL.createObjectURL(new Blob([text], { type: (TYPES[format] || "text/plain") + ";charset=utf-8" }));
    make("a", { href: place, download: name + "." + (SUFFIXES[format] || format) }).click();
    setTimeout(() => URL.revokeObjectURL(place), 10000);
    say("Downloaded as " + format + ".");
  }));

  // ---- The form

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    source = chosenSource(event.submitter);
    if (!source) {
      say("");
      get("problem").replaceChildren(make("p", {}, make("strong", {}, "There is no page to read: give an address, HTML or a file.")));
      return;
    }
    attempt(() => read(false));
  });

  // Rules are ticked as the model of the server has them, once they are chosen one by one.
  get("no-rules").addEventListener("change", (event) => {
    if (event.target.checked && !form.querySelector("input[name=rule]:checked"))
      for (const box of form.querySelectorAll("input[name=rule][data-default]"))
        box.checked = true;
  });

  // A changed option is applied to the page that is shown.
  get("options").addEventListener("change", () => {
    if (!answer || !source || !form.reportValidity())
      return;
    if (get("threshold").value !== "") {
      threshold = Number(get("threshold").value);
      showThreshold();
    }
    askSoon();
  });

  document.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files"))
      return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget)
      root.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    root.classList.remove("dropping");
    if (event.dataTransfer.files.length === 0)
      return;
    event.preventDefault();
    get("paste").open = true;
    get("file").files = event.dataTransfer.files;
    form.requestSubmit();
  });
  // What came last is read.
  get("html").addEventListener("input", () => {
    get("file").value = "";
  });
  get("file").addEventListener("change", () => {
    if (get("file").files.length > 0)
      form.requestSubmit();
  });

  // ---- A result that the server has written

  function adopt () {
    const frame = get("reader").querySelector("iframe"), facts = [], blocks = [];
    if (result.hidden)
      return;
    for (const name of get("facts-list").querySelectorAll("dt"))
      facts.push([name.textContent, name.nextElementSibling.textContent]);
    for (const item of items()) {
      const data = item.dataset;
      blocks.push({ index: Number(data.index), text: item.querySelector(".text").textContent, tag: data.tag, path: data.path, role: data.role,
        score: data.score === "" ? null : Number(data.score), label: data.label, rule: data.rule || null });
    }
    source = chosenSource();
    if (!source)
      return;
    if (blocks.length < Number(list.dataset.total)) {
      attempt(() => read(false));
      return;
    }
    const one = (name) => facts.filter((fact) => fact[0] === name).map((fact) => fact[1]);
    const own = modelThreshold(list.dataset.model);
    answer = { title: get("title").textContent, authors: one("authors"), date: day(one("date")[0] || ""), site: one("site_name")[0] || "",
      language: list.dataset.language, model: list.dataset.model, facts, reason: one("reason")[0] || "", blocks, threshold: own };
    threshold = Number(list.dataset.threshold) || own;
    showThreshold();
    showBlocks();
    if (frame) {
      showReader(frame.srcdoc);
      done.reader = true;
    }
    done.page = Boolean(get("page").querySelector("iframe"));
  }

  root.className = "script";
  setUpTabs();
  showThreshold();
  adopt();
})();
