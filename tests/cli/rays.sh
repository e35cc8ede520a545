# Heights, rays and sight: words, JSON, options and mistakes.
"$bin/make_room" hall.wok
say "carpet, ramp, deck, pillar, outside:"
t height hall.wok 3,9 14,5 18,2 8,4 -1,-1
t height --any hall.wok 8,4
t height --below hall.wok 14,5,0.5 14,5,0.49
t height --json hall.wok 3,9 8,4,2
printf '3 9\n14,5,1\n' | waymark height --points - hall.wok
say "down onto the carpet, from below, too short, into the pillar:"
t raycast hall.wok 3,9,5 0,0,-2
t raycast hall.wok 3,9,-5 0,0,1
t raycast --front hall.wok 3,9,-5 0,0,1
t raycast --max 4.5 hall.wok 3,9,5 0,0,-2
t raycast --json hall.wok 14,5,3 0,0,-1
t raycast --walkable hall.wok 8,4,5 0,0,-1
t raycast --material metal hall.wok 14,5,5 0,0,-1
say "sight above the floor, and through the floor:"
t sight hall.wok 3,9,1.7 3,3,1.7
t sight hall.wok 3,9,1.7 3,9,-1
t sight --front hall.wok 3,9,-1 3,9,1.7
t sight --json hall.wok 3,9,1.7 3,9,-1
t sight --json hall.wok 3,9,1.7 3,3,1.7
say "mistakes:"
t height hall.wok
t height --below hall.wok 3,9
t raycast hall.wok 3,9,5
t raycast hall.wok 3,9 0,0,-1
t raycast hall.wok 3,9,5 0,0
t raycast hall.wok 3,9,5 0,0,0
t raycast --max far hall.wok 3,9,5 0,0,-1
t sight hall.wok 3,9,1 2,2
t sight missing.wok 3,9,1 2,2,1
