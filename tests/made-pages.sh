# SPDX-License-Identifier: MIT
# To be read by scripts: pages of markup, texts and addresses at random, always the same.

# make_pages N FOLDER
make_pages () {
  awk -v pages="$1" -v folder="$2" '
    # Not that of awk, whose numbers are others in each of its kinds.
    function random() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    function one(list) { return list[int (random() * list[0]) + 1] }
    function address(n) { text = ""; for (n = int (random() * 8); n > 0; n--) text = text one(bits); return text }
    function fill(list, words,  n) { n = split (words, list, "~"); list[0] = n }
    BEGIN {
      seed = 7
      fill(tags, "ul~ol~li~dl~dt~dd~table~tr~td~th~caption~figure~figcaption~blockquote~pre~p~h1~h2~h3~div~b~i~code~sub~sup~br~thead~tbody~del~mark~code class=language-c++~td colspan=3~td rowspan=2~ol start=7~li value=9~img src=a.png alt=x~img src=//~math")
      fill(bits, "http://~https://~//~mailto:~ftp://~a~b.example~:~80~:99999999~[::1]~[~/~?~#~%~%zz~%20~ ~|~\\~^~`~{~}~@~\303\251~\346\274\242~\302\205~\357\277\276~\342\200\256~&amp;~&quot;~\x27~&lt;~&gt;~1~+~&#9;~&#1;~javascript:~data:")
      fill(texts, "text ~*~**~_~`~```~[x](y)~![~# ~1. ~- ~+ ~---~|~\\~~&copy; ~&lt;b&gt;~\n    ~\n\n~www.e.org ~a*b_c*d_e ~:-- ~&amp; &lt; > ]]> ~&#1;&#31;~\357\277\276~=1~a&#9;b&#13;c~\"q\"~word word word ")
      fill(names, "author~description~keywords~og:site_name~og:url~og:image~article:published_time~article:modified_time~article:section~og:type~dcterms.license")
      fill(values, "x; y, z~=cmd|x~2020-03-04~2020~2020-03~2020-03-04T10:20~2020-03-04T10:20:30+02:00~article~CC BY 4.0~&quot;quoted&quot;&#10;~\357\277\276&#2; a&#9;b~http://x y/~https://a.example/[x]?#\303\251")
      fill(languages, "en~x~en-~a-b-c~toolonglanguage~zh-Hant~de_AT~-")
      for (i = 1; i <= pages; i++) {
        file = folder "/made-" i ".html"
        printf "<!DOCTYPE html><html lang=\"%s\"><head><title>%s</title>", one(languages), one(texts) >file
        for (n = int (random() * 12); n > 0; n--)
          printf "<meta name=\"%s\" content=\"%s\">", one(names), random() < 0.3 ? address() : one(values) >file
        for (n = int (random() * 200); n > 0; n--) {
          r = random()
          if (r < 0.1)
            printf "<a href=\"%s\">", address() >file
          else
            printf "%s", r < 0.5 ? "<" one(tags) ">" : r < 0.75 ? "</" one(tags) ">" : one(texts) >file
        }
        close (file)
      }
    }'
}
