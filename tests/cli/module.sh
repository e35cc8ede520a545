# A whole module: the layout of its area, rooms, path points, doors and placeables.
must "$bin/make_area" parts module
must waymark pth -q parts/grid.lyt parts/grid.pth
must "$bin/pack_archive" erf grid.mod parts/*
t info grid.mod:grid.lyt
t check grid.mod
t check --all --json parts/grid.lyt
say "objects are obstacles:"
t path grid.mod 2,2 8,3
t path --objects placeables grid.mod 2,2 8,3
t path --objects none grid.mod 2,8 8,8
t path --objects placeables grid.mod 2,8 8,8
t pth grid.mod made.pth
t render -q grid.mod grid.png
say "the layout and the rooms of a module may be elsewhere:"
mkdir thin near
must "$bin/pack_archive" erf thin/grid.mod parts/module.ifo parts/grid.git parts/grid.pth
t render thin/grid.mod thin.png
t path thin/grid.mod 2,2 8,3
t check thin/grid.mod
cp thin/grid.mod parts/*.lyt parts/*.wok near
t path near/grid.mod 2,2 8,3
t check near/grid.mod
say "in an installed game:"
mkdir -p game/modules game/override game/data
cp thin/grid.mod game/modules
cp parts/*.lyt parts/*.wok parts/*.2da parts/*.utd parts/*.utp parts/*.dwk parts/*.pwk game/override
must "$bin/pack_archive" key game/chitin.key parts/grid.vis
must "$bin/pack_archive" bif game/data/test.bif parts/grid.vis
t path --game-dir game thin/grid.mod 2,2 8,3
t path --game-dir game --module grid --objects placeables 2,2 8,3
t pth --game-dir game --module grid -o game.pth
t render -q --game-dir game --module grid -o game.png
models rooms
cp rooms/sample.mdl game/override/grid_00_00.mdl
cp rooms/sample.mdx game/override/grid_00_00.mdx
t check --game-dir game --module grid
say "archives without an area:"
must "$bin/pack_archive" erf none.mod parts/grid.vis
t render none.mod x.png
say "the map of the area, for the game:"
t render --minimap grid.mod map.png
must waymark render --minimap k2 --json grid.mod map2.png | jsonl kind Map.NorthAxis Map.MapPt1X Map.WorldPt2X
t convert -q map.png lbl_mapgrid.tga
must waymark info --json lbl_mapgrid.tga | jsonl width height
t render --minimap --title x grid.mod x.png
say "an archive that cannot be read:"
{ printf 'PK\003\004'; head -c 40 /dev/zero; } >cut.zip
t height --json cut.zip 0,0
t render --json cut.zip cut.png
