# Walkmeshes between binary and text, and what is lost on the way.
samples
texts
say "a room, there and back:"
t convert room.wok room.wok.ascii
head -n 6 room.wok.ascii
t convert room.wok.ascii again.wok
same again.wok room.wok
say "the spelling follows the ending or --to:"
t convert --to ascii room.wok room2
same room2 room.wok.ascii
t convert room.wok.ascii room3.txt
same room3.txt room.wok.ascii
t convert --to binary room3.txt room4
same room4 room.wok
t convert --to wok room3.txt room5
same room5 room.wok
t convert --to binary room3.txt room6.txt
say "for mdlops:"
t convert --dialect mdlops --to ascii corridor.wok corridor.txt
grep -c aabb corridor.txt || true
say "what a tool wrote:"
t convert mdledit.wok.ascii made.wok
t info made.wok
t convert placeable.pwk.ascii made.pwk
t convert --json --force placeable.pwk.ascii made.pwk
t convert --kind area placeable.pwk.ascii made2.wok
say "mistakes:"
t convert --to paper room.wok x
t convert --json room.wok -
t convert --kind area room.wok x
t convert --dialect mdlops room.wok.ascii x.wok
t convert surfacemat.2da x.wok
sed 's/10$/ten/' mdledit.wok.ascii >bad.ascii
t convert bad.ascii bad.wok
must test ! -e bad.wok
