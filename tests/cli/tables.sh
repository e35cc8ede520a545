# 2DA tables, GFF trees and archives that are not walked: info, dump, check.
terrain
samples
printf '2DA V2.0\nDEFAULT: none\n   Name  Cost\n0  Sword 5\n1  ****  "a b"\n' >table.2da
say "--- tables"
t info table.2da
t info --json table.2da
t dump table.2da
t dump --json table.2da
t check table.2da
say "--- trees"
t info hall.git
t info --json hall.git
t dump hall.git
head -c 200 hall.git >short.git
t info short.git
t check short.git
say "--- archives"
must "$bin/pack_archive" key chitin.key room.wok
must "$bin/pack_archive" bif TEST.bif room.wok
t info chitin.key
t check chitin.key
t info TEST.bif
