# Every verb of the table answers --help on stdout and exits 0.
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
    # No letter means two things.
    doubled=$(sed -n 's/^ *-\([a-zA-Z]\), --.*/\1/p' out | sort | uniq -d)
    must test -z "$doubled"
    count=$((count + 1))
done
must test "$count" -ge 3
must waymark --help >/dev/null
say "every verb has help"
