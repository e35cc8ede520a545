# The man page and the completions name every verb that --help names.
waymark --help | sed -n '/^verbs:/,/^$/p' | awk 'NF > 1 { print $1 }' >verbs
must test "$(wc -l <verbs)" -ge 10
waymark --man >waymark.1
for shell in bash zsh fish; do
    waymark --completion $shell >completion.$shell
done
while read -r verb; do
    must grep -q "^\.SS $verb " waymark.1
    must grep -q "^        $verb) words=.* --json" completion.bash
    must grep -q "^    $verb) choices=.* --json" completion.zsh
    must grep -q " -a $verb -d " completion.fish
done <verbs
if command -v bash >/dev/null; then
    must bash -n completion.bash
fi
if command -v groff >/dev/null; then
    must test -z "$(groff -man -Tascii -ww -z waymark.1 2>&1)"
fi
say "all verbs are there"
t --completion tcsh
t --completion
