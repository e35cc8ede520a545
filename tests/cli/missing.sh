# An area of which something is missing: the verbs about its floor say what.
must "$bin/make_area" area module
must "$bin/make_area" rooms
say "rooms:"
rm rooms/grid_01_00.wok rooms/grid_02_01.wok
t reach rooms/grid.lyt 2,2 7,2
t reach -q rooms/grid.lyt 2,2 7,2
t height --json rooms/grid.lyt 7,2
t pth --json rooms/grid.lyt rooms.pth
must waymark render -q --json rooms/grid.lyt rooms.png | jsonl kind missing
must waymark render -q --json --view top rooms/grid.lyt top.png | jsonl kind missing
t render --minimap --json rooms/grid.lyt map.png
say "all rooms, or all floor:"
mkdir alone
cp rooms/grid.lyt alone
t reach alone/grid.lyt 2,2 7,2
t pth alone/grid.lyt alone.pth
must waymark set -q --material all=7 rooms/grid_00_00.wok alone/grid_00_00.wok
t pth -q alone/grid.lyt alone.pth
t pth alone/grid_00_00.wok alone.pth
must test ! -e alone.pth
say "doors and placeables:"
t reach --json area/grid.lyt 2,2 8,3
t reach --objects placeables area/grid.lyt 2,2 8,3
rm area/plc_crate.pwk
t reach --objects placeables area/grid.lyt 2,2 8,3
rm area/*.2da
t reach area/grid.lyt 2,2 8,3
t raycast area/grid.lyt 2,2,3 0,0,-1
t pth area/grid.lyt area.pth
t reach --objects none area/grid.lyt 2,2 8,3
t render area/grid.lyt area.png
t render --layer -objects area/grid.lyt bare.png
say "tables without the rows:"
printf '2DA V2.0\n\n modelname\n' >area/genericdoors.2da
cp area/genericdoors.2da area/placeables.2da
t reach --objects placeables area/grid.lyt 2,2 8,3
t reach area/grid.lyt 2,2 8,3
say "a GIT that cannot be read:"
printf 'GIT V3.2' >area/grid.git
t reach area/grid.lyt 2,2 8,3
t reach --json area/grid.lyt 2,2 8,3
