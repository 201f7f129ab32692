# SPDX-License-Identifier: MIT
# The script for zsh, from the table of table.awk.
BEGIN { FS = "\t" }
# As a string between single quotes that _arguments reads: its colons and brackets escaped
function escape(text) { gsub (/\\/, "\\\\", text); gsub (/[\]\[:]/, "\\\\&", text); gsub (/'/, "'\\''", text); return text }
$1 == "verb" { verbs = verbs " " $2; described = described " '" escape($2) ":" escape($3) "'" }
$1 == "action" { actions[$2] = actions[$2] " '" escape($3) ":" escape($4) "'" }
$1 == "option" && $2 != "" {
  names = $4 == "" ? "'" $3 ($5 == "" ? "" : "=") : "'(" $4 " " $3 ")'{" $4 ($5 == "" ? "," $3 : "+," $3 "=") "}'"
  text = names "[" escape($7) "]"
  files = sub (/@files ?/, "", $6)
  models = sub (/@models ?/, "", $6)
  if (models)
    text = text ":" escape($5) ":{ _files; compadd -- $(_texttractor_models) " $6 " }'"
  else if ($5 != "")
    text = text ":" escape($5) ":" (files ? "_files" : $6 == "" ? " " : "(" $6 ")") "'"
  else
    text = text "'"
  options[$2] = options[$2] " \\\n        " text
}

END {
  print "#compdef texttractor"
  print "# Completion of texttractor for zsh, made from what its --help prints."
  print "_texttractor_models () {"
  print "  texttractor model list 2>/dev/null | sed '1d; s/ .*//'"
  print "}"
  print "_texttractor () {"
  print "  local verb=extract"
  print "  local -a verbs=(" substr (verbs, 2) ") described=("  substr (described, 2) ")"
  print "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then"
  print "    _describe verb described"
  print "    _files"
  print "    return"
  print "  fi"
  print "  if (( $verbs[(Ie)$words[2]] )); then"
  print "    verb=$words[2]"
  print "    shift words"
  print "    (( CURRENT-- ))"
  print "  fi"
  print "  case $verb in"
  m = split (substr (verbs, 2), name, " ")
  for (i = 1; i <= m; i++) {
    verb = name[i]
    first = verb == "help" ? "'1:verb:(" substr (verbs, 2) ")'" : "'*:file:_files'"
    if (verb in actions)
      first = "'1:action:((" action_list(actions[verb]) "))' '*:file:_files'"
    print "    " verb ")"
    print "      _arguments -s " first options[verb]
    print "      ;;"
  }
  print "  esac"
  print "}"
  print "_texttractor \"$@\""
}

# 'a:b' 'c:d' -> a\:"b" c\:"d"
function action_list (list) {
  gsub (/\\\\/, "", list)
  gsub (/"/, "", list)
  gsub (/' '/, "\" ", list)
  gsub (/'/, "", list)
  gsub (/:/, "\\:\"", list)
  return substr (list, 2) "\""
}
