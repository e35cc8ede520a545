# The man page and the completions name every verb that --help names.
waymark --help | sed -n '/^verbs:/,/^$/p' | awk 'NF > 1 { print $1 }' >verbs
must test "$(wc -l <verbs)" -ge 10
waymark --man >waymark.1
for shell in bash zsh fish; do
    waymark --completion $shell >completion.$shell
done
while read -r verb; do
    must grep -q "^\.SS $verb " waymark.1
    must grep -q "^    $verb) words=.* --json" completion.bash
    must grep -q "^    $verb) choices=.* --json" completion.zsh
    must grep -q " -a $verb -d " completion.fish
done <verbs
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        must $shell -n completion.$shell
    fi
done
if command -v groff >/dev/null; then
    must test -z "$(groff -man -Tascii -ww -z waymark.1 2>&1)"
fi
say "all verbs are there"
t --completion tcsh
t --completion
say "values:"
grep -h -- ':--view)\|:--to)\|:--rounding)' completion.bash completion.zsh
grep -- '-l flip' completion.fish | sed 's/ -d .*//'
if command -v bash >/dev/null; then
    # complete WORDS...: the last word as bash would complete it
    complete_words() {
        bash -c 'source ./completion.bash; COMP_WORDS=(waymark "$@"); COMP_CWORD=$#
            _waymark; echo "${COMPREPLY[*]}"' bash "$@"
    }
    must test "$(complete_words che)" = check
    must test "$(complete_words path --part)" = --partial
    must test "$(complete_words render --view t)" = 'three-quarter top'
    must test "$(complete_words render -l +grid,-le)" = '+grid,-legend'
    must test "$(complete_words locate -m metal,Dee)" = 'metal,DeepWater'
    must test "$(complete_words convert --to = a)" = ascii
    must test "$(complete_words transform --flip =)" = 'x y xy'
    must test "$(complete_words --completion z)" = zsh
    must test "$(complete_words info waym)" = waymark.1
fi
