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
say "a text is compiled:"
waymark convert -q sample.mdl sample-ascii.mdl
t fix sample-ascii.mdl -o from-text.mdl
same from-text.mdl sample.mdl
same from-text.mdx sample.mdx
awk '/^      0.5 1 0 0$/ && !held { held = $0; next } { print } held && !put { print held; put = 1 }' \
    sample-ascii.mdl >keys-ascii.mdl
t check keys-ascii.mdl
t fix keys-ascii.mdl --dry-run
t fix keys-ascii.mdl -o keys.mdl
t check keys.mdl
t diff sample.mdl keys.mdl
sed 's/^setsupermodel sample NULL/setsupermodel sample nobody/;/#wm/d' keys-ascii.mdl >alone-ascii.mdl
t fix alone-ascii.mdl -o alone.mdl
sed 's/^setanimationscale 1/setanimationscale one/' keys-ascii.mdl >line-ascii.mdl
t fix line-ascii.mdl -o line.mdl
t fix keys-ascii.mdl -o -
