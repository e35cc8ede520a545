# Black & White 2 models: rebuilt, and made of scenes.
bw2
say "rebuild:"
t rebuild m_square.bwm again.bwm
same m_square.bwm again.bwm
cp m_square.bwm wrong.bwm
printf '\001\002\003\004' | dd of=wrong.bwm bs=1 seek=56 conv=notrunc 2>/dev/null   # bounds
printf '\001' | dd of=wrong.bwm bs=1 seek=40 conv=notrunc 2>/dev/null               # size
t rebuild --json wrong.bwm mended.bwm
same m_square.bwm mended.bwm
t rebuild --rounding k1 m_square.bwm x.bwm
samples walkmeshes
t rebuild --tight walkmeshes/room.wok x.wok
head -c 2000 m_square.bwm >cut.bwm
t rebuild cut.bwm x.bwm
say "there and back:"
for file in m_*.bwm s_*.bwm; do
    for kind in glb gltf; do
        must waymark convert -q --force "$file" way."$kind"
        must waymark convert -q --force way."$kind" back.bwm
        compare_bw2 "$file" back.bwm
    done
done
say "what is said:"
waymark convert -q --force m_square.bwm way.glb
t convert way.glb back2.bwm
t convert --json --force way.glb back2.bwm
t check --strict back2.bwm
t convert --variant bones way.glb x.bwm
t convert --bw2-version 7 way.glb x.bwm
t convert --weld yes way.glb x.bwm
t convert --bw2-version 5 way.glb five.bwm
t info five.bwm
say "a mesh of another program:"
cat >hut.obj <<'OBJ'
o hut_lod1
v -1 0 -1
v 1 0 -1
v 1 0 1
v -1 0 1
v 0 3 0
vt 0 0
vt 1 0
vt 0.5 2
usemtl walls.dds
f 1/1 2/2 3/3
f 1/1 3/2 4/3
usemtl _roof_
f 1/1 5/3 2/2
f 2/1 5/3 3/2
f 3/1 5/3 4/2
f 4/1 5/3 1/2
OBJ
t convert hut.obj hut.bwm
t info hut.bwm
t check --strict hut.bwm
say "no uv:"
grep -v '^vt' hut.obj | sed 's#/[0-9]##g' >bare.obj
t convert bare.obj bare.bwm
t check --strict bare.bwm
t convert --force --json bare.obj bare.bwm
say "$(waymark dump --json bare.bwm | grep -o '"uv":[^}]*' | sort | uniq -c | tr -s ' ')"
say "lines can be left out:"
t convert --plain m_square.bwm plain.glb
t convert plain.glb plain.bwm
t convert --plain m_square.bwm x.bwm
t convert --plain walkmeshes/room.wok room.glb
say "as OBJ:"
t convert m_square.bwm square.obj
t convert m_square_2uv.bwm square_2uv.obj
waymark set -q --rename-material '#1=1 - default' m_square.bwm alike.bwm
waymark convert -q alike.bwm alike.obj
grep -E '^(o|usemtl) ' alike.obj
grep -E '^(newmtl|map_)' alike.mtl

echo 'All levels of detail in the tree, for programs that do not know MSFT_lod:'
t convert --all-levels m_square.bwm levels.gltf
grep -c MSFT_lod levels.gltf || true
t convert levels.gltf levels.bwm
t diff m_square.bwm levels.bwm
say "endings of another game, and options that would do nothing:"
t convert m_square.bwm x.mdl
t convert m_square.bwm x.wok
t convert --bw2-version 5 m_square.bwm x.bwm
must test ! -e x.mdl -a ! -e x.wok -a ! -e x.bwm
