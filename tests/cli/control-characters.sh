# File names with control characters: no verb may print them as they are. All names here begin
# with ESC [31m (red), BEL and the C1 character CSI. Only lines with such a name are shown.
posix || skip "file names cannot hold control characters"
ran=
e=$(printf 'a\033[31m\007\302\233')
plain() {
    ran="$ran $1"
    waymark "$@" >out 2>err && code=0 || code=$?
    cat out err >both
    bad=$(tr -d '\n' <both | tr -cd '\000-\037\177' | wc -c)
    if [ "$bad" -ne 0 ] || grep -q "$(printf '\302\233')" both; then
        say "waymark $1 prints control characters:"
        cat -v both
    else
        say "$1: exit $code"
        grep -F '?[31m??' both | sed 's/^/  /' || true
    fi
}
samples in
models in
terrain in
mdb in
bw2 in
must waymark convert --quiet in/sample.mdl in/sample.glb
must "$bin/make_area" .
for f in room.wok corridor.wok sample.mdl sample.mdx sample.glb hall.trx hall.trn hall.git field.trx \
    plc_stage.mdb m_square.bwm; do
    cp "in/$f" "$e$f"
done
cp grid.lyt "$e.lyt"
must "$bin/pack_archive" erf "$e.mod" in/room.wok
say "What reads:"
plain info "$e"*.wok "$e"sample.mdl "$e"hall.trx "$e"plc_stage.mdb "$e"m_square.bwm "$e".lyt
plain check --all --verbose "$e"room.wok "$e"field.trx
plain check "$e"room.wok
plain diff "$e"room.wok "$e"corridor.wok
plain dump --layout "$e"sample.mdl
plain ls "$e.mod"
plain budget "$e"field.trx
plain height "$e"none.wok 1,1
plain locate "$e"none.wok 1,1
plain nearest "$e"none.wok 1,1,0
plain path "$e"none.wok 1,1 2,2
plain path --index "$e.index" "$e"room.wok 1,1 2,2
plain raycast "$e"none.wok 1,1,1 0,0,-1
plain reach "$e"none.wok 1,1 2,2
plain region "$e"none.wok
plain sight "$e"none.wok 1,1,1 2,2,2
plain slide "$e"none.wok 1,1 2,2
say "What writes:"
plain convert "$e"room.wok "$e"room.glb
plain convert "$e"room.wok "$e"room.obj
plain convert "$e"room.glb "$e"again.wok
plain convert "$e"sample.mdl "$e"sample.obj
plain convert "$e"sample.glb "$e"made.mdl
plain convert "$e"sample.glb "$e"made.bwm
plain convert "$e"sample.glb "$e"made.mdb
plain convert "$e"hall.trx "$e"hall.obj
plain convert "$e"hall.obj "$e"made.trx
plain convert --to glb "$e"room.wok "$e"none.wok "$e"hall.trx -o "$e.d/"
plain convert "$e"room.wok "$e"room.glb
plain rebuild "$e"room.wok "$e"rebuilt.wok
plain rebuild "$e"hall.trx "$e"rebuilt.trx
plain rebuild "$e"m_square.bwm "$e"rebuilt.bwm
plain transform --move 1,2,3 "$e"room.wok "$e"moved.wok
plain set --material all=4 "$e"room.wok "$e"set.wok
plain set --field name=other "$e"sample.mdl "$e"set.mdl
plain set --texture diffuse=other "$e"plc_stage.mdb "$e"set.mdb
plain fix "$e"room.wok -o "$e"fixed.wok
plain fix "$e.lyt" --dry-run
plain bake "$e"hall.trn "$e"baked.trx
plain strip "$e"hall.trx "$e"stripped.trx
plain packet extract "$e"hall.trx ASWM "$e"packet
plain packet extract "$e"hall.trx NONE "$e"packet
plain pth "$e"room.wok "$e"room.pth
plain extract "$e.mod" '*' -o "$e.out"
plain extract "$e.mod" '*' -o "$e.out"
plain pose "$e"sample.mdl "$e"posed.obj
plain render "$e"room.wok "$e"room.svg
plain render "$e"sample.mdl "$e"sample.png
say 'before<script id="waymark-files" type="application/json">[]</script>after' >viewer.html
export WAYMARK_VIEWER=viewer.html
plain view --no-open "$e"room.wok -o "$e.html"
waymark --help | sed -n 's/^  \([a-z]\{1,\}\)  *[a-z].*/\1/p' >verbs
say "Of $(wc -l <verbs) verbs these were not tried:"
while read -r verb; do
    case "$ran " in
    *" $verb "*) ;;
    *) say "$verb" ;;
    esac
done <verbs
