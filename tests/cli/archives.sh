# Archives: ls, extract, and files in them.
models models
samples rooms
pack=$bin/pack_archive
must "$pack" erf hall.mod models/sample.mdl models/sample.mdx rooms/room.wok
must "$pack" rim hall.rim rooms/room.wok
must "$pack" zip hall.zip models/sample.mdl models/sample.mdx
must "$pack" stuff data.stuff rooms/room.wok
mkdir -p game/Data
must "$pack" key game/chitin.key rooms/room.wok models/sample.mdl models/sample.mdx
must "$pack" bif game/Data/TEST.bif rooms/room.wok models/sample.mdl models/sample.mdx
cp hall.mod inner.sav
must "$pack" erf outer.sav inner.sav
say "--- ls"
t ls hall.mod
t ls hall.zip '*.mdx'
t ls data.stuff
t ls game/chitin.key 'S?MPLE.*'
t ls --json game/chitin.key room.wok
t ls outer.sav:inner.sav
t ls outer.sav:other.sav
t ls rooms/room.wok
t ls nothing.mod
say "--- a BIF that is missing"
mv game/Data/TEST.bif .
t ls game/chitin.key
t ls --json game/chitin.key room.wok
t info game/chitin.key:room.wok
mv TEST.bif game/Data
say "--- extract"
t extract hall.mod '*.md?' -o out
same models/sample.mdl out/sample.mdl
same models/sample.mdx out/sample.mdx
t extract hall.mod '*.mdl' -o out
t extract --force --json hall.mod '*.mdl' -o out
t extract --json hall.mod "*.mdl" -o out
t extract hall.mod '*.tga' -o out
t extract hall.mod '*.mdl'
t extract game/chitin.key '*' -o all
same rooms/room.wok all/room.wok
say "--- files in archives"
t info hall.zip:sample.mdl
t info models/sample.mdl
t check hall.rim:ROOM.wok
t check outer.sav:inner.sav:room.wok
t check hall.rim:room.mdl
t convert hall.mod:sample.mdl sample.mdl
same models/sample.mdl sample.mdl
same models/sample.mdx sample.mdx
say "--- archives are only read"
cp hall.rim before.rim
t convert hall.rim:room.wok hall.rim:room.wok
t convert --json hall.rim:room.wok hall.rim:other.wok
t set --force --material 0=2 hall.rim:room.wok hall.rim
t set --force --material 0=2 rooms/room.wok hall.rim
same hall.rim before.rim
find . -name '*:*'
say "--- whole archives"
t check hall.mod
t check --json hall.rim
t info hall.zip
t convert --to glb hall.mod -o made
ls made
say "--- verbs that take one file name the entries"
t diff hall.mod rooms/room.wok
t set --material 0=2 hall.rim out.wok
t pose --list hall.zip
t fix --json hall.mod -o fixed.wok
t convert hall.mod hall.glb
say "--- names that lead elsewhere"
printf 'text' >plain.txt
must "$pack" zip bad.zip plain.txt
sed 's/plain\.txt/..\/\/x.txt/g' bad.zip >worse.zip
t extract worse.zip '*' -o safe
find safe -type f
must "$pack" zip inside.zip rooms/room.wok
sed 's/room\.wok/..\/r.wok/g' inside.zip >outside.zip
say "--- names that Windows or Waymark reserve"
mkdir reserved
for name in q1q q2q2.txt q3q.tga.x q4q4.txt q5q5q5q5-0123456789abcdef.journal console com10.txt; do
    printf 'text' >"reserved/$name"
done
must "$pack" stuff plain.stuff reserved/*
sed 's/q1q/NUL/g;s/q2q2/COM1/g;s/q3q/aux/g;s/q4q4/con /g;s/q5q5q5q5/.waymark/g' plain.stuff >reserved.stuff
t extract reserved.stuff '*' -o plain
find plain -type f | sort
mkdir deep
t convert --to glb outside.zip -o deep/made
find . -name 'r.glb'
say "--- entries of one name"
printf 'text' >reserved/dup1.txt
printf 'text' >reserved/dup2.txt
must "$pack" stuff dup.stuff reserved/dup1.txt reserved/dup2.txt
sed 's/dup2/dup1/g' dup.stuff >same.stuff
t extract same.stuff '*' -o same
