# Standing and moving: nearest, region, reach, slide, on one room and on an area.
"$bin/make_room" hall.wok
say "the nearest floor: above, outside, inside of the pillar, too far:"
t nearest hall.wok 3,9,1 30,5,0 8,4,0
t nearest hall.wok 30,5,0 --radius 2
t nearest --plan --radius 0 hall.wok 3,9,50
t nearest --any hall.wok 8,4,0.25
t nearest --json hall.wok 3,9,1 99,99,99
say "regions:"
t region hall.wok
t region hall.wok 3,9 8,4
t region --json hall.wok 3,9
say "sliding along a wall, into a corner, round a pillar, stopping:"
t slide hall.wok 3,9 -3,7
t slide hall.wok 3,9 -3,7 --radius 0.5
t slide hall.wok 3,9 -9,30
t slide hall.wok 4,4.5 13,4.5 -r 0.25
t slide hall.wok 3,9 -3,7 --stop
t slide hall.wok 8,4 9,4
t slide --json hall.wok 3,9 4,9.5
say "an area is one floor:"
must "$bin/make_area" area
t region area/grid.lyt
t nearest area/grid.lyt 8,8,1
t slide area/grid.lyt 1,2.5 8,2.5 --radius 0.4
t reach area/grid.lyt 1,1 15,9
say "floors that are not joined, and how far apart they are:"
samples samples
t region samples/islands.wok
t reach samples/islands.wok 1,1 8,1
t reach --json samples/islands.wok 1,1 8,1
t reach area/grid.lyt 1,1 100,100
say "a closed door parts the floor, a crate does not:"
t reach samples/corridor.wok -7,1.5 -1,1.5
t reach samples/corridor.wok -7,1.5 -1,1.5 --obstacle samples/door0.dwk@-4,1.5,0,90
t region samples/corridor.wok --obstacle samples/crate.pwk@-4,1,0,30
t nearest samples/corridor.wok -4,1.5,0 --obstacle samples/crate.pwk@-4,1.5,0
say "sight and height ask the same ground:"
t sight samples/corridor.wok -7,1.5,1 -1,1.5,1
t sight samples/corridor.wok -7,1.5,1 -1,1.5,1 --obstacle samples/door0.dwk@-4,1.5,0,90
t height area/grid.lyt 8,8 6.5,0.5
t locate area/grid.lyt 8,8
say "mistakes:"
t nearest hall.wok 3,9
t nearest hall.wok
t nearest hall.wok 3,9,1 --radius -1
t slide hall.wok 3,9
t slide hall.wok 3,9 x,y
t reach hall.wok 3,9 --obstacle nothing
t reach hall.wok 3,9 4,9 --obstacle nothing
t reach hall.wok 3,9 4,9 --obstacle missing.pwk@1,2,3
t region missing.wok 1,1
t region --json area/grid.vis 1,1
