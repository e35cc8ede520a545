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
