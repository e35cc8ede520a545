# A walkmesh that is cut off in its geometry ends with 3, and no output is left. Otherwise it is read
# with a warning, and converted byte for byte. check ends with 1.
samples
geometry=$(od -An -tu4 -j88 -N4 room.wok) # the materials follow the faces
size=$(wc -c <room.wok)
count=0
at=0
while [ "$at" -lt "$size" ]; do
    head -c "$at" room.wok >cut.wok
    for verb in info dump 'convert cut.wok out.wok' 'rebuild cut.wok out.wok' 'transform --move 1,2,3 cut.wok out.wok' 'diff cut.wok room.wok'; do
        case $verb in *' '*) ;; *) verb="$verb cut.wok" ;; esac
        # shellcheck disable=SC2086 # words
        waymark $verb >out 2>err && code=0 || code=$?
        [ -s err ] || say "$verb, cut at $at: not a word"
        if [ "$at" -lt "$geometry" ]; then
            [ "$code" -eq 3 ] || say "$verb, cut at $at: exit $code"
            [ ! -e out.wok ] || say "$verb, cut at $at: left an output"
        else
            case $verb$code in diff*1 | [!d]*0 | dump*0) ;; *) say "$verb, cut at $at: exit $code" ;; esac
            case $verb in convert*) cmp cut.wok out.wok || say "other bytes" ;; esac
            rm -f out.wok
        fi
        count=$((count + 1))
    done
    waymark check cut.wok >out 2>err && code=0 || code=$?
    [ "$code" -eq 1 ] || say "check, cut at $at: exit $code"
    at=$((at + 487))
done
must test "$count" -gt 100
say "cut files are refused or kept"

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
