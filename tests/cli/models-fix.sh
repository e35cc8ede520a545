# Repairing KotOR models.
models
cp sample.mdx broken.mdx
cp sample.mdl broken.mdl
at=$(waymark dump --layout sample.mdl | awk '/ faces of box$/ {print $1}')
must test -n "$at"
printf '\001\002\003\077' | dd of=broken.mdl bs=1 seek="$at" conv=notrunc 2>/dev/null
t check broken.mdl
t fix broken.mdl --dry-run
t fix broken.mdl -o a.mdl
t check a.mdl
t fix --json broken.mdl -o b.mdl
t fix sample.mdl -o c.mdl
same c.mdl sample.mdl
same c.mdx sample.mdx
say "an empty slot in a list of children:"
at=$(waymark dump --layout sample.mdl | awk '/ children of sample$/ {print $1 + $2 - 4}')
must test -n "$at"
cp sample.mdl slot.mdl
cp sample.mdx slot.mdx
printf '\000\000\000\000' | dd of=slot.mdl bs=1 seek="$at" conv=notrunc 2>/dev/null
t check slot.mdl
t fix slot.mdl -o slot-fixed.mdl
t check slot-fixed.mdl
say "what cannot be read stays, byte for byte:"
cp sample.mdl lost.mdl
cp sample.mdx lost.mdx
printf '\377\377\377\000' | dd of=lost.mdl bs=1 seek="$at" conv=notrunc 2>/dev/null
t fix lost.mdl -o lost-fixed.mdl
same lost.mdl lost-fixed.mdl
same lost.mdx lost-fixed.mdx
say "mistakes:"
t fix broken.mdl
t fix broken.mdl -o -
t fix broken.mdl -o a.mdl
waymark convert -q sample.mdl sample.mdl.ascii
t fix sample.mdl.ascii -o x.mdl
