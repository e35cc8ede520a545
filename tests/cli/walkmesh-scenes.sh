# Walkmeshes from scenes of other programs: which meshes are used, states of doors, transitions.
# mesh 0 and 1: a triangle with material 0 or 1
scene() {
    cat <<END
{"asset":{"version":"2.0"},"scenes":[{"nodes":[$1]}],
"nodes":[$2],"materials":[$3,{"name":"unused"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]},
{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":1}]},
{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAIA"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]}
END
}
hooks() { waymark dump "$1" | grep hooks; }
say "by the empty above it"
scene 0,2 '{"name":"m01aa_wok","children":[1]},{"name":"Plane","mesh":1},{"name":"walls","mesh":0}' \
    '{"name":"wall01"},{"name":"WOK_StoneBridge.003"}' >room.gltf
t convert room.gltf room.wok
waymark info --json room.wok | jsonl faces materials
say "by its surface"
scene 0,1,2 '{"name":"Plane","mesh":1},{"name":"walls","mesh":0},{"name":"more","mesh":2}' \
    '{"name":"wall01"},{"name":"snow"}' >room.gltf
t convert --force --json room.gltf room.wok
waymark info --json room.wok | jsonl faces materials
say "nothing distinguishes it"
scene 0,1 '{"name":"Plane","mesh":0},{"name":"walls","mesh":0}' '{"name":"wall01"}' >room.gltf
t convert --force room.gltf room.wok
say "all of them"
scene 0,1 '{"name":"a_wok","mesh":0},{"name":"b_wok","mesh":1}' '{"name":"Dirt"},{"name":"wok_NotDefined"}' >room.gltf
t convert --force room.gltf room.wok
say "places to use a placeable from"
scene 0 '{"name":"chair_pwk","children":[1,2,3,4]},{"name":"chair_pwk_wg","mesh":0},
{"name":"chair_pwk_wg_pwk_use01","translation":[1,2,3]},{"name":"USE_02.001","translation":[4,5,6]},
{"name":"house01","translation":[7,8,9]}' '{"name":"wok_Nonwalk"}' >chair.gltf
t convert chair.gltf chair.pwk
hooks chair.pwk
say "the states of a door, as kotorblender names them"
door() {
    scene 0,1,2,3 '{"name":"door","mesh":1},{"name":"door_dwk_closed","children":[4,7,8]},
{"name":"door_dwk_open1","children":[5]},{"name":"door_dwk_open2","children":[6,9]},
{"name":"door_dwk_wg_closed","mesh":0},{"name":"door_dwk_wg_open1","mesh":0,"translation":[1,0,0]},
{"name":"door_dwk_wg_open2","mesh":0,"translation":[2,0,0]},
{"name":"door_dwk_dp_closed_01","translation":[1,2,3]},{"name":"door_dwk_dp_closed_02","translation":[4,5,6]},
{"name":"door_dwk_dp_open2_02","translation":[7,8,9]}' '{"name":"wok_Nonwalk"},{"name":"wood01"}'
}
door >door.gltf
t convert door.gltf door.dwk
for i in 0 1 2; do
    hooks door$i.dwk
    waymark dump door$i.dwk | grep -A1 '"vertices": \['
done
t convert --force --json door.gltf door.dwk
say "as NWmax names them, two of them"
scene 0,1 '{"name":"gate_DWK_wg_closed","mesh":0},{"name":"gate_DWK_wg_open1","mesh":0}' '{"name":"Nonwalk"}' >gate.gltf
t convert gate.gltf gate.dwk
say "one of them is a file of its own"
scene 0 '{"name":"gate_DWK_wg_open1","mesh":0}' '{"name":"Nonwalk"}' >one.gltf
t convert one.gltf one.dwk
say "by digits"
scene 0,1,2 '{"name":"door0","mesh":2},{"name":"door2.001","mesh":2},{"name":"door1","mesh":2}' '{"name":"x"},{"name":"y"}' >digits.gltf
t convert -q digits.gltf digits.dwk
ls digits*
say "without surfaces"
scene 0,1,2 '{"name":"closed","mesh":2},{"name":"Open1","mesh":2},{"name":"frame","mesh":0}' '{"name":"wood"}' >bare.gltf
t convert --material Nonwalk bare.gltf bare.dwk
say "mistakes"
t convert --to dwk door.gltf -
t convert --force --template door0.dwk door.gltf door.dwk
say "all states that waymark itself exported, and back: the same bytes"
texts
waymark convert -q --force door.dwk.ascii own.dwk
waymark convert -q door.dwk.ascii own.glb
mkdir back
t convert own.glb back/own.dwk
for i in 0 1 2; do same own$i.dwk back/own$i.dwk; done
say "a transition links all edges of a straight run"
# a floor of 4 x 2 m; its side at y = 0 has three edges, a wall rises from the last; the other sides have one
floor() {
    cat <<END
v 0 0 0
v 1 0 0
v 2 0 0
v 4 0 0
v 4 0 -2
v 0 0 -2
v 2 2 0
v 4 2 0
usemtl Stone
f 1 2 6
f 2 3 6
f 3 5 6
f 3 4 5
usemtl Nonwalk
f 3 7 8
f 3 8 4
$1
END
}
links() { waymark convert --to ascii "$1" - | sed -n '/roomlinks/,/aabb/p'; }
floor '# waymark empty transition_7 0.9 0 0.1' >floor.obj
t convert floor.obj floor.wok
t convert --force --json floor.obj floor.wok
links floor.wok
say "two of them share the run; one is nowhere"
floor '# waymark empty transition_7 0.5 0 0
# waymark empty transition_8 1.5 0 0
# waymark empty transition_9 20 0 0' >floor.obj
t convert --force floor.obj floor.wok
links floor.wok
say "the wall has edges of its own"
floor '# waymark empty transition_7 3 0 0' >floor.obj
t convert --force floor.obj floor.wok
links floor.wok
say "objects of an OBJ"
cat >room.obj <<END
v 0 0 0
v 2 0 0
v 2 0 -2
v 0 0 -2
v 0 2 0
vn 0 1 0
vn 0 0 1
o walls
usemtl wall01
f 1//2 2//2 5//2
o room_wok
usemtl Grass
f 1//1 2//1 3//1
f 1//1 3//1 4//1
# waymark empty transition_2 1 0 0
END
t convert --force room.obj room.wok
waymark convert -q door.dwk.ascii states.obj
t convert states.obj states.dwk
say "room 7 in vertex colours, as kotorblender paints it: 207 of 255 on the corners of an edge"
cat >painted.gltf <<END
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"room_wok","mesh":0}],
"materials":[{"name":"wok_Metal"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":2},"indices":1,"material":0}]}],
"buffers":[{"byteLength":68,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAIAAAAAALufAAD//wAAu58AAP////////////8="}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6},
{"buffer":0,"byteOffset":44,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"},
{"bufferView":2,"componentType":5123,"normalized":true,"count":3,"type":"VEC4"}]}
END
t convert painted.gltf painted.wok
t convert --json --force painted.gltf painted.wok
links painted.wok
say "an empty that waymark exported links its own edge only, in a scene that Blender saved, too"
samples rooms
waymark convert -q rooms/room.wok exported.gltf
sed 's/"material":2/"material":0/; s/"generator":"[^"]*"/"generator":"Khronos glTF Blender I\/O v3.4.50"/' \
    exported.gltf >edited.gltf
t convert --template rooms/room.wok edited.gltf edited.wok
waymark info edited.wok | grep 'leads to'
