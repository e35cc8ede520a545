# Path points: made from the floor of an area, described, checked, and written again unchanged.
must "$bin/make_area" good
t pth good/grid.lyt good/grid.pth
t info good/grid.pth
t info --json good/grid.pth
t check good
t check good/grid.pth
t check good/grid.lyt
t convert good/grid.pth again.pth
same good/grid.pth again.pth
must waymark dump --json good/grid.pth | jsonl points.0.x points.0.first points.0.count
t pth --json --spacing 3 good/grid.lyt dense.pth
t pth good/grid_00_00.wok room.pth
say "they belong to the area of their name, and are compared with its floor:"
cp dense.pth good/grid.pth
must waymark transform --move 100,0,0 --force good/grid_01_00.wok good/grid_01_00.wok >moved 2>&1
t check good/grid.lyt
say "wrong use:"
t pth --clearance 0 good/grid.lyt x.pth
t pth good/grid.pth x.pth
t convert good/grid.pth x.glb
t convert good/grid.pth copy
same good/grid.pth copy
printf 'PTH V3.2' >short.pth
t check short.pth
