# A glTF that another program saved without an edit: with --template, the template is copied.
models models
bw2 bw2
mdb mdb
samples rooms
terrain terrain
# saved FILE: as Blender would name itself, and the scene stays as it is
saved() {
    waymark convert -q --force "$1" exported.gltf
    sed 's/"generator":"[^"]*"/"generator":"Khronos glTF Blender I\/O v3.4.50"/' exported.gltf >saved.gltf
}
for file in models/sample.mdl bw2/m_square.bwm bw2/s_square.bwm mdb/plc_stage.mdb rooms/room.wok terrain/hall.trx; do
    ending=${file##*.}
    saved "$file"
    t convert --template "$file" saved.gltf back."$ending"
    same "$file" back."$ending"
    waymark convert --json --force --template "$file" saved.gltf back."$ending" 2>/dev/null | jsonl output straight
    rm -f back."$ending" back.mdx
done
saved models/sample.mdl
waymark convert -q --template models/sample.mdl saved.gltf back.mdl
same models/sample.mdx back.mdx
say "nothing was edited, but the options or OUT ask for another file"
t convert --force --game k2 --template models/sample.mdl saved.gltf back.mdl
t convert --template models/sample.mdl saved.gltf back-ascii.mdl
t convert --template models/sample.mdl --to mdl saved.gltf -
say "a text as template, with a node that has no controllers"
cat >bare-ascii.mdl <<'END'
newmodel bare
setsupermodel bare NULL
beginmodelgeom bare
node dummy bare
  parent NULL
endnode
node dummy point
  parent bare
endnode
node trimesh wall
  parent bare
  position 1 2 3
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 1 2 0
endnode
endmodelgeom bare
donemodel bare
END
saved bare-ascii.mdl
t convert --template bare-ascii.mdl saved.gltf text-ascii.mdl
same bare-ascii.mdl text-ascii.mdl
waymark convert -q bare-ascii.mdl bare.mdl
t convert --template bare-ascii.mdl saved.gltf text.mdl
t diff bare.mdl text.mdl
t convert --force --game k1 --template bare-ascii.mdl saved.gltf text.mdl
t diff bare.mdl text.mdl
saved rooms/room.wok
t convert --template rooms/room.wok saved.gltf back.pwk
say "a walkmesh that is not baked is baked"
saved terrain/field.trn
t convert --template terrain/field.trn saved.gltf back.trn
same terrain/field.trn back.trn
t convert --template terrain/field.trn saved.gltf back.trx
say "another image, and one that Blender only counted"
textures textures
cp textures/down.tga models/sample01.tga
saved models/sample.mdl
sed 's/"name":"sample01","mimeType"/"name":"my_wall.001","mimeType"/' saved.gltf >painted.gltf
waymark convert -q --force painted.gltf painted.mdl
waymark diff models/sample.mdl painted.mdl | grep texture
t convert --force --template models/sample.mdl painted.gltf painted.mdl
waymark diff models/sample.mdl painted.mdl | grep texture
sed 's/"name":"sample01","mimeType"/"name":"Sample01.png.002","mimeType"/' saved.gltf >counted.gltf
t convert --force --template models/sample.mdl counted.gltf counted.mdl
