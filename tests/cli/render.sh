# Pictures: three formats, the same bytes each time, and mistakes that leave no file.
"$bin/make_room" hall.wok
"$bin/make_room" --broken broken.wok
samples made
t render hall.wok a.png
t render -q hall.wok b.png
same a.png b.png
head -c 8 a.png | od -An -c
for kind in svg pdf; do
    t render broken.wok "a.$kind"
    t render -q broken.wok "b.$kind"
    same "a.$kind" "b.$kind"
    head -c 5 "a.$kind"
    say
done
t render hall.wok a.png
t render --force --size 800x600 --title Hall --point 3,9 --point -1.5,-2 hall.wok a.png
od -An -j16 -N8 -tu1 a.png
t render --no-findings broken.wok c.png
say "anything that can be read can be drawn:"
for file in made/*; do
    must waymark render -q "$file" "$(basename "$file").png"
done
say "mistakes:"
t render hall.wok picture.bmp
t render hall.wok picture
t render --size 10x10 hall.wok d.png
t render --size big hall.wok d.png
t render --point here hall.wok d.png
t render a.png d.png
t render hall.wok no/such/directory/d.png
ls *.bmp d.png 2>/dev/null || say "no file was left"
say "a way between two points:"
"$bin/make_room" way.wok
t render -q --path 5,2.5:11,4.5 way.wok way.svg
t render -q --path 5,2.5 way.wok way2.svg
t render --path 5,2.5:50,50 way.wok way3.svg
