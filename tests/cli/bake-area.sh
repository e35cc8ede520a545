# bake: an area by its name or any of its files, beside them or elsewhere, in place, many areas.
terrain
mkdir area
cp hall.trn area/Hall.TRN
cp hall.git area/HALL.git
cp hall.are area/hall.are
say "an area by its name finds its TRN and GIT:"
t bake area/hall
for file in area/hall.git area/hall.are area/Hall.TRN; do
    t bake -q "$file" made.trx
    same made.trx area/hall.trx
    rm -f made.trx
done
t bake area/hall
t bake --json area/hall made.trx
t bake --force -q area/hall.trx
same area/hall.trx made.trx
say "its TRX is baked again, without the GIT:"
t bake --reuse-trx area/hall again.trx
t bake area/hall.trx again2.trx
same again.trx again2.trx
t bake --no-git area/hall uncut.trx
t bake --git hall.git --reuse-trx area/hall twice.trx
say "in place, with a backup of the first TRX:"
cp hall.trx area/hall.trx
t bake --in-place area/hall
same area/hall.trx made.trx
same area/hall.trx.bak hall.trx
t bake --in-place --reuse-trx -q area/hall
same area/hall.trx.bak hall.trx
t bake --in-place area -o out.trx
say "one GIT belongs to one area:"
mkdir many
cp hall.trn hall.git field.trn field.trx many
t bake --git hall.git hall.trn field.trn out/
must test ! -e out
t bake --git hall.git many out/
t bake many/hall many/field out/
ls out
t bake -q many out2/
ls out2
same out/hall.trx out2/hall.trx
t bake --in-place many
ls many
t bake many
t bake hall.trn field.trn
t bake nowhere
t bake nowhere.git
say "an ARE of another area:"
cp closet.trx area/hall.trx
rm area/Hall.TRN
t bake area/hall y.trx
