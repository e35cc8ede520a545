# The shortest way: words, JSON, many pairs, materials, storeys, an area, no way.
"$bin/make_room" hall.wok
say "round a pillar, up a ramp, standing still:"
t path hall.wok 5,2.5 11,4.5
t path --crossings --faces hall.wok 3,9 14,5
t path hall.wok 3,9 3,9
t path --json hall.wok 5,2.5 11,4.5
t path --json --crossings hall.wok 3,9 3,9.5
say "on some materials only:"
t path -m 4,carpet hall.wok 3,9 5,2.5
t path -m carpet hall.wok 3,9 14,5
say "many pairs, in words or in numbers:"
printf '# two ways\n3,9 14,5\n 5 2.5 11 4.5 # round\n\n3,9,0 14,5,2\r\n' >pairs.txt
t path --many pairs.txt hall.wok
waymark path --json --many - hall.wok <pairs.txt
t path hall.wok 5,2.5 11,4.5 --many pairs.txt
say "an area is one floor:"
must "$bin/make_area" area
t path area/grid.lyt 1,1 15,9
t path --json area/grid.lyt 1,1 8,1
say "no way, and why:"
samples samples
t path samples/islands.wok 1,1 8,1
t path --json samples/islands.wok 1,1 8,1
t path samples/islands.wok 1,1 100,1
t path samples/corridor.wok -7,1.5 -1,1.5 --obstacle samples/door0.dwk@-4,1.5,0,90
t path samples/corridor.wok -7,1.5 -1,1.5
say "with a radius, with costs, as far as it goes, with an index:"
t path --radius 0.5 hall.wok 5,2.5 11,4.5
t path --radius 3 samples/corridor.wok -7,1.5 -1,1.5
t path --cost carpet=0.5,stone=2 hall.wok 3,9 14,5
t path --json --cost carpet=0.5 hall.wok 3,9 3,12
t path --partial samples/islands.wok 1,1 8,1
t path --json --partial samples/islands.wok 1,1 8,1
t path --index hall.index hall.wok 5,2.5 11,4.5
t path --index hall.index hall.wok 5,2.5 11,4.5
t path --index hall.index samples/islands.wok 1,1 2,2
say "mistakes:"
t path --radius 0 hall.wok 3,9 4,9
t path --cost carpet hall.wok 3,9 4,9
t path --cost carpet=-1 hall.wok 3,9 4,9
t path --index hall.index --faces hall.wok 3,9 4,9
t path hall.wok
t path hall.wok 3,9
t path hall.wok 3,9 x,y
t path hall.wok 3,9 4,9 --material lino
t path missing.wok 3,9 4,9
echo '1,2 3' >bad.txt
t path --many bad.txt hall.wok
