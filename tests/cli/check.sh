# check for people: grouped, worst first, short about clean files, a summary at the end.
# outline: without what each finding means, and without the words of the findings
outline() { grep -v '^      ' | sed 's/^\(  [a-z]*:\).*\(\[[A-Z].*\)/\1 ... \2/'; }
samples
texts texts
must "$bin/make_area" bad damaged
must "$bin/make_area" good
say "one file:"
t check corridor.wok
t check scenery.wok
t check --all scenery.wok
t check degenerate.wok
t check -a degenerate.wok | outline
t check --strict degenerate.wok | outline
say "several files:"
t check corridor.wok room.wok
t check -v corridor.wok scenery.wok
t check -q corridor.wok room.wok
t check corridor.wok scenery.wok degenerate.wok bad/grid.lyt | outline
t check good
say "errors come before warnings:"
cp degenerate.wok both.wok
printf '\377' | dd of=both.wok bs=1 seek=$((0x690)) conv=notrunc 2>/dev/null
t check both.wok | outline
say "a room of a layout with errors, and of one without:"
t check bad/grid_01_00.wok
t check good/grid_01_00.wok
say "files that cannot be opened are no findings, but count:"
t check missing.wok
t check missing.wok corridor.wok
t check --json missing.wok
say "colours:"
t check --color always degenerate.wok | sed 's/\o33/ESC/g' | head -n 4
waymark check --color=always corridor.wok degenerate.wok >colours
waymark check --color=auto corridor.wok degenerate.wok >plain
must test "$(sed 's/\o33\[[0-9;]*m//g' colours)" = "$(cat plain)"
must test -z "$(tr -cd '\033' <plain)"
# wine draws terminals with escape sequences of its own
if posix && command -v script >/dev/null; then
    # Under a terminal: colours, unless NO_COLOR says no.
    script -qec "$bin/waymark check degenerate.wok" /dev/null >terminal </dev/null
    must test -n "$(tr -cd '\033' <terminal)"
    NO_COLOR=1 script -qec "$bin/waymark check degenerate.wok" /dev/null >terminal </dev/null
    must test -z "$(tr -cd '\033' <terminal)"
fi
t check --color sometimes corridor.wok
say "JSON does not depend on these options:"
waymark check --json . >some || true
waymark check --json --all --verbose --color always . >all || true
must test -s some
same some all
