#!/bin/sh
# Runs every program of examples/ on files that are made here.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/make_terrain" "$work/terrain"
"$build/make_models" "$work/models"
cd "$work"

# example NAME CODE TEXT ARGUMENT...: exits with CODE and prints TEXT.
example() {
    name=$1 expected=$2 text=$3
    shift 3
    code=0
    "$build/$name" "$@" >out 2>&1 || code=$?
    # Without a TEXT it prints nothing.
    if [ "$code" != "$expected" ] || { [ -z "$text" ] && [ -s out ]; } || { [ -n "$text" ] && ! grep -q -e "$text" out; }; then
        echo "$name $*: exit $code, expected $expected and '$text'"
        cat out
        exit 1
    fi
    echo "$name" >>ran
}

example make_room 0 '' hall.wok
example make_room 0 '' --broken broken.wok
example check_room 0 'hall.wok: 0 errors' hall.wok
example check_room 1 'Fix: ' broken.wok
example check_room 2 'missing.wok' missing.wok
example height_and_path 0 'a path of 1[0-9]\.[0-9]* m' hall.wok 3 1 17 3
example height_and_path 1 'no path' hall.wok 3 1 100 3
example threads 0 '4 threads found the same [1-9][0-9]* heights' hall.wok
example make_model 0 '' pyramid.mdl pyramid.mdx
example pose_model 0 'pyramid: [0-9]* vertices' pyramid.mdl pyramid.mdx none 0
model=models/sample.mdl
example pose_model 0 ', skinned' "$model" "${model%.mdl}.mdx" turn 0.5
example bake_trx 0 'hall.trx: [1-9][0-9]* triangles' terrain/hall.trn hall.trx
example bake_trx 1 'bad_magic' hall.wok hall2.trx
example list_surfaces 0 '{"name":"Nonwalk","walkable":false,"colour":\[0\.34'
example list_surfaces 0 '{"name":"mud_not_walkable","walkable":false,'
example make_stage 0 '' .
for file in crowded.trn theatre.trn theatre.git plc_stage.glb; do test -s $file; done
example make_stage 1 'cannot create' missing
example paint_robot 0 '' .
for file in robot_shell.tga robot_joint.tga robot_glow.tga; do test -s $file; done
example paint_robot 1 'missing/robot_shell.tga' missing
mkdir temple
example make_temple 0 '' temple
example make_temple 2 'usage' temple too many
example make_temple 1 'missing/temple.lyt' missing
"$build/waymark" check -q temple/temple.lyt
example make_temple 0 '' --broken temple
"$build/waymark" check -q temple/temple.lyt >out && { echo "the temple is not broken"; exit 1; }
grep -q AREA_TRANSITION_ONE_SIDED out

# None is forgotten, and each is small enough to read at once, but for those that make samples.
count=0
for file in "$source"/examples/*.c; do
    name=$(basename "$file" .c)
    grep -qx "$name" ran || { echo "$name was not run"; exit 1; }
    case $name in
    make_room | make_stage) ;;
    *) [ "$(wc -l <"$file")" -le 80 ] || { echo "$name is longer than 80 lines"; exit 1; } ;;
    esac
    count=$((count + 1))
done
test "$count" -ge 8
echo "$count examples run"
