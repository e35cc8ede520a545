# Damaged input ends with 3, or with findings and 1 from check; never otherwise, and no
# output is left.
samples
size=$(wc -c <room.wok)
count=0
at=0
while [ "$at" -lt "$size" ]; do
    head -c "$at" room.wok >cut.wok
    for verb in info dump 'convert cut.wok out.wok' 'rebuild cut.wok out.wok' 'transform cut.wok out.wok' 'diff cut.wok room.wok'; do
        case $verb in *' '*) ;; *) verb="$verb cut.wok" ;; esac
        # shellcheck disable=SC2086 # words
        waymark $verb >out 2>err && code=0 || code=$?
        [ "$code" -eq 3 ] || say "$verb, cut at $at: exit $code"
        [ -s err ] || say "$verb, cut at $at: not a word"
        [ ! -e out.wok ] || say "$verb, cut at $at: left an output"
        count=$((count + 1))
    done
    waymark check cut.wok >out 2>err && code=0 || code=$?
    [ "$code" -eq 1 ] || say "check, cut at $at: exit $code"
    at=$((at + 487))
done
must test "$count" -gt 100
say "cut files are refused"

# One byte after the other set to 255, through the header and a little beyond.
at=8
while [ "$at" -lt 160 ]; do
    cp room.wok bad.wok
    printf '\377' | dd of=bad.wok bs=1 seek="$at" conv=notrunc 2>/dev/null
    for verb in info check 'rebuild -q --force bad.wok out.wok' 'dump --json'; do
        case $verb in *' '*.wok) ;; *) verb="$verb bad.wok" ;; esac
        # shellcheck disable=SC2086
        waymark $verb >out 2>err && code=0 || code=$?
        case $code in 0 | 1 | 3) ;; *) say "$verb, byte $at: exit $code" ;; esac
    done
    at=$((at + 3))
done
say "patched files are survived"
