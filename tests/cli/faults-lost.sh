# What reading passed over in a damaged file is lost when it is written without its faults.
samples
size=$(wc -c <courtyard.wok)
head -c $((size / 2)) courtyard.wok >cut.wok
t check cut.wok
t fix cut.wok -o fixed.wok
t fix --json cut.wok -o fixed2.wok
t fix -q --dry-run cut.wok
t rebuild cut.wok rebuilt.wok
t rebuild --json cut.wok rebuilt2.wok
same fixed.wok rebuilt.wok
t transform --json --move 1,0,0 cut.wok moved.wok | grep -o '"losses".*'
say "faults that are written again are not lost:"
t set --json --hook relative1=1,2,3 cut.wok set.wok
t convert --json cut.wok copy.wok
say "fix counts what check counts, however much it is:"
at=$((size * 3 / 10))
while [ "$at" -lt "$size" ]; do
    head -c "$at" courtyard.wok >some.wok
    was=$(waymark check --json some.wok 2>/dev/null | jsonl errors warnings)
    before=$(waymark fix --json --dry-run some.wok 2>/dev/null | jsonl before.errors before.warnings)
    [ "$was" = "$before" ] || say "cut at $at: check counts $was, fix $before"
    at=$((at + 997))
done
say "in an area, of rooms that change:"
must "$bin/make_area" area damaged
for room in area/*.wok; do
    size=$(wc -c <"$room")
    head -c $((size - 4)) "$room" >short.wok
    mv short.wok "$room"
done
t fix --json area/grid.lyt -o fixed | grep -o '"rooms_changed".*'
t fix -q area/grid.lyt -o quiet
t fix area/grid.lyt -o loud
say "models:"
models
must "$bin/plant_mdl" sample.mdl fault >/dev/null
t rebuild fault-12.mdl lights.mdl
t rebuild --json fault-12.mdl lights2.mdl
t set --json --field fog=1 fault-12.mdl fog.mdl
say "fix repairs only faults that have one right answer:"
t fix --json fault-11.mdl -o fixed.mdl
same fixed.mdl sample.mdl
say "a model without its MDX, or with a short one:"
mkdir part
cp sample.mdl part/alone.mdl
cp sample.mdl part/short.mdl
head -c 300 sample.mdx >part/short.mdx
t rebuild --parts normals part/alone.mdl part/out1.mdl
must test ! -e part/out1.mdl
t rebuild --parts normals,planes part/alone.mdl part/out2.mdl
t rebuild part/alone.mdl part/out3.mdl
t set --field fog=0 part/alone.mdl part/out4.mdl
t set -q --field fog=0 part/alone.mdl part/out5.mdl
t fix part/alone.mdl -o part/out6.mdl
must test ! -e part/out6.mdx
t rebuild --parts normals part/short.mdl part/out7.mdl
t rebuild --json --parts normals part/short.mdl part/out8.mdl
