# A damaged area is explained, fixed, and clean afterwards.
must "$bin/make_area" good
must "$bin/make_area" bad damaged
t check good/grid.lyt
t info good/grid.lyt
t check bad/grid.lyt
t fix bad/grid.lyt --dry-run
t fix bad/grid.lyt -o fixed
t check fixed
t fix bad/grid.lyt -o fixed
for file in grid.lyt grid.vis grid_00_00.wok grid_01_00.wok grid_00_01.wok; do
    same good/$file fixed/$file
done
must waymark info --json fixed/grid.lyt | jsonl components.0.rooms matched
say "a transition to no room stays unless it is asked for:"
cp -r good dangling
must waymark set -q --force --transition 0=77 good/grid_00_00.wok dangling/grid_00_00.wok
t fix dangling/grid.lyt --dry-run
t fix dangling/grid.lyt --dry-run --remove-dangling
