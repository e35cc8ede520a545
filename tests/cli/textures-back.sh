# Images of a glTF become textures of the game.
models .
textures pictures
cp pictures/picture.tga sample01.tga
t convert -q --textures embed sample.mdl some.glb
mkdir back
t convert --write-textures some.glb back/new.mdl
ls back
t convert -q sample01.tga before.png
t convert -q back/sample01.tga after.png
same before.png after.png
printf 'mine' >back/sample01.tga
t convert -f --write-textures some.glb back/new.mdl -q
wc -c <back/sample01.tga | tr -d ' '
rm back/*
printf 'mine' >back/sample01.tpc
t convert --write-textures some.glb back/new.mdl
ls back
t convert --write-textures some.glb back/new.wok

# PNG and JPEG that another program has embedded or linked.
jpeg=/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AMMPP/9k=
mesh=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA
cp before.png 'my wall.png'
cat >other.gltf <<END
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"name":"a","mesh":0},{"name":"b","mesh":1}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]},{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,$mesh"}],
"materials":[{"name":"m","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}},
{"name":"n","pbrMetallicRoughness":{"baseColorTexture":{"index":1}}}],
"textures":[{"source":0},{"source":1}],
"images":[{"name":"orange","mimeType":"image/jpeg","uri":"data:image/jpeg;base64,$jpeg"},{"uri":"my%20wall.png"}]}
END
mkdir third
t convert -q other.gltf third/m.mdl
ls third
rm third/*
waymark convert -q --write-textures other.gltf third/m.mdl 2>words && say written
# Builds without libjpeg cannot decode the first image, which is 8 x 8 pixels of one colour.
if [ -e third/orange.tga ]; then
    waymark info --json third/orange.tga | jsonl width height
    rm third/orange.tga
else
    say '8	8'
fi
ls third
t render -q --size 200x160 other.gltf third/picture.png
