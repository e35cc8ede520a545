# bake and rebuild: TRN to TRX, cutters, tiles that are too full, many files.
terrain
t bake hall.trn made.trx
t check made.trx
t rebuild hall.trx again.trx
t rebuild --json made.trx again2.trx
same made.trx again2.trx
t bake --json field.trn field2.trx
t bake --git hall.git hall.trn cut.trx
t check cut.trx
echo '[[1,1],[4,1],[4,4],[1,4]]' >square.json
echo '[[[1,1],[4,1],[4,4]],[[5,5],[8,5],[8,8],[6,6]]]' >two.json
t bake --cut square.json --cut two.json hall.trx cut2.trx
echo '{"x":1}' >bad.json
t bake --cut bad.json hall.trx cut3.trx
t bake --git hall.trx hall.trx cut3.trx
t bake --git none.git hall.trx cut3.trx
t bake model.mdb cut3.trx
must test ! -e cut3.trx
t bake hall.trn made.trx
mkdir baked
t bake -q hall.trn field.trn baked
ls baked
t bake hall.trn field.trn none
t bake --assign-tiles --fast hall.trx shared.trx
t diff made.trx shared.trx
