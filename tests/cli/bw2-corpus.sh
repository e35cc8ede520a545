# Real Black & White 2 models: a copy has the same bytes, and only that of a community tool
# is warned of.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus/bw2" || skip "no corpus (set WAYMARK_CORPUS)"
count=0
find "$corpus/bw2" -name '*.bwm' | sort >list
while read -r file; do
    waymark convert -q --force "$file" copy.bwm
    cmp -s "$file" copy.bwm || say "$(basename "$file"): convert changed it"
    count=$((count + 1))
done <list
must test "$count" -ge 20
say "every real model comes through"
waymark check --strict --json "$corpus/bw2" >out && code=0 || code=$?
say "check --strict: exit $code"
grep -v '"warnings":0' out | sed 's/.*"file":"[^"]*\///; s/".*//'
