# set changes what is named and nothing else.
samples
t set --transition 41=5 room.wok out.wok
t diff room.wok out.wok
t set --force --transition 41=none room.wok out.wok
t diff room.wok out.wok
t set --force --remap-rooms 1=2,2=1 room.wok out.wok
t diff room.wok out.wok
t set --force --remap-rooms 1=2,2=1 out.wok back.wok
same back.wok room.wok
t set --force --material 0=Metal room.wok out.wok
t diff room.wok out.wok
t set --force --replace-material Stone=Grass room.wok out.wok
t check out.wok
t set --force --material 0-3=Nonwalk room.wok out.wok
t check out.wok
t set --force --position 1,2,3 --hook relative1=0.5,-1,0 crate.pwk out.pwk
t diff crate.pwk out.pwk
t set --transition 2=5 room.wok x.wok
t set --transition 999999=5 room.wok x.wok
t set --transition 41=-1 room.wok x.wok
t set --material 12=Cheese room.wok x.wok
t set --material 12=metal room.wok lower.wok
t set --material 5000=Metal room.wok x.wok
t set --hook middle=1,2,3 room.wok x.wok
t set --hook relative1=1,2 room.wok x.wok
t set --remap-rooms 3 room.wok x.wok
t set --position nan,0,0 room.wok x.wok
must test ! -e x.wok
say "tables that share bytes are taken apart:"
dd if=room.wok of=overlap.wok bs=1 status=none
dd if=room.wok of=overlap.wok bs=1 skip=116 seek=124 count=4 conv=notrunc status=none
t set --remap-rooms "$(waymark info overlap.wok | awk '/leads to room/ { print $6; exit }')=6" overlap.wok apart.wok
waymark check overlap.wok >out || true
say "$(grep -c LAYOUT_OVERLAP out) overlap before"
waymark check apart.wok >out || true
say "$(grep -c LAYOUT_OVERLAP out) overlaps after"
say "nothing to do:"
t set room.wok same.wok
test ! -e same.wok || say "a file was written"
