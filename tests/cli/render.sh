# Pictures: three formats, the same bytes each time, and mistakes that leave no file.
"$bin/make_room" hall.wok
"$bin/make_room" --broken broken.wok
samples made
t render hall.wok a.png
t render -q hall.wok b.png
same a.png b.png
head -c 8 a.png | od -An -c
for kind in svg pdf; do
    t render broken.wok "a.$kind"
    t render -q broken.wok "b.$kind"
    same "a.$kind" "b.$kind"
    head -c 5 "a.$kind"
    say
done
t render hall.wok a.png
t render --force --size 800x600 --title Hall --point 3,9 --point -1.5,-2 hall.wok a.png
od -An -j16 -N8 -tu1 a.png
t render --no-findings broken.wok c.png
say "anything that can be read can be drawn:"
for file in made/*; do
    must waymark render -q --size 400x300 "$file" "$(basename "$file").png"
done
say "mistakes:"
t render hall.wok picture.bmp
t render hall.wok picture
t render --size 10x10 hall.wok d.png
t render --size big hall.wok d.png
t render --point here hall.wok d.png
t render a.png d.png
t render hall.wok no/such/directory/d.png
ls ./*.bmp d.png 2>/dev/null || say "no file was left"
say "a way between two points:"
"$bin/make_room" way.wok
t render -q --path 5,2.5:11,4.5 way.wok way.svg
t render -q --path 5,2.5 way.wok way2.svg
t render --path 5,2.5:50,50 way.wok way3.svg
say "whole areas and terrain:"
"$bin/make_area" area
terrain terrain
t render --path 1,1:15,9 area/grid.lyt area.png
must waymark render --json --path 1,1:15,9 area/grid.lyt area.svg | jsonl output kind findings paths
must waymark render --json --view front area/grid.lyt rooms.png | jsonl output kind view meshes
must waymark render --json --path 1,1:16,1 terrain/hall.trx terrain.png | jsonl kind findings paths
t render area/grid_00_00.wok named.svg
say "rooms of one folder get their names from the layout there, the first that lists them:"
mkdir alone several
cp area/grid_00_00.wok alone
cp area/*.wok several
sed 's/Grid_01_00/Other_room/' area/grid.lyt >several/a.lyt
cp area/grid.lyt several/b.lyt
must waymark render -q area -o one
must waymark render -q several -o two
must waymark render -q area/grid_00_00.wok same.png
must waymark render -q alone/grid_00_00.wok alone.png
must cmp one/grid_00_00.png same.png
must cmp one/grid_01_00.png two/grid_01_00.png
cmp -s one/grid_00_00.png alone.png || say "other names without a layout"
cmp -s one/grid_00_00.png two/grid_00_00.png || say "other names with another layout"
for file in terrain/*.tr?; do
    test "$file" != terrain/other.trn || continue # it has no walkmesh
    must waymark render -q --size 400x300 "$file" "$(basename "$file").pdf"
done
t render terrain/other.trn none.png
say "models:"
models models
cp models/child.mdl alone.mdl
cp models/child.mdx alone.mdx
t render --size 480x360 models/sample.mdl model.png
od -An -j16 -N8 -tu1 model.png
t render -q --size 480x360 models/sample.mdl again.png
t render -q -j1 --size 480x360 models/sample.mdl single.png
same model.png again.png
same model.png single.png
must waymark render --json --anim walk --time 0.5 --view front --size 320x240 models/child.mdl walk.svg |
    jsonl kind view animation time lod meshes triangles vertices size
t render -q --size 320x240 --layer +skeleton,+names,+hooks,+walkmesh,+hidden,+wireframe,lod2 models/sample.mdl all.pdf
must waymark render --json --view top --size 320x240 hall.wok solid.png | jsonl kind view animation triangles size
waymark convert -q hall.wok hall.obj
t render -q --size 320x240 hall.obj obj.png
for file in models/*.mdl; do
    must waymark render -q --size 160x120 "$file" "$(basename "$file").png"
done
"$bin/make_bw2" bw2
for file in bw2/[ms]*.bwm; do
    must waymark render -q --size 160x120 "$file" "$(basename "$file").png"
done
say "mistakes with models:"
t render --anim wolk models/sample.mdl e.png
t render --anim wolk alone.mdl e.png
t render --time 1 models/sample.mdl e.png
t render --anim walk --time soon models/sample.mdl e.png
t render --size 5000x5000 models/sample.mdl e.png
t render --view above models/sample.mdl e.png
t render --path 1,1:2,2 models/sample.mdl e.png
t render --anim walk hall.wok e.png
t render --layer faces models/sample.mdl e.png
t render --layer +skeleton hall.wok e.png
t render bw2/zeros.bwm e.png
head -c 300 models/sample.mdl >cut.mdl
t render --json cut.mdl e.png
ls e.png 2>/dev/null || say "no file was left"

say "an SVG is as large as --size says"
must waymark render -q --size 640x480 hall.wok sized.svg
grep -o '<svg .*' sized.svg | grep -o -e ' width="[^"]*"' -e ' height="[^"]*"'

say "names that are not UTF-8"
printf '#MAXLAYOUT ASCII\nbeginlayout\n   roomcount 2\n      hall 0.0 0.0 0.0\n      \377\376 0.0 0.0 0.0\n   trackcount 0\n   obstaclecount 0\n   doorhookcount 1\n      hall \377door 0 1.0 1.0 0.0 0.0 0.0 0.0 1.0\ndonelayout\n' >odd.lyt
t render -q odd.lyt odd.png
