# --game nwn1: walkmesh texts of Neverwinter Nights 1, with its materials and tiles of 10 metres.
samples
# tile EAST: a floor of snow (19) and a pit (16); its east side is at x = EAST
tile() {
    printf 'node aabb tile\n  verts 4\n -5 -5 0\n %s -5 0\n %s 5 0\n -5 5 0\n' "$1" "$1"
    printf '  faces 2\n 0 1 2 1 0 0 0 19\n 0 2 3 1 0 0 0 16\nendnode\n'
}
tile 5 >good.wok
tile 4.98 >short.wok
tile 5.5 >long.wok
t info --game nwn1 good.wok
t info good.wok
waymark info --json --game nwn1 good.wok | jsonl format variant game walkable
t check --game nwn1 good.wok
t check --game nwn1 short.wok long.wok
say "KotOR knows no tiles:"
t check short.wok
say "Neverwinter Nights has no binary walkmeshes:"
t info --game nwn1 room.wok
t check --game nwn1 room.wok
t check --game nwn2 good.wok
