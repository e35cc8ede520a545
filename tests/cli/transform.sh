# transform moves geometry and keeps materials, transitions and winding.
samples
for how in '--move 1,2,3' '--rotate 90' '--rotate -45.5' '--flip x' '--flip xy' '--scale 2' '--scale 1,2,0.5' \
    '--flip y --rotate 270 --scale 3 --move -8,0.25,1'; do
    # shellcheck disable=SC2086 # words
    waymark transform -q --force $how room.wok out.wok
    waymark check out.wok
    waymark info --json out.wok >out
    say "$how: $(jsonl faces walkable transitions materials bounds.min bounds.max <out)"
done
say "four quarters are a whole turn:"
cp room.wok turn.wok
for _ in 1 2 3 4; do waymark transform -q --force --rotate 90 turn.wok turn.wok; done
waymark diff room.wok turn.wok && say "the same in meaning"
say "mirrored twice:"
waymark transform -q --flip x room.wok once.wok
waymark transform -q --flip x once.wok twice.wok
waymark diff room.wok twice.wok && say "the same in meaning"
t transform --scale 0 room.wok x.wok
t transform --scale 1,0,1 room.wok x.wok
t transform --scale -1 room.wok x.wok
t transform --flip z room.wok x.wok
t transform --rotate north room.wok x.wok
t transform --move 1,2 room.wok x.wok
t transform room.wok
must test ! -e x.wok
