# bake and rebuild: TRN to TRX, cutters, tiles that are too full, many files.
terrain
t bake --zlib --no-git hall.trn made.trx
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
say "too many triangles in a tile:"
awk 'BEGIN {
    printf "["
    for (i = 0; i < 36; i++) {
        x = 1 + i % 6; y = 1 + int(i / 6)
        printf "%s[[%g,%g],[%g,%g],[%g,%g],[%g,%g]]", i ? "," : "", x, y, x + .3, y, x + .3, y + .3, x, y + .3
    }
    print "]"
}' >holes.json
t bake --no-git --cut holes.json hall.trn full.trx | cut -d : -f 1-5
t bake --simplify --no-git --cut holes.json hall.trn full.trx | cut -d : -f 1-5
must test ! -e full.trx
echo '{"x":1}' >bad.json
t bake --cut bad.json hall.trx cut3.trx
t bake --git hall.trx hall.trx cut3.trx
t bake --git none.git hall.trx cut3.trx
t bake other.trn cut3.trx
must test ! -e cut3.trx
t bake --zlib --no-git hall.trn made.trx
mkdir baked
t bake -q --no-git hall.trn field.trn baked
ls baked
t bake hall.trn field.trn none
t bake --force baked made.trx
t bake --assign-tiles --zlib hall.trx shared.trx
t diff made.trx shared.trx
t path --game-tables hall.trx 1,1 17,17
t path --game-tables --json hall.trx 1,1 5,1
t path --game-tables hall.trn 1,1 5,1
t path --game-tables hall.trx 1,1 99,99
t bake --simplify all hall.trx flat.trx
t strip hall.trx small.trx
t strip hall.trn unbaked.trx
t strip --server --json hall.trx server.trx
t check server.trx
t budget hall.trn
t budget --json closet.trx
t budget -o heat.svg hall.trx
must test -s heat.svg
t budget -o heat.txt closet.trx
t budget other.trn
