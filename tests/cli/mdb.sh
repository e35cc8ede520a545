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
say "set, rebuild, dump:"
t set --field name=plc_deck --texture diffuse=oak --texture '*_L01.glow=oak_g' plc_stage.mdb deck.mdb
t info deck.mdb
t set --json --replace-texture C_TOY_n=c_cat_n --field '*.skeleton=c_cat_skel' --field '#3.value=1' --field '*hat.flags=0x41' --field diffuse=1,0,0.5 c_toy.mdb cat.mdb
t info cat.mdb
t set --field c_toy_body01.name=c_toy_body01 odd.mdb out.mdb
t set --field hp_2.value=1 plc_stage.mdb out.mdb
t set --texture light=x plc_stage.mdb out.mdb
t set --field name=a_name_that_has_more_than_31_letters plc_stage.mdb out.mdb
t set --replace-texture none=x plc_stage.mdb out.mdb
t set --material all=4 plc_stage.mdb out.mdb
t set --field flags=many plc_stage.mdb out.mdb
t transform --flip x --rotate 90 --scale 1,1,0.5 plc_stage.mdb low.mdb
t check low.mdb
t transform --move 0,0,1 c_toy.mdb up.mdb
t transform --scale 0.00001 plc_stage.mdb out.mdb
t rebuild odd.mdb rebuilt.mdb
t check rebuilt.mdb
t rebuild --json --parts tangents plc_stage.mdb same.mdb
t rebuild --parts planes plc_stage.mdb out.mdb
t rebuild --tight plc_stage.mdb out.mdb
t diff plc_stage.mdb same.mdb
must waymark dump --json c_toy.mdb | jsonl format version packets.0.type packets.0.name packets.0.skeleton packets.7.spheres
t dump --json odd.mdb
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
