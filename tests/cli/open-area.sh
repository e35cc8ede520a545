# A layout as glTF and OBJ: the rooms where they stand, with their models on demand.
must "$bin/make_area" area
models
t convert area/grid.lyt area.glb
t convert --json area/grid.lyt area.obj
grep '^o ' area.obj
t convert area.glb whole.wok
t convert area.obj again.wok
cp sample.mdl area/GRID_01_00.mdl
cp sample.mdx area/GRID_01_00.mdx
t convert --models area/grid.lyt models.glb
t convert --models --plain area/grid.lyt plain.glb
rm area/grid_00_00.wok
t convert --force area/grid.lyt area.glb
mkdir alone
cp area/grid.lyt alone
t convert alone/grid.lyt alone.glb
t convert area/grid.lyt grid.wok
must test ! -e alone.glb
