# A floor that is divided on one side of an edge only: check finds the place, render draws it.
cat >floor.txt <<END
node aabb floor
  verts 8
    0 0 0
    2 0 0
    2 4 0
    0 4 0
    2 2 0
    4 0 0
    4 2 0
    4 4 0
  faces 6
    0 1 2  1  0 0 0  4
    0 2 3  1  0 0 0  4
    1 5 6  1  0 0 0  4
    1 6 4  1  0 0 0  4
    4 6 7  1  0 0 0  4
    4 7 2  1  0 0 0  4
endnode
END
must waymark convert -q floor.txt floor.wok
t check floor.wok
must waymark render -q --json floor.wok floor.svg | jsonl kind findings
must waymark render -q --json --no-findings floor.wok bare.svg | jsonl kind findings
must test "$(wc -c <floor.svg)" -gt "$(wc -c <bare.svg)"
say "render counts as many findings as check, however many they are:"
samples made
dd if=/dev/zero of=made/courtyard.wok bs=1 seek=7868 count=720 conv=notrunc 2>/dev/null # adjacency
waymark check --json made/courtyard.wok | jsonl errors warnings
must waymark render --json made/courtyard.wok many.svg | jsonl findings
