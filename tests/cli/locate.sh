# Which face is under a point: words, JSON, points from a file, and mistakes.
"$bin/make_room" hall.wok
say "carpet, ramp, deck, pillar, outside; negative numbers are no options:"
t locate hall.wok 3,9 14,5 18,2 8,4 -1,-1 -0.5,3
t locate --any hall.wok 8,4
say "a corner belongs to all its faces:"
t locate --all hall.wok 2,2
t locate hall.wok 14,5,100
t locate --below hall.wok 14,5,0.5 14,5,0.49
t locate --material carpet,4 hall.wok 3,9 14,5 7,2
t locate -m 7 hall.wok 8,4
printf '# a walk\n3 9\n14,5,1  # up the ramp\n\n\t-2 -2\r\n' >walk.txt
t locate --points walk.txt hall.wok
waymark locate --json --points - hall.wok <walk.txt
t locate --json hall.wok 3,9
say "mistakes:"
t locate hall.wok
t locate hall.wok 3
t locate hall.wok 3,9,1,2
t locate hall.wok 3,nan
t locate --below hall.wok 3,9
t locate --all --below hall.wok 3,9,1
t locate --material lino hall.wok 3,9
t locate missing.wok 3,9
echo 'one two' >bad.txt
t locate --points bad.txt hall.wok
t locate --json walk.txt 1,2
