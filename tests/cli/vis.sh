# A visibility list without its layout: described and checked. With its layout it belongs to that.
mkdir alone
printf 'room_a 1\n  room_b\nroom_b 3\n  room_a\n  room_b\n' >alone/m01.vis
t info alone/m01.vis
t info --json alone/m01.vis
t check alone/m01.vis
t check alone
say "with a layout, its names are checked:"
must "$bin/make_area" good
printf 'grid_00_00 1\n  grid_09_09\n' >good/grid.vis
t check good/grid.vis
t info good/grid.vis
t check good
say "text that only resembles one:"
printf 'room 2\n  other\n' >other.vis
t info other.vis
t dump alone/m01.vis
t convert alone/m01.vis out.glb
