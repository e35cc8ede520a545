# Materials have the names of the game that each file belongs to, whatever came before it.
samples
terrain
say "both, in either order:"
waymark info room.wok hall.trx | grep materials
waymark info hall.trx room.wok | grep materials
for file in room.wok hall.trx; do
    t locate --material stone $file 1,1 5,5
    t locate --json $file 1,1 5,5
done
# A KotOR crate on an NWN2 floor: what one can walk on is KotOR's matter, names are NWN2's.
t locate --any --obstacle crate.pwk@5,5,0 hall.trx 5,5 5.3,5
