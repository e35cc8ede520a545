# fix of walkmesh texts: the result is a binary, with derived data rebuilt if that helps.
texts
sed 's/0 0 0 4 2 0 -1/0 0 0 1 1 0 -1/' engine.wok.ascii >box.wok.ascii
t check box.wok.ascii
t fix box.wok.ascii --dry-run
t fix box.wok.ascii -o box.wok
waymark rebuild -q box.wok.ascii rebuilt.wok
same box.wok rebuilt.wok
t check box.wok
say "a text without faults becomes a binary too:"
t fix placeable.pwk.ascii -o placeable.pwk
waymark convert -q placeable.pwk.ascii converted.pwk
same placeable.pwk converted.pwk
say "what a text cannot pass on is reported:"
sed 's/orientation 0 0 0 1/orientation 0 0 1 1/' box.wok.ascii >rotated.wok.ascii
t fix rotated.wok.ascii -o rotated.wok
say "mistakes:"
t fix door.dwk.ascii -o door.dwk
sed 's/verts 6/verts six/' box.wok.ascii >line.wok.ascii
t fix line.wok.ascii -o line.wok
say "with --json, they are the error of the object:"
t fix line.wok.ascii -o line.wok --json
printf 'newmodel crate\nbeginmodelgeom crate\nnode trimesh crate\n  parent NULL\n' >open.mdl
t fix open.mdl -o fixed.mdl --json
t convert open.mdl converted.mdl --json
