# Tiles that are too full: shown, cured, refused with a way out.
must "$bin/make_stage" .
t info crowded.trn
t budget crowded.trn
t budget --tile 1,0 crowded.trn | head -n 14
t budget --json --tile 0,0 crowded.trn
t budget --tile 2,0 crowded.trn
t budget --tile 1 crowded.trn
t budget --tile 1,0x crowded.trn
t bake crowded.trn
t bake --simplify crowded.trn full.trx
t bake --simplify full -q crowded.trn full2.trx
same full.trx full2.trx
t bake --simplify=all crowded.trn all.trx
t bake --simplify all -q crowded.trn all2.trx
same all.trx all2.trx
t bake --simplify=some crowded.trn none.trx
t check full.trx all.trx
t check crowded.trn
say "the same from an OBJ:"
must waymark convert -q crowded.trn crowded.obj
must waymark convert -q crowded.trn crowded.glb
t convert crowded.obj no.trx
must test ! -e no.trx
t convert --simplify crowded.obj yes.trx
t convert --simplify all --json crowded.glb yes2.trx
t budget yes.trx
t convert --simplify crowded.obj no.wok
say "a rebuilt TRN is a TRX:"
t rebuild crowded.trn again.trn
must test ! -e again.trn
mkdir area
cp crowded.trn area
t rebuild area -o rebuilt
must test ! -e rebuilt/crowded.trn
