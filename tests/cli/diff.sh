# diff compares meaning: 0 the same, 1 different, 3 unreadable.
samples
t diff room.wok room.wok
cp room.wok tail.wok
printf 'tail' >>tail.wok
t diff room.wok corridor.wok
t diff crate.pwk room.wok
t diff room.wok missing.wok
head -c 400 room.wok >cut.wok
t diff cut.wok room.wok
waymark diff --json room.wok corridor.wok >out && code=0 || code=$?
jsonl <out && say "JSON, exit $code"
waymark diff --json room.wok room.wok >out && code=0 || code=$?
jsonl <out && say "JSON, exit $code"
# shellcheck disable=SC2094 # both are only read
waymark diff - room.wok <room.wok && say "stdin is the same"
say "folders and archives, file by file:"
models models
mkdir old new empty
cp room.wok old/Same.wok
cp room.wok new/same.wok
cp room.wok old/floor.wok
cp corridor.wok new/floor.wok
cp models/sample.mdl models/sample.mdx old
must waymark set -q --replace-texture sample01=other old/sample.mdl new/sample.mdl
cp tail.wok old/tail.wok
cp room.wok new/tail.wok
cp cut.wok old/cut.wok
cp room.wok new/cut.wok
printf 'a' >old/notes.txt
printf 'b' >new/notes.txt
cp room.wok old/gone.wok
cp room.wok new/added.wok
t diff old new
t diff --json old new
must "$bin/pack_archive" erf old.mod old/floor.wok old/gone.wok
must "$bin/pack_archive" rim new.rim old/floor.wok
t diff old.mod new.rim
t diff -q new.rim new.rim
t diff empty empty
t diff old room.wok
