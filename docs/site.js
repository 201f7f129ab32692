/* SPDX-License-Identifier: MIT
 * Search over the sections of all pages (search.js), without a server; and the menu, which is closed on a phone. */
"use strict";
(function () {
  var form = document.getElementById("search"), input = document.getElementById("words");
  var found = document.getElementById("found"), article = document.querySelector("article");
  var MOST = 30, AROUND = 90;

  /* A section has all words; a heading counts more than a text, the beginning of a word more than its middle. */
  function weigh(section, words) {
    var heading = (section[2] + " " + section[3]).toLowerCase(), text = section[4].toLowerCase(), weight = 0;
    for (var i = 0; i < words.length; i++) {
      var word = words[i], own = 0;
      if (heading.indexOf(word) >= 0) own += 8;
      var at = text.indexOf(word);
      if (at >= 0) own += at === 0 || /[^a-z0-9]/.test(text[at - 1]) ? 2 : 1;
      if (own === 0) return 0;
      weight += own;
    }
    return weight;
  }

  function appendMarked(parent, text, words) {
    var lower = text.toLowerCase(), at = 0;
    while (at < text.length) {
      var next = text.length, length = 0;
      words.forEach(function (word) {
        var place = lower.indexOf(word, at);
        if (place >= 0 && place < next) { next = place; length = word.length; }
      });
      parent.appendChild(document.createTextNode(text.slice(at, next)));
      if (length > 0) parent.appendChild(document.createElement("mark")).textContent = text.slice(next, next + length);
      at = next + length;
    }
  }

  function show() {
    var words = input.value.toLowerCase().split(/\s+/).filter(function (word) { return word.length > 1; });
    found.hidden = words.length === 0;
    article.hidden = words.length > 0;
    found.textContent = "";
    if (words.length === 0) return;
    var hits = texttractorSearch
      .map(function (section, i) { return { section: section, weight: weigh(section, words), place: i }; })
      .filter(function (hit) { return hit.weight > 0; })
      .sort(function (a, b) { return b.weight - a.weight || a.place - b.place; });
    var title = found.appendChild(document.createElement("h1"));
    title.textContent = hits.length === 0 ? "Nothing found" : hits.length === 1 ? "1 place" : hits.length + " places";
    var list = found.appendChild(document.createElement("ol"));
    hits.slice(0, MOST).forEach(function (hit) {
      var s = hit.section, item = list.appendChild(document.createElement("li"));
      var link = item.appendChild(document.createElement("a"));
      link.href = s[0] + (s[1] ? "#" + s[1] : "");
      link.textContent = s[2] === s[3] ? s[2] : s[2] + ": " + s[3];
      link.addEventListener("click", function () { input.value = ""; show(); });
      var at = Math.max(0, s[4].toLowerCase().indexOf(words[0]) - AROUND / 2);
      appendMarked(item.appendChild(document.createElement("small")), (at > 0 ? "…" : "") + s[4].slice(at, at + 2 * AROUND), words);
    });
  }

  if (typeof texttractorSearch !== "undefined") {
    form.hidden = false;
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    input.addEventListener("input", show);
    document.addEventListener("keydown", function (event) {
      if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
      if (event.key === "Escape" && document.activeElement === input) { input.value = ""; show(); }
    });
  }
  if (window.matchMedia("(max-width: 52rem)").matches) document.querySelector("details.menu").open = false;
})();
