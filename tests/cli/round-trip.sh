# convert to the same format gives the same bytes, whatever the file holds.
samples made
count=0
for file in made/*; do
    waymark convert "$file" copy.wok
    must cmp "$file" copy.wok
    rm copy.wok
    count=$((count + 1))
done
must test "$count" -ge 8
cp made/room.wok tail.wok
printf 'bytes behind the last table' >>tail.wok
waymark convert tail.wok copy.wok
same tail.wok copy.wok
