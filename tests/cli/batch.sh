# Verbs that write: many inputs and directories into a directory.
mkdir -p in/deep models terrain
samples all
cp all/room.wok all/corridor.wok in
cp all/crate.pwk in/deep
head -c 200 all/room.wok >in/broken.wok
echo 'not a walkmesh' >in/deep/readme.txt
say "a directory, with a damaged file in it:"
t convert --to glb -j 1 in -o out1
t convert --to glb -j 4 -q in -o out4
find out1 -type f | sort
for file in $(cd out1 && find . -type f | sort); do same "out1/$file" "out4/$file"; done
say "--json, one object a file, in the same order with any -j:"
t convert --json --to glb --force -j 1 in out1
waymark convert --json --to glb --force -j 1 in out1 >one.json 2>one.txt || true
waymark convert --json --to glb --force -j 4 in out1 >four.json 2>four.txt || true
same one.json four.json
same one.txt four.txt
say "existing files need --force, OUT must be a directory:"
t convert --to glb in/room.wok out1/
t convert --json --to glb in/room.wok out1/
t convert --force --to glb in/room.wok in/corridor.wok out1/
t convert in all/hills.wok
t convert in -
t convert all/room.wok all/corridor.wok all/crate.pwk all/hills.wok x.wok
t convert in out.d
must test ! -e out.d
waymark convert - out1/ <all/room.wok 2>&1 && code=0 || code=$?
say "exit $code"
say "without --to the format stays:"
t convert all/room.wok same/
same same/room.wok all/room.wok
t convert --to ascii all/room.wok all/crate.pwk texts/
t convert --to binary texts back/
find back texts -type f | sort
same back/room.wok all/room.wok
say "files that would become one keep their endings, except a model:"
cp all/corridor.wok in/deep/crate.wok
t convert --to glb -j 1 in apart
find apart -type f | sort
waymark convert -q --to glb -j 4 in apart-4 2>/dev/null || true
for file in $(cd apart && find . -type f | sort); do same "apart/$file" "apart-4/$file"; done
rm in/deep/crate.wok
mkdir room
models room
cp all/room.wok room/sample.wok
t convert --json --to glb room/sample.mdl room/sample.wok rooms
waymark convert -q room/sample.mdl alone.glb
same rooms/sample.glb alone.glb
waymark convert -q room/sample.wok alone-wok.glb
same rooms/sample.wok.glb alone-wok.glb
t render --size 200x150 room/sample.mdl room/sample.wok drawn
ls drawn
say "if that does not help, nothing is written:"
mkdir other
cp all/room.wok other/room.wok
t convert --to glb all/room.wok other/room.wok clash
t rebuild all/room.wok other/room.wok clash
cp all/room.wok other/room.wok.wok
cp all/crate.pwk other/room.pwk
t convert --to glb other clash
must test ! -e clash
say "the other verbs:"
for verb in rebuild 'transform --rotate 90' 'render --size 200x150'; do
    name=${verb%% *}
    # shellcheck disable=SC2086 # a verb with its options
    t $verb -j 4 in -o "$name"
    # shellcheck disable=SC2086
    waymark $verb -q -j 1 in -o "$name-1" 2>/dev/null || true
    for file in $(cd "$name" && find . -type f | sort); do same "$name/$file" "$name-1/$file"; done
done
t render --to svg in/room.wok svg/
t render --to svg in/room.wok room.png
t rebuild --json in -o rebuilt
terrain terrain
cp terrain/hall.trx terrain/closet.trx .
rm terrain/*.trn
t strip -j 2 hall.trx closet.trx small/
head -c 500 hall.trx >cut.trx
t strip --json hall.trx cut.trx small2/
t bake -j 2 hall.trx closet.trx baked
say "models: the MDX is no file of its own, a missing one is refused:"
models models
mkdir two
cp models/sample.mdl models/sample.mdx two
cp models/sample.mdl two/alone.mdl
t convert -j 2 two copies
ls copies
same copies/sample.mdx two/sample.mdx
t convert --to glb --allow-missing-mdx two copies
say "a bad value is reported once, before any file is read:"
t transform --scale 0 in moved/
t convert --to trx --tile-width -1 all meshes/
t render --size 10x10 in plans/
t render --path 1,2 in plans/
t render --layer +gird in plans/
must test ! -e moved
must test ! -e plans
say "a file that is not an input is at fault:"
echo text >no.mdl
t convert --json --to mdl --template no.mdl out1/corridor.glb back/
