# SPDX-License-Identifier: MIT
# The script for fish, from the table of table.awk.
BEGIN { FS = "\t" }
function quote(text) { gsub (/\\/, "\\\\", text); gsub (/'/, "\\'", text); return "'" text "'" }
$1 == "verb" { verbs = verbs " " $2; line[++n] = "-n __texttractor_begins -a " $2 " -d " quote($3) }
$1 == "action" { line[++n] = "-n '__texttractor_verb " $2 "' -a " $3 " -d " quote($4) }
$1 == "option" && $2 != "" {
  text = "-n '__texttractor_verb " $2 "' -l " substr ($3, 3) ($4 == "" ? "" : " -s " substr ($4, 2))
  files = sub (/@files ?/, "", $6)
  sub (/@models/, "(__texttractor_models)", $6)
  if ($5 != "")
    text = text (files ? " -r -F" : " -x") ($6 == "" ? "" : " -a " quote($6))
  line[++n] = text " -d " quote($7)
}

END {
  print "# Completion of texttractor for fish, made from what its --help prints."
  print "function __texttractor_begins"
  print "    test (count (commandline -opc)) -eq 1"
  print "end"
  print "# The first word may be a verb; if it is none, the verb is extract."
  print "function __texttractor_verb"
  print "    set -l words (commandline -opc) extract"
  print "    contains -- $words[2]" verbs "; or set words[2] extract"
  print "    test $words[2] = $argv[1]"
  print "end"
  print "function __texttractor_models"
  print "    texttractor model list 2>/dev/null | sed '1d; s/ .*//'"
  print "end"
  for (i = 1; i <= n; i++)
    print "complete -c texttractor " line[i]
  print "complete -c texttractor -n '__texttractor_verb help' -x -a '" substr (verbs, 2) "'"
}
