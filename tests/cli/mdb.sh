# NWN2 models: info, check, convert, diff, packet.
mdb
t info plc_stage.mdb c_toy.mdb odd.mdb
t info --json plc_stage.mdb c_toy.mdb
t check plc_stage.mdb c_toy.mdb
t check --all odd.mdb
for file in plc_stage.mdb c_toy.mdb odd.mdb; do
    must waymark convert -q "$file" "copy-of-$file"
    same "$file" "copy-of-$file"
done
say "through glTF and back:"
t convert plc_stage.mdb stage.glb
t convert --json c_toy.mdb toy.gltf
t convert stage.glb stage.mdb
t convert --json toy.gltf toy.mdb
same plc_stage.mdb stage.mdb
same c_toy.mdb toy.mdb
t convert plc_stage.mdb stage.obj
t convert stage.obj from-obj.mdb
t info from-obj.mdb
sed 's/"generator":"waymark/"generator":"another/' toy.gltf >other.gltf
t convert --skeleton c_cat_skel other.gltf other.mdb
t check other.mdb
t info other.mdb
t convert --weld yes other.gltf other.mdb
t render plc_stage.mdb stage.svg
t convert plc_stage.mdb out.trx
t convert plc_stage.mdb out.wok
t diff plc_stage.mdb copy-of-plc_stage.mdb
t diff plc_stage.mdb c_toy.mdb
t packet list c_toy.mdb
head -c 3000 plc_stage.mdb >cut.mdb
t check cut.mdb
t info cut.mdb
printf 'NWN2\1\0\14\0\2\0\0\0RIGD\34\0\0\0COL2\44\0\0\0RIGD\0\0\0\0COL2\3\0\0\0box' >broken.mdb
t check broken.mdb
t info broken.mdb
