# SPDX-License-Identifier: MIT
# The script for bash, from the table of table.awk.
BEGIN { FS = "\t" }
$1 == "verb" { verbs = verbs (verbs == "" ? "" : " ") $2 }
$1 == "action" { words[$2] = words[$2] " " $3 }
$1 == "option" {
  words[$2] = words[$2] " " $3
  if ($5 != "")
    values_of[++n] = "  " $2 "\\ " $3 ($4 == "" ? "" : "|" $2 "\\ " $4) ") values='" $6 "' ;;"
}

END {
  print "# Completion of texttractor for bash, made from what its --help prints."
  print "_texttractor ()"
  print "{"
  print "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=extract words='" verbs "' values=none"
  print "  # --name=value is three words."
  print "  if [ \"$word\" = = ]; then"
  print "    word="
  print "  elif [ \"$before\" = = ]; then"
  print "    before=${COMP_WORDS[COMP_CWORD-2]}"
  print "  fi"
  print "  if [ \"$COMP_CWORD\" -gt 1 ]; then"
  print "    words="
  pattern = verbs
  gsub (/ /, "|", pattern)
  print "    case ${COMP_WORDS[1]} in " pattern ") verb=${COMP_WORDS[1]} ;; esac"
  print "  fi"
  print "  case \"$verb $before\" in"
  for (i = 1; i <= n; i++)
    print values_of[i]
  print "  esac"
  print "  if [ \"$values\" = none ]; then"
  print "    case $verb in"
  m = split (verbs, name, " ")
  for (i = 1; i <= m; i++)
    print "    " name[i] ") values=\"$words" words[name[i]] "\" ;;"
  print "    esac"
  print "    [ \"$verb $COMP_CWORD\" != 'help 2' ] || values+=' " verbs "'"
  print "  fi"
  print "  [[ $values != *@models* ]] || values+=\" $(texttractor model list 2>/dev/null | sed '1d; s/ .*//' | tr '\\n' ' ')\""
  print "  values=${values/@models/}"
  print "  mapfile -t COMPREPLY < <(compgen -W \"${values/@files/}\" -- \"$word\")"
  print "}"
  print "# Where no word fits, bash completes names of files."
  print "complete -o bashdefault -o default -F _texttractor texttractor"
}
