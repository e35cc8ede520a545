# Damaged files in a folder or archive are reported as if they were named, not skipped.
samples made
terrain made
models made
must "$bin/make_area" area module
mkdir lost
: >lost/empty.wok
: >lost/empty.mdl
: >lost/empty.utp
head -c 6 made/room.wok >lost/cut.wok
head -c 100 made/sample.mdl >lost/cut.mdl
head -c 2 made/hall.trx >lost/cut.trx
head -c 20 area/grid.git >lost/header.git
head -c 300 area/grid.git >lost/cut.git
printf '2DA' >lost/cut.2da
say "some other text, which is long enough to be a file of its own, in many words" >lost/words.dwk
t check lost
t check --json lost/empty.wok
waymark check --json lost | jsonl file errors
t info lost
t dump --json lost
t rebuild lost out
t convert --to glb lost out
say "what other programs name like that is skipped, with a note:"
mkdir others
dd if=/dev/zero bs=300 count=1 2>/dev/null | tr '\0' 'x' >others/quake.mdl
cp others/quake.mdl others/access.mdb
: >others/empty.txt
: >others/empty.txi
say words >others/readme.txt
t check others
t check -q others
t check others/quake.mdl
t dump others
say "tables and GFF files are read in folders and archives, too:"
must "$bin/pack_archive" erf area.mod area/grid.git area/placeables.2da area/crate.utp
t check area.mod
t dump area.mod | cut -c 1-60
head -c 300 area/grid.git >cut.git
mv cut.git area/grid.git
must "$bin/pack_archive" erf cut.mod area/grid.git area/placeables.2da
t check cut.mod
say "budget is about terrain only:"
t budget lost
