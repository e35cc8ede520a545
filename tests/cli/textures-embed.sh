# Models to glTF and OBJ with their textures.
models .
textures pictures
t convert --textures embed sample.mdl none.glb
cp pictures/picture.tga SAMPLE01.tga
printf 'blending punchthrough\n' >sample01.txi
cp pictures/rgba.tpc fx_smoke.tpc
t convert --textures embed sample.mdl some.gltf
grep -o '"mimeType":"image/png"' some.gltf | wc -l | tr -d ' '
grep -o '"alphaMode":"MASK","alphaCutoff":0.3[0-9]*' some.gltf | head -n 1
t convert --textures none sample.mdl plain.glb
t convert --textures embed sample.mdl asked.glb
t convert sample.mdl same.glb
same asked.glb same.glb
t convert -q some.gltf back.mdl
t convert -q plain.glb back2.mdl
same back.mdl back2.mdl

# Links: nothing is written if a file is in the way; images that are there already are left alone.
mkdir out
t convert --textures link sample.mdl out/model.gltf
ls out
grep -o '"uri":"[^d"]*"' out/model.gltf
t convert -q out/model.gltf back3.mdl
same back.mdl back3.mdl
t convert --textures link sample.mdl out/again.glb
t convert --textures link sample.mdl out/model.obj
grep map_ out/model.mtl
printf 'something else' >out/sample01.png
t convert --textures link sample.mdl out/third.glb
ls out
t convert -q --force --textures link sample.mdl out/third.glb
t convert -q pictures/picture.tga picture.png
same picture.png out/sample01.png

# A texture that cannot be read.
printf 'not a texture' >SAMPLE01.tga
t convert --textures embed sample.mdl broken.glb
t convert --textures embed sample.mdl x.obj
t convert --textures link --to gltf sample.mdl -
t convert --textures all sample.mdl x.glb
