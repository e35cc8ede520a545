# Options that a verb does not use for an input are refused, or reported at the end. Here are the
# options of all verbs whose options depend on the input, for every kind of input.
samples
models
terrain
mdb
bw2
must "$bin/make_area" area
must waymark convert --quiet sample.mdl sample.glb
must waymark convert --quiet room.wok room.obj
must waymark convert --quiet room.wok room.wok.ascii
must waymark convert --quiet sample.mdl sample-ascii.mdl
printf '2DA V2.0\n\n  label walk walkcheck lineofsight\n0 Dirt 1 1 1\n' >table.2da
kinds="room.wok room.wok.ascii area/grid.lyt sample.mdl sample-ascii.mdl hall.trx hall.trn
    plc_stage.mdb m_square.bwm sample.glb room.obj"

# each VERB OUT OPTION...: what becomes of each option, for each kind of input that the verb takes
each() {
    verb=$1 out=$2
    shift 2
    for file in $kinds; do
        # shellcheck disable=SC2086 # OUT may be two words, or none
        waymark $verb --quiet "$file" $out >/dev/null 2>err && code=0 || code=$?
        rm -rf out.*
        [ "$code" -le 1 ] || continue
        taken='' refused='' warned=''
        for option in "$@"; do
            # shellcheck disable=SC2086 # an option may have a value
            waymark $verb $option "$file" $out >/dev/null 2>err && code=0 || code=$?
            rm -rf out.*
            if [ "$code" -gt 1 ]; then
                refused="$refused [$option]"
            elif grep -q 'has no effect' err; then
                warned="$warned [$option]"
            else
                taken="$taken [$option]"
            fi
        done
        say "$verb $file"
        say "  taken:${taken:- none}${refused:+
  refused:$refused}${warned:+
  warned:$warned}"
    done
}
each info "" "--game nwn1" "--surfacemat table.2da"
each check "" "--game nwn1" "--surfacemat table.2da" --all --strict --verbose "--color never"
each dump "" --layout
each fix "-o out.x" "--tolerance 0.1" --remove-dangling --dry-run "--surfacemat table.2da"
each rebuild out.x --keep-tree "--rounding k1" --tight "--parts normals" "--surfacemat table.2da"
each "render --size 160x120" out.svg "--title x" "--layer +grid" "--point 1,1" "--path 1,1:2,2" \
    --no-findings "--view top" "--anim walk" "--anim walk --time 0" "--supermodel sample.mdl"
each pose out.json "--anim walk" --loop "--anim walk --loop" --y-up --all "--supermodel sample.mdl"
each "pose --list" "" "--anim walk" --loop --y-up --all "--supermodel sample.mdl" --list
each strip out.trx --server --keep-water --fast "--server --keep-water" "--surfacemat table.2da"
each budget "" --all "--tile 0,0" "--all --tile 0,0"
each bake out.trx --no-git --no-placeables "--models ." "--missing fail" "--no-git --models ." \
    --assign-tiles --simplify --keep-borders --force-walkable --zlib "--surfacemat table.2da"
each path "1,1 2,2" "--material 4" --crossings "--radius 0.1" "--cost 4=2" --partial --faces \
    "--radius 0.1 --faces" "--surfacemat table.2da"
each "path --game-tables" "1,1 2,2" "--material 4" --crossings "--radius 0.1" "--cost 4=2" \
    --partial --faces "--index out.index" "--obstacle crate.pwk@1,1,0"
each height 1,1 "--material 4" --any --up "--obstacle crate.pwk@1,1,0" "--surfacemat table.2da"
say "actions of packet:"
t packet list --plain hall.trx
t packet list --any hall.trx
t packet extract --any hall.trx ASWM out.aswm
t packet replace --plain hall.trx ASWM hall.trx out.trx
say "several options that do not fit:"
t fix --tolerance 3 room.wok -o out.wok
t convert --keep-walkmesh --template hall.trx --tile-width 9 room.obj out.trx
t check --surfacemat table.2da hall.trx m_square.bwm
t info --surfacemat table.2da hall.trx room.wok
say "set and convert have tables of their own (set.sh, convert-table.sh). Verbs without options that"
say "depend on the input: diff, extract, locate, ls, nearest, raycast, reach, region, sight, slide, view"
