# --json is one object per line on stdout, for good files and bad ones.
samples made
head -c 300 made/room.wok >made/cut.wok
echo text >made/text.txt
waymark info --json made >out 2>/dev/null || true
jsonl file format variant bytes vertices faces walkable aabb_nodes edges perimeters transitions regions maker error.code <out
waymark info --json made/room.wok >out
jsonl bounds.min bounds.max materials <out
waymark check --json made made/text.txt >out 2>/dev/null || true
jsonl file format <out
name=$(printf 'made/a "b" \\ \033\377.wok')
posix || name="made/a 'b' ; \$x.wok" # no quotes, backslashes, controls in names on Windows
cp made/one-face.wok "$name"
waymark info --json "$name" >out
jsonl faces <out
