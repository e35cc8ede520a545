# info and check on glTF and OBJ, and such files in directories.
samples
models
terrain
must waymark convert -q sample.mdl sample.glb
must waymark convert -q hall.trx hall.gltf
must waymark convert -q room.wok room.obj
t info sample.glb
t info --json sample.glb
t info hall.gltf
t info room.obj
t info --json room.obj
t check sample.glb hall.gltf room.obj
printf '{"asset":{"version":"2.0","generator":"by hand"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"a"}]}' >empty.gltf
t info --json empty.gltf
t check empty.gltf
printf '{"asset":{"version":"2.0"},"extensionsRequired":["KHR_x"]}' >needs.gltf
t info needs.gltf
t check --json needs.gltf
printf '{"asset":{"version":"2.0"},"nodes":[{"mesh":]}' >broken.gltf
t info --json broken.gltf
t check --json broken.gltf
printf 'mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl grass\nf 1 2 3\n' >plain.obj
t check plain.obj
t info --json plain.obj
printf 'o\nnames only\n' >notes.txt
t info notes.txt
printf '{"name":"package"}' >package.json
t check package.json
say "in a directory:"
mkdir -p all
cp sample.glb hall.gltf plain.obj package.json notes.txt room.wok all
waymark info --json all | jsonl file format
t check all
t dump --json -q all | cut -c1-40
