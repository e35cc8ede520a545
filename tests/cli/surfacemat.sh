# Another table of materials changes what is walkable.
samples
texts
t info --json room.wok >out
grep -o '"walkable":[0-9]*' out
printf '2DA V2.0\n\nLabel Walk\n0 a 0\n1 b 0\n2 c 0\n3 d 0\n4 e 1\n' >stone.2da
t info --surfacemat stone.2da --json room.wok >out
grep -o '"walkable":[0-9]*' out
t info --surfacemat surfacemat.2da --json room.wok >out
grep -o '"walkable":[0-9]*' out
t info --surfacemat binary.2da --json room.wok >out
grep -o '"walkable":[0-9]*' out
t info --surfacemat no-such.2da room.wok
t info --surfacemat room.wok room.wok
printf '2DA V2.0\n\nLabel Run\n0 x 1\n' >run.2da
t info --surfacemat run.2da room.wok
printf '2DA V2.0\n\nLabel Walk\n0 Tall grass 1\n' >blank.2da
t info --surfacemat blank.2da room.wok
head -c 40 binary.2da >short.2da
t info --surfacemat short.2da room.wok
say "a table can be checked by itself:"
t check surfacemat.2da
t check --all short.2da
say "a table that cannot be read:"
t info --surfacemat room.wok --json room.wok
