# SPDX-License-Identifier: MIT
# What the program's --help prints, as a table for bash.awk, zsh.awk and fish.awk, in columns parted by tabs:
#
#   verb    VERB  sentence
#   action  VERB  word  sentence                                     first words of a verb
#   option  VERB  --name  -n or nothing  argument  values  sentence
#
# Values are words, and @models or @files; nothing for what cannot be completed, such as numbers.
# Input: a line "== VERB" before the help of each verb, and before that of the program "== " alone. The help comes from the tables of
# the programs, so what they learn is completed, too.
BEGIN { OFS = "\t" }
/^== ?/ { verb = $2; group = ""; next }
/^[^ ].*:$/ { group = $1; sub (/[:,]$/, "", group); next }
/^$/ { group = ""; next }

match ($0, /^  (-[a-zA-Z], )?--[a-z][a-z-]*/) {
  n++
  name = substr ($0, 3, RLENGTH - 2)
  rest = substr ($0, RLENGTH + 1)
  short[n] = sub (/^-[a-zA-Z], /, "", name) ? substr ($0, 3, 2) : ""
  argument[n] = ""
  if (match (rest, /^=[^ ]+/)) {
    argument[n] = substr (rest, 2, RLENGTH - 1)
    rest = substr (rest, RLENGTH + 1)
  }
  sub (/^ +/, "", rest)
  verb_of[n] = verb
  name_of[n] = name
  sentence[n] = rest
  next
}

match ($0, /^  [a-z][a-z0-9-]*/) {
  word = $1
  rest = $0
  sub (/^  [^ ]+ +/, "", rest)
  if (group == "Verbs")
    print "verb", word, rest
  else if (group == "Actions") {
    while (rest !~ /^[A-Z][a-z]/ && sub (/^[^ ]+ +/, "", rest)) # its operands
      ;
    print "action", verb, word, rest
  }
  words[verb, group] = words[verb, group] (words[verb, group] == "" ? "" : " ") word
}

function values(verb, name, argument, sentence) {
  if (name == "--features")
    return "" # a feature set, not a set of pages
  if (name ~ /^--(model|like|start)$/)
    return "@models @files" (words[verb, "Methods"] == "" ? "" : " " words[verb, "Methods"])
  if (name ~ /^--(format|from)$/)
    return words[verb, "Formats"]
  if (name ~ /^--(fields|only-with)$/)
    return words[verb, "Fields"]
  if (name ~ /^--(no-)?rule$/)
    return words[verb, "Rules"]
  if (argument ~ /^[a-z0-9-]+(\|[a-z0-9-]+)+$/) {
    gsub (/\|/, " ", argument)
    return argument
  }
  if (argument ~ /^(NAME|FORMAT|ORDER|NETWORK|KIND,…)$/ && match (sentence, /[a-z]+(, [a-z]+)* or [a-z]+/)) {
    argument = substr (sentence, RSTART, RLENGTH)
    gsub (/, | or /, " ", argument)
    return argument
  }
  return argument ~ /FILE|DIR|^SET$/ && argument !~ /=/ ? "@files" : ""
}

END {
  for (i = 1; i <= n; i++)
    print "option", verb_of[i], name_of[i], short[i], argument[i],
          values(verb_of[i], name_of[i], argument[i], sentence[i]), sentence[i]
}
