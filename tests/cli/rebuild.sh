# rebuild repairs what follows from geometry, and changes nothing in a sound file.
samples
t rebuild room.wok again.wok
same again.wok room.wok
say "normals and tree overwritten with zeros (offsets stand in the header):"
normals=$(od -An -tu4 -j92 -N4 room.wok | tr -d ' ')
edges=$(od -An -tu4 -j124 -N4 room.wok | tr -d ' ')
cp room.wok broken.wok
dd if=/dev/zero of=broken.wok bs=1 seek="$normals" count=$((edges - normals)) conv=notrunc 2>/dev/null
waymark check broken.wok >out && code=0 || code=$?
say "check: exit $code"
waymark rebuild -q broken.wok fixed.wok
same fixed.wok room.wok
t check fixed.wok
t rebuild room.wok fixed.wok
t rebuild --rounding k3 room.wok x.wok
t rebuild crate.pwk crate2.pwk
same crate.pwk crate2.pwk
waymark rebuild --json broken.wok new.wok >out
jsonl file <out
say "to stdout:"
waymark rebuild -q broken.wok - >out.wok
same out.wok room.wok
say "in place:"
t rebuild -q --force broken.wok broken.wok
same broken.wok room.wok
say "what a text has and a walkmesh cannot hold:"
texts t
sed -e 's/orientation .*/orientation 0 0 1 1/' -e '0,/^ *node aabb .*/s//node aabb/' t/engine.wok.ascii >rotated.wok.ascii
t check rotated.wok.ascii
t rebuild rotated.wok.ascii rotated.wok
t rebuild --json --force rotated.wok.ascii rotated.wok
t rebuild -q --force rotated.wok.ascii rotated.wok
