# Every verb answers --help on stdout and exits 0. A letter is short for one option, in every verb.
t --version
verbs=$(waymark --help | sed -n '/^verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p')
count=0
for verb in $verbs; do
    for form in "$verb --help" "$verb -h" "help $verb"; do
        # shellcheck disable=SC2086 # words
        must waymark $form >out 2>err
        must grep -q "^usage: waymark $verb " out
        must grep -q -- '--json' out
        must test ! -s err
    done
    sed -n 's/^ *\(-[a-zA-Z]\), \(--[a-z-]*\).*/\1 \2/p' out >>letters
    # An option that has a letter somewhere has it everywhere.
    sed -n 's/^       *\(--[a-z-]*\).*/\1/p' out >>without
    must test "$(awk 'length > 92' out | grep -vc '^  waymark')" -eq 0
    count=$((count + 1))
done
must test "$count" -ge 3
must waymark --help >/dev/null
say "every verb has help"
say "the letters:"
sort -u letters
must test "$(sort -u letters | wc -l)" -ge 15
must test -z "$(sort -u letters | cut -d ' ' -f 1 | uniq -d)"
must test -z "$(sort -u letters | cut -d ' ' -f 2 | grep -xF -f - without)"
