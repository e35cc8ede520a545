# On a layout, edges are named by their room and the number in its own walkmesh.
must "$bin/make_area" area module
must waymark transform -q --move 1,0.5,0 --force area/grid_01_00.wok area/grid_01_00.wok
must waymark transform -q --move 0,1,0 --force area/grid_01_01.wok area/grid_01_01.wok
t reach --objects none area/grid.lyt 2,2 8,3
t reach --objects none --json area/grid.lyt 2,2 8,3
say "the number is that of info, and set takes it:"
must waymark info area/grid_00_00.wok | grep leads
own=$(waymark reach --objects none --json area/grid.lyt 2,2 8,3 | jsonl gap.room_edges.0.edge)
t set --transition "$own=none" area/grid_00_00.wok cut.wok
t slide --objects none area/grid.lyt 2,2 20,2
t slide --objects none --json area/grid.lyt 2,2 20,2
say "the edge of an obstacle is none of the room's:"
t reach -q area/grid.lyt 2,2 8,3
must "$bin/make_area" whole module
t slide -q whole/grid.lyt 7,2 9,2
t slide -q --json whole/grid.lyt 7,2 9,2
t slide -q whole/grid_00_00.wok 2,2 20,2
say "rooms that touch, with a link to another room:"
must waymark set -q --force --transition 97=5 --transition 103=none whole/grid_00_00.wok \
    whole/grid_00_00.wok
t reach --objects none whole/grid.lyt 2,2 8,3
