# set --cell changes a cell of a table, and no other byte.
printf '2DA V2.0\r\n\r\n    Label  Walk   Sound\r\n0   Dirt   1      sd_dirt\r\n\r\n1   "Tall grass" 1 ****\r\n2   Short\r\n' >text.2da
t set --cell 0.walk=0 text.2da out.2da
diff text.2da out.2da | tr -d '\r'
t set --json --force --cell '1.Label=Low grass' --cell 1.#2=sd_grass --cell 2.Sound=x --cell 0.Sound= text.2da out.2da
diff text.2da out.2da | tr -d '\r'
t check out.2da
say "a cell that has the text already:"
t set --force --cell 0.Walk=1 text.2da out.2da
same text.2da out.2da
say "back again:"
must waymark set -q --force --cell 1.Sound=sd_grass text.2da there.2da
must waymark set -q --force --cell '1.Sound=****' there.2da back.2da
same text.2da back.2da
say "a binary table:"
printf '2DA V2.b\nlabel\twalk\t\0\3\0\0\0000\t1\t2\t\0\0\7\0\2\0\7\0\11\0\11\0\12\0NoDirt\0001\0\0' >binary.2da
t dump binary.2da
t set --cell 1.walk=1 --cell 2.label=Metal --cell 0.walk= binary.2da out2.2da
t dump out2.2da
t check out2.2da
say "mistakes:"
t set --cell 9.Walk=1 text.2da x.2da
t set --cell 0.Run=1 text.2da x.2da
t set --cell 0.#7=1 text.2da x.2da
t set --cell Walk=1 text.2da x.2da
t set --cell '0.Walk=a"b' text.2da x.2da
t set --cell '0.Walk=é' text.2da x.2da
t set --material 0=Metal text.2da x.2da
samples
t set --cell 0.Walk=1 room.wok x.wok
must test ! -e x.2da
