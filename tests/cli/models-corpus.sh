# Real models: a copy has the same bytes, through a text too, and their notes carry all.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus" || skip "no corpus (set WAYMARK_CORPUS)"
count=0
find "$corpus" -name '*.mdl' ! -name '*-ascii.mdl' | sort >list
while read -r file; do
    waymark convert -q --force "$file" copy.mdl
    cmp -s "$file" copy.mdl || say "$(basename "$file"): convert changed it"
    cmp -s "${file%l}x" copy.mdx || say "$(basename "$file"): convert changed its MDX"
    count=$((count + 1))
done <list
must test "$count" -ge 50
say "every real model comes through"
