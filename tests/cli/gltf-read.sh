# glTF of other programs, whole and hostile: each mistake has its own error.
part() { # accessors of a triangle with 16-bit indices, 42 bytes of data
    cat <<END
"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,${data:-AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAIA}"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],
"materials":[{"name":"grass"}],
"meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}]
END
}
file() { # NODES, and the scene's roots
    echo '{"asset":{"version":"2.0","generator":"by hand"},"scene":0,'
    echo "\"scenes\":[{\"nodes\":[${2:-0}]}],\"nodes\":[$1],"
    part
    echo '}'
}
node='{"mesh":0}'
file "$node" >good.gltf
t convert --json good.gltf good.trx
t info --json good.trx | cut -c1-120
file '{"mesh":0,"translation":[4,0,-4],"rotation":[0,1,0,0],"scale":[2,2,2]}' >moved.gltf
t convert --json moved.gltf moved.trx
file '{"children":[1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,3,0,-3,1]},{"mesh":0}' >tree.gltf
t convert --json tree.gltf tree.trx
file "{\"mesh\":0},{\"name\":\"transition_4\",\"translation\":[1,0,0]}" 0,1 >door.gltf
t convert --json door.gltf door.wok
t convert door.wok door.ascii
grep -A2 roomlinks door.ascii
# A sparse accessor makes the third vertex (number 2 of the indices) a copy of the second.
sed 's/"count":3,"type":"VEC3"/"count":3,"type":"VEC3","sparse":{"count":1,"indices":'\
'{"bufferView":1,"byteOffset":4,"componentType":5123},"values":{"bufferView":0,"byteOffset":12}}/' \
    good.gltf >sparse.gltf
t convert --json --weld no sparse.gltf sparse.wok
t convert sparse.wok sparse.ascii
grep -A3 verts sparse.ascii

say "hostile"
bad() { # NAME SED-SCRIPT
    sed "$2" good.gltf >"$1.gltf"
    t convert "$1.gltf" x.trx
}
bad count 's/"count":3,"type":"VEC3"/"count":4000000000,"type":"VEC3"/'
bad view 's/"bufferView":1/"bufferView":7/'
bad length 's/"byteLength":42/"byteLength":99/'
bad offset 's/"byteOffset":36/"byteOffset":4294967290/'
bad negative 's/"byteOffset":36/"byteOffset":-1/'
bad stride 's/"byteLength":36/"byteLength":36,"byteStride":4294967295/'
bad type 's/5126/5124/'
bad wide 's/VEC3/VEC4/'
bad sparse 's/"count":3,"type":"VEC3"/"count":3,"type":"VEC3","sparse":{}/'
bad zeros 's/"bufferView":0,"componentType":5126,"count":3/"componentType":5126,"count":4000000000/'
bad packed 's/"attributes"/"extensions":{"KHR_draco_mesh_compression":{}},"attributes"/;s/"bufferView":0,//'
bad mesh 's/"mesh":0/"mesh":3/'
bad material 's/"material":0/"material":1/'
bad accessor 's/"POSITION":0/"POSITION":"x"/'
bad version 's/"2.0"/"1.0"/'
bad uri 's/data:[^"]*/..\/secret.bin/'
bad away 's/data:[^"]*/none.bin/'
bad base 's/AAAA/!!!!/'
bad draco 's/"scene":0/"extensionsRequired":["KHR_draco_mesh_compression"],"scene":0/'
bad json 's/"materials"/materials/'
bad root 's/"nodes":\[0\]/"nodes":[5]/'
data=AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAkA
file "$node" >index.gltf
t convert index.gltf x.trx
data=
file '{"children":[1]},{"children":[0]}' >cycle.gltf
t convert cycle.gltf x.trx
file '{"children":[0]}' >self.gltf
t convert self.gltf x.trx
file '{"children":[2]},{"children":[2]},{"mesh":0}' 0,1 >two.gltf
t convert two.gltf x.trx
file '{"mesh":0,"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}' >shear.gltf
t convert shear.gltf x.trx
file '{"mesh":0,"translation":[1e999,0,0]}' >far.gltf
t convert far.gltf x.trx
i=0
while [ $i -lt 3000 ]; do
    printf '['
    i=$((i + 1))
done >deep
(printf '{"asset":{},"a":' && cat deep) >deep.gltf
t convert deep.gltf x.trx
nodes='{"children":[1]}'
i=2
while [ $i -lt 3000 ]; do
    nodes="$nodes,{\"children\":[$i]}"
    i=$((i + 1))
done
file "$nodes,$node" >chain.gltf
t convert --json chain.gltf chain.trx

say "binary"
terrain
must waymark convert -q hall.trx hall.glb
head -c 19 hall.glb >short.glb
t convert short.glb x.trx
head -c 400 hall.glb >cut.glb
t convert cut.glb x.trx
{ printf 'glTF\002\000\000\000\024\000\000\000\377\377\377\377JSON'; } >chunk.glb
t convert chunk.glb x.trx
{ printf 'glTF\001\000\000\000\024\000\000\000\000\000\000\000JSON'; } >old.glb
t convert old.glb x.trx
must test ! -e x.trx
# Triangles without a material are counted.
sed 's/,"material":0//' good.gltf >bare.gltf
t convert bare.gltf bare.wok
t convert --material wood -q bare.gltf wood.wok
