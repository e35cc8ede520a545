# convert to glTF and OBJ and back: nothing changes, and what other programs make is taken.
samples
terrain
models
for file in hall.trx hall.trn; do
    must waymark rebuild -q --force "$file" wanted.trx
    for form in obj glb gltf; do
        must waymark convert -q --force "$file" out.$form
        must waymark convert -q --force --template "$file" out.$form back.trx
        say "$file by $form"
        waymark diff wanted.trx back.trx | grep -v -e sight -e tiles.counts -e differ: || true
    done
done
for file in room.wok crate.pwk; do
    must waymark rebuild -q --force "$file" "wanted.${file##*.}"
    for form in obj glb gltf; do
        must waymark convert -q --force "$file" out.$form
        must waymark convert -q --force out.$form "back.${file##*.}"
        say "$file by $form"
        same "wanted.${file##*.}" "back.${file##*.}"
    done
done
t convert hall.trx hall.glb
t convert --json hall.trx hall.obj
head -8 hall.obj
t convert --json hall.obj made.trx
t convert room.wok hall.obj

say "a model"
t convert --json sample.mdl model.glb
t convert sample.mdl model.obj
head -c 4 model.glb
say

say "made elsewhere"
cat >floor.obj <<END
# Blender
mtllib floor.mtl
o Floor
v 0 0.5 0
v 20 0.5 0
v 20 0.5 -20
v 0 0.5 -20
usemtl stone.001
f 1 2 3 4
END
t convert floor.obj floor.trx
t check floor.trx
t convert --tile-width 10 --json floor.obj floor10.trx
t convert --up z floor.obj side.trx
sed 's/stone/Material/' floor.obj >unknown.obj
t convert unknown.obj unknown.trx
t convert unknown.obj unknown.wok
t convert --material Metal unknown.obj unknown.wok
t convert --material sky unknown.obj unknown.trx
# Known by the colour that an export gives it, in the file of materials or in the glTF.
sed 's/o Floor/o Floor/;s/stone.001/Material.002/;s/floor.mtl/paint.mtl/' floor.obj >paint.obj
printf 'newmtl Material.002\nKd 0.5490 0.7608 0.4431\n' >paint.mtl
t convert paint.obj paint.wok
t convert paint.wok paint.ascii
grep -A2 faces paint.ascii
t convert floor.obj floor.tga
t convert --weld perhaps floor.obj x.trx
t convert --tile-width 0 floor.obj x.trx
t convert --template hall.trx floor.obj x.wok
t convert --template none.trx floor.obj x.trx
t convert floor.obj floor.trx
printf 'v 0 0 0\nf 1 2 3\n' >bad.obj
t convert bad.obj x.trx
must test ! -e x.trx
