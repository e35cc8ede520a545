# Models to glTF with their textures.
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
t convert sample.mdl same.glb
same plain.glb same.glb
t convert -q some.gltf back.mdl
t convert -q plain.glb back2.mdl
same back.mdl back2.mdl
t convert --textures embed sample.mdl x.obj
t convert --textures all sample.mdl x.glb
