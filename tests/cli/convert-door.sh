# A door's text holds three walkmeshes, each is a binary file of its own.
texts
t convert door.dwk.ascii door.dwk
ls door*
t convert --quiet door.dwk.ascii door.dwk
t convert --quiet --json --force door.dwk.ascii door.dwk
say "and back, by the digits of the names:"
t convert door2.dwk door0.dwk door1.dwk door.txt
grep '^node trimesh' door.txt
mkdir new
t convert door.txt new/door.dwk
for i in 0 1 2; do same door$i.dwk new/door$i.dwk; done
t convert door1.dwk alone.txt
grep '^node' alone.txt
say "to standard output a text stays one:"
waymark convert door.txt - >piped.txt
same piped.txt door.txt
say "mistakes:"
t convert --to dwk door.txt -
t convert --to binary door0.dwk door1.dwk x.dwk
t convert door.txt door0.dwk x.txt
t convert door0.dwk door0.dwk x.txt
t info door.txt
sed 's/_wg_open1/_wg/' door.txt >odd.txt
t convert odd.txt odd.dwk
must test ! -e odd0.dwk
say "all states in one file of another program:"
t convert door.dwk.ascii door.glb
t convert door.dwk.ascii door.obj
grep '^o ' door.obj
