# Names that kotorblender and NWmax give to walkmeshes, their surfaces and their hooks.
scene() {
    cat <<END
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1]}],
"nodes":[$1],"materials":[$2],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]},
{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":1}]}],
"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAIA"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]}
END
}
say "the floor of a room that has walls"
scene '{"name":"walls","mesh":0},{"name":"room_wok","mesh":1}' '{"name":"wall01"},{"name":"wok_Grass"}' >room.gltf
t convert room.gltf room.wok
waymark info --json room.wok | jsonl faces materials
say "a place to use a chair from"
scene '{"name":"chair_pwk","mesh":0},{"name":"chair_pwk_use02","translation":[1,2,3]}' \
    '{"name":"pwk_Nonwalk.001"},{"name":"wall01"}' >chair.gltf
t convert chair.gltf chair.pwk
waymark dump chair.pwk | grep -i hook
