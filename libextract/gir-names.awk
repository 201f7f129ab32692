# SPDX-License-Identifier: MIT
# Names of values in bindings: Extract.Format.TEXT. g-ir-scanner takes off what the names of all values of an enumeration begin
# with; because of EXTRACT_N_FORMATS that is no more than EXTRACT_, which leaves FORMAT_TEXT. Here the number of values is left out
# of account.
/<enumeration / { inside = 1; n = 0; prefix = "" }
!inside { print; next }
{
  line[++n] = $0
  if (match ($0, /<member name="[a-z0-9_]*"/)) {
    name = substr ($0, RSTART + 14, RLENGTH - 15)
    if (name ~ /^n_/) counts = 1
    else if (prefix == "") prefix = name
    else while (index (name, prefix) != 1) prefix = substr (prefix, 1, length (prefix) - 1)
  }
}
/<\/enumeration>/ {
  sub (/[^_]*$/, "", prefix)
  for (i = 1; i <= n; i++) {
    if (counts) sub ("<member name=\"" prefix, "<member name=\"", line[i])
    print line[i]
  }
  inside = counts = 0
}
