# bake of exteriors: the border, footsteps from the ground; strip with water.
terrain
t bake --keep-borders field.trn kept.trx
t bake --json --force-walkable hall.trn open.trx
t bake --force-walkable --no-git hall.trn open2.trx
printf '2DA V2.0\n\n  Terrain R G B Material STR_REF\n0 a 1 1 1 Dirt ****\n' >table.2da
t bake --footsteps table.2da field.trn steps.trx
t bake --footsteps table.2da --no-git hall.trn inside.trx
printf '2DA V2.0\n\n  Label\n0 a\n' >other.2da
t bake --footsteps other.2da field.trn none.trx
t bake --footsteps none.2da field.trn none.trx
must test ! -e none.trx
t strip --keep-water hall.trx kept-water.trx
t strip --fast hall.trx fast.trx
t strip -q hall.trx field.trx stripped/
ls stripped
say "ground and water through glTF:"
must waymark convert -q field.trx field.glb
t convert field.glb back.trx
t diff field.trx back.trx
t convert --keep-walkmesh --template field.trn field.glb kept.trn
same kept.trn field.trn
t convert field.glb no.trn
must waymark convert -q hall.trx hall.glb
t convert --json --keep-walkmesh --template hall.trx hall.glb same.trx
same same.trx hall.trx
