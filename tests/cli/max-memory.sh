# --max-memory: with too little memory every verb ends with 3, or 4 while writing, and says why; with
# enough it does what it does without a limit. Each command is tried with rising limits.
samples
models
terrain
texts
bw2
blender
# shellcheck disable=SC2154 # set by run
"$bin/make_area" area damaged
cp room.wok out.wok && must "$bin/pack_archive" erf hall.mod out.wok sample.mdl
head -c 2000000 /dev/zero >big && cp big a.wok && cp big b.wok && cp big c.wok
must "$bin/pack_archive" erf three.mod a.wok b.wok c.wok
export TMPDIR="$PWD" WAYMARK_VIEWER=viewer.html
unset DISPLAY WAYLAND_DISPLAY
say '<script id="waymark-files" type="application/json">[]</script>' >viewer.html
tries=0
swept=
# sweep ARGUMENTS...: OUT stands for a file that is written.
sweep() {
    swept="$swept $1"
    rm -rf out.* && waymark "$@" >want 2>/dev/null && wanted=0 || wanted=$?
    cat out.* >>want 2>/dev/null || true
    limit=1000
    refused=0
    same=0
    while [ $limit -lt 40000000 ]; do
        rm -rf out.*
        waymark "$@" --max-memory $limit -j 2 >got 2>err && code=0 || code=$?
        tries=$((tries + 1))
        if [ "$code" -eq 3 ] || [ "$code" -eq 4 ]; then
            grep -q 'of --max-memory' err || say "waymark $*: $limit: exit $code without a reason: $(cat err)"
            must test -z "$(find . -name '.waymark-*' -o -name 'out.*' -size +0)"
            [ $same -eq 0 ] || say "waymark $*: $limit is refused, less was enough"
            refused=$((refused + 1))
        else
            cat out.* >>got 2>/dev/null || true
            cmp -s want got || say "waymark $*: $limit: another result"
            [ "$code" -eq "$wanted" ] || say "waymark $*: $limit: exit $code, not $wanted"
            same=$((same + 1))
        fi
        limit=$((limit * 2))
    done
    [ $refused -gt 0 ] || say "waymark $*: never refused"
    [ $same -gt 0 ] || say "waymark $*: always refused"
}
sweep info room.wok
sweep info --json sample.mdl child.mdl room.wok
sweep info hall.trx
sweep info area/grid.lyt
sweep check room.wok
sweep check --json sample.mdl
sweep check hall.trx
sweep check --sarif m_square.bwm
sweep dump --json sample.mdl
sweep dump hills.wok
sweep diff hills.wok room.wok
sweep convert -q hills.wok out.glb
sweep convert -q sample.mdl out.mdl
sweep convert -q sample.mdl out.gltf
sweep convert -q hall.trx out.obj
sweep rebuild -q hills.wok out.wok
sweep rebuild -q sample.mdl out.mdl
sweep bake -q hall.trn out.trx
sweep set -q --material 1=dirt room.wok out.wok
sweep transform -q --move 1,2,3 sample.mdl out.mdl
sweep height hills.wok 1,1
sweep path hills.wok 1,1 9,9
sweep render -q hills.wok out.svg
sweep fix -q sample.mdl -o out.mdl
sweep pose -q sample.mdl out.obj
sweep nearest hills.wok 1,1,1
sweep raycast hills.wok 1,1,9 0,0,-1
sweep sight hills.wok 1,1,2 9,9,2
sweep region hills.wok 1,1
sweep reach hills.wok 1,1 9,9
sweep slide hills.wok 1,1 9,9
sweep locate hills.wok 1,1
sweep strip -q hall.trx out.trx
sweep budget hall.trx
sweep packet list hall.trx
sweep packet extract hall.trx ASWM out.aswm
sweep packet replace hall.trx ASWM hall.trx out.trx
sweep pth -q area/grid.lyt out.pth
sweep ls hall.mod
sweep extract -q hall.mod out.wok -o .
sweep view -q room.wok -o out.html
for verb in $(waymark --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    case " $swept " in
    *" $verb "*) ;;
    *) say "waymark $verb: not tried" ;;
    esac
done
say "entries that wait to be written give way to the next one:"
waymark extract -q --max-memory 3M three.mod '*' -o three && cmp three/a.wok big && cmp three/c.wok big
waymark extract --max-memory 1M three.mod 'a.*' -o small 2>err && code=0 || code=$?
say "exit $code: $(head -1 err)"
waymark extract --json --max-memory 1M three.mod 'a.*' -o small 2>/dev/null | jsonl error.message
say "no limit is a mistake:"
for size in 0 x -1 5X 99999999999999999999 10MB ''; do
    waymark info --max-memory="$size" room.wok 2>err && code=0 || code=$?
    say "exit $code: $(cat err)"
done
waymark info --max-memory 1G room.wok >/dev/null && say "1G is enough"
must test $tries -gt 300
say "all verbs keep to the limit"
