# glTF and OBJ become KotOR models: what convert wrote comes back, what Blender made is mended
# with notes, and what cannot be is an error.
models
blender
for form in glb gltf; do
    must waymark convert -q --force sample.mdl out.$form
    must waymark convert -q --force out.$form back.mdl
    say "sample.mdl by $form"
    waymark diff sample.mdl back.mdl || true
done
say "for the other game and as text"
t convert --game k2 --platform xbox out.glb other.mdl
waymark info --json other.mdl | jsonl variant
t convert -q --plain out.glb back-ascii.mdl
waymark info --json back-ascii.mdl | jsonl variant
ls back* other*

say "of Blender"
t convert snake.glb n_snake.mdl
t check n_snake.mdl
t convert --json --force --game k2 snake.glb n_snake.mdl
waymark info --json n_snake.mdl | jsonl name variant classification nodes meshes skins animations

say "with an older state of it"
t convert --template sample.mdl snake.glb older.mdl
t convert --template nothing.mdl snake.glb older.mdl

say "an OBJ"
cat >crate.obj <<END
# Blender
o Crate
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl plc_crate01
f 1/1/1 2/2/1 3/3/1 4/4/1
END
t convert crate.obj plc_crate.mdl
t check plc_crate.mdl
waymark info --json plc_crate.mdl | jsonl name classification meshes vertices faces textures
sed 's/ vt.*//; s,/[0-9]*/1,,g; /^vt/d; /^vn/d' crate.obj >bare.obj
t convert bare.obj bare.mdl

say "what cannot be"
for fault in no-uv not-finite no-surface empty flat; do
    t convert $fault.glb bad.mdl
done
t convert --material Dirt no-surface.glb dirt.mdl
t convert --material Cheese no-surface.glb bad.mdl
t convert --weld yes snake.glb bad.mdl
t convert --kind area snake.glb bad.mdl
t convert snake.glb bad.mdx
t convert snake.glb n_snake.mdl
