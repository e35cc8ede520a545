# rebuild of a TRX: what is stored and valid, and what is not.
terrain
samples
patch_aswm() { # OFFSET BYTE OUT
    must cp hall.aswm patched.aswm
    printf '%b' "$2" | dd of=patched.aswm bs=1 seek="$1" conv=notrunc 2>/dev/null
    must waymark packet replace -q hall.trx ASWM patched.aswm "$3"
}
must waymark packet extract -q --plain hall.trx ASWM hall.aswm
say "nothing to do:"
t rebuild --keep-valid hall.trx same.trx
same hall.trx same.trx
say "the centre of a triangle, rounded in another way:"
patch_aswm 4249 '\001' rounded.trx
t check rounded.trx
t rebuild rounded.trx again.trx
t diff hall.trx again.trx
t rebuild -q rounded.trx quiet.trx
t rebuild --keep-valid rounded.trx kept.trx
same rounded.trx kept.trx
t rebuild --json --keep-valid rounded.trx json.trx
same rounded.trx json.trx
say "a centre that is wrong:"
patch_aswm 4251 '\100' wrong.trx
t rebuild --keep-valid wrong.trx repaired.trx
t diff hall.trx repaired.trx
say "a TRN has nothing to keep:"
t rebuild -q --keep-valid hall.trn made.trx
t rebuild --keep-valid room.wok other.wok
