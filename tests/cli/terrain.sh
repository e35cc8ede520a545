# TRN and TRX: described, checked, copied, compared, asked, and their packets swapped.
terrain
t info hall.trx hall.trn field.trx other.trn
t info --json hall.trx
t check hall.trx old-69.trx
for file in hall.trx hall.trn closet.trx field.trx field.trn bare.trx other.trn; do
    must waymark convert "$file" copy
    same "$file" copy
    rm copy
done
t convert old-6b.trx new.trx
t convert --json old-69.trx newer.trx
same new.trx newer.trx
same new.trx closet.trx
say "a TRX is baked, a TRN is not:"
t convert hall.trn not-baked.trx
must waymark convert hall.trx baked.trn
must waymark convert baked.trn baked.trx
same hall.trx baked.trx
t diff closet.trx old-69.trx
t diff hall.trx hall.trn
t convert hall.trx hall.ascii
t packet list field.trx
t packet list --json other.trn
t packet extract field.trx TRRN ground.bin
t packet replace field.trx TRRN ground.bin same.trx
t packet extract field.trx TRRN -o ground-too.bin
same ground.bin ground-too.bin
t packet replace field.trx TRRN ground.bin -o same-too.trx
same same.trx same-too.trx
t packet list field.trx -o list.txt
t packet replace field.trx TRRN ground.bin same-too.trx -o more.trx
same field.trx same.trx
t packet replace --json hall.trx ASWM field.trx other.trx
t diff other.trx hall.trx
t packet extract --plain hall.trx ASWM plain.bin
t packet replace hall.trx ASWM plain.bin plain.trx
t check --json plain.trx
t packet replace hall.trx WATR plain.bin bad.trx
must test ! -e bad.trx
t packet extract hall.trx WATR:1 none.bin
t packet extract hall.trx 7 none.bin
t packet extract hall.trx WATR: none.bin
t packet remove hall.trx ASWM
t height hall.trx 1,1 12,1 10,9
t locate --material grass hall.trx 17,1 1,1
t region hall.trx
t path hall.trx 1,1 17,17
waymark dump hall.trx | head -n 12
say "a directory:"
waymark check . | tail -n 1
say "an output that exists:"
t packet extract --json field.trx TRRN ground.bin
t packet replace --json field.trx TRRN ground.bin same.trx
mkdir mixed
cp hall.trx mixed
printf '2DA V2.0\n\nNAME\n0 a\n' >mixed/some.2da
printf 'beginlayout\nroomcount 0\ndonelayout\n' >mixed/some.lyt
t budget mixed
touch map.png
t budget --json hall.trx -o map.png
