# Directories are walked in sorted order; strange files in them are passed over.
mkdir -p area/b/c area/.hidden
samples made
cp made/room.wok area/z.wok
cp made/corridor.wok area/b/a.wok
cp made/crate.pwk area/b/c/x.pwk
cp made/room.wok area/.hidden/never.wok
cp made/room.wok area/.never.wok
echo text >area/notes.txt
ln -s .. area/b/loop
ln -s nowhere area/b/dangling
waymark info --json area >out 2>err && code=0 || code=$?
jsonl file faces <out
sed 's/^/! /' err
say "exit $code"
waymark info --json area/ >out 2>err
jsonl file <out
mkdir empty
t info empty
t check --quiet empty
t info -q area/notes.txt
say "a chain of directories without end is left:"
deep=deep/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1
mkdir -p "$deep/${deep#*/}/1"
waymark info deep 2>err && code=0 || code=$?
say "exit $code, $(grep -c 'more than 64 nested folders' err) line of messages"
cp area/*.wok deep
waymark info -q --json deep 2>err >out && code=0 || code=$?
say "exit $code, $(grep -c . out) objects, $(grep -c '"error":{"code":"io".*64 nested folders' out) of them the folder's"
