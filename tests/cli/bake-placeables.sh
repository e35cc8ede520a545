# bake: placeables of the GIT, their models, and what is missing.
terrain
mdb
mkdir area models tables
cp hall.trn area/hall.trn
cp stage.git area/hall.git
cp plc_stage.mdb models/PLC_Stage.mdb
printf '2DA V2.0\n\n  Label NWN2_ModelName\n0 A ****\n1 B plc_stage\n2 C plc_gone\n3 D ****\n' >tables/placeables.2da
say "without placeables.2da:"
t bake area/hall none.trx
say "with it, and without models:"
t bake --models tables area/hall table.trx
same none.trx table.trx
say "with both:"
t bake --models tables --models models area/hall made.trx
t bake --json --models tables --models models area/hall json.trx
same made.trx json.trx
t check made.trx
t bake --models tables --models models --missing ignore -q area/hall quiet.trx
same made.trx quiet.trx
t bake --models tables --models models --missing fail area/hall fail.trx
must test ! -e fail.trx
t bake --models tables --models models --missing=hole area/hall hole.trx
t bake --models tables --models models --missing=hole --json -q area/hall hole-json.trx
same hole.trx hole-json.trx
t bake --models tables --models models --missing=rock area/hall rock.trx
say "outlines from an earlier bake:"
printf '[[[14,2],[16,2],[16,4],[14,4]],[[1,8],[2,8],[2,9],[1,9]]]' >old.json
t bake -q --models tables --models models --cut old.json area/hall old.trx
t bake --models tables --models models --keep-from old.trx area/hall kept.trx
mkdir earlier
cp old.trx earlier/HALL.TRX
t bake --models tables --models models --keep-from earlier --missing hole --json area/hall both.trx
t bake --models tables --models models --keep-from old.trx --missing fail area/hall fail.trx
must test ! -e fail.trx
t bake --models tables --models models --keep-from tables area/hall fail.trx
t bake --models tables --models models --keep-from gone.trx area/hall fail.trx
t bake --models tables --models models --keep-from hall.trn area/hall fail.trx
t bake --models tables --models models --keep-from closet.trx area/hall fail.trx
t bake --keep-from old.trx area/hall area/hall fail/
say "models in archives:"
for type in zip erf11; do
    must "$bin/pack_archive" $type models.$type models/PLC_Stage.mdb tables/placeables.2da
    t bake -q --models models.$type area/hall $type.trx
    same made.trx $type.trx
done
t bake --models old.json area/hall fail.trx
t bake --no-placeables --models tables --models models area/hall without.trx
t bake --no-placeables area/hall without.trx
same none.trx without.trx
say "beside the area:"
cp tables/placeables.2da models/PLC_Stage.mdb area
t bake -q area/hall beside.trx
same made.trx beside.trx
say "a model without packets:"
printf 'NWN2\001\000\014\000\000\000\000\000' >area/plc_gone.mdb
t bake area/hall empty.trx
t bake --json area/hall empty-json.trx
same empty.trx empty-json.trx
rm area/plc_gone.mdb
say "a TRX has them already:"
t bake --git stage.git --models tables --models models --reuse-trx made.trx again.trx
t bake --git stage.git --reuse-trx made.trx again.trx
same made.trx again.trx
say "a table that is none:"
echo nothing >area/placeables.2da
t bake area/hall no-table.trx
