say "Ten thousand floors on one spot are drawn in seconds:"
awk 'BEGIN {
    n = 10000
    print "node trimesh stack_wok"
    print "verts", 3 * n
    for (i = 0; i < n; i++) print "0 0 " i "\n9 0 " i "\n0 9 " i
    print "faces", n
    for (i = 0; i < n; i++) print 3 * i, 3 * i + 1, 3 * i + 2, "1 0 0 0 4"
    print "endnode"
}' >stack.txt
must timeout 60 "$bin/waymark" render --quiet stack.txt stack.png
must timeout 60 "$bin/waymark" render --quiet stack.txt stack.svg
must waymark convert --quiet stack.txt stack.glb
must test "$(grep -ao '"region_[0-9]*"' stack.glb | sort -u | wc -l)" -eq 4096

say "Sixty thousand walls that cross each other are drawn in seconds:"
awk 'BEGIN {
    n = 60000
    print "node trimesh fan_wok"
    print "verts", n + 2
    print "0 0 0\n9 0 0"
    for (i = 0; i < n; i++) print 9 * ((i * 7919) % n) / n, 1 + 8 * ((i * 104729) % n) / n, 0
    print "faces", n
    for (i = 0; i < n; i++) print 0, 1, i + 2, "1 0 0 0 4"
    print "endnode"
}' >fan.txt
# shellcheck disable=SC3045 # the shells of Linux know it
(ulimit -t 12 && exec "$bin/waymark" render --quiet fan.txt fan.png) || say "too slow"

say "Ten thousand triangles that all cover the picture are drawn in seconds, as far as they can be seen:"
awk 'BEGIN {
    n = 10000
    for (i = 0; i < n; i++) print "v 0 0 " i / n "\nv 9 0 " i / n "\nv 0 9 " i / n
    for (i = 0; i < n; i++) print "f", 3 * i + 1, 3 * i + 2, 3 * i + 3
}' >cover.obj
must timeout 60 "$bin/waymark" render --json cover.obj cover.png >cover.json 2>cover.err
must timeout 60 "$bin/waymark" render --quiet cover.obj cover.svg
must grep -Eq '"not_drawn": ?9[0-9]{3}\b' cover.json
must grep -Eq 'note: cover.obj: 9[0-9]{3} of 10000 triangles are not drawn' cover.err

say "Names cannot give the terminal orders:"
printf 'node trimesh \033[31mred\n  \033[2J 1\n  verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 4\nendnode\n' >red.txt
t check --all red.txt
printf 'beginlayout\nroomcount 1\n  \033[31mred 0 0 0\ndonelayout\n' >red.lyt
t info red.lyt
say "names of files:"
waymark info "$(printf 'no\033[31m.wok')" 2>err || true
must test -z "$(tr -cd '\033' <err)"

say "A GFF of 40 structs, each in the one before:"
# shellcheck disable=SC2059 # the bytes are the format
printf "$(awk 'function word(x) { printf "\\%03o\\%03o\\%03o\\%03o", x % 256, int(x / 256) % 256, 0, 0 }
BEGIN {
    n = 40
    f = 56 + 12 * n
    l = f + 12 * (n - 1)
    printf "GIT V3.2"
    word(56); word(n); word(f); word(n - 1); word(l); word(1)
    for (i = 0; i < 3; i++) { word(l + 16); word(0) }
    for (i = 0; i < n; i++) { word(i); word(i); word(i < n - 1) }
    for (i = 1; i < n; i++) { word(14); word(0); word(i) }
    printf "S"
    for (i = 1; i < 16; i++) printf "\\000"
}')" >deep.git
must waymark dump --json deep.git >deep.json
must grep -q '{"struct":15}' deep.json

say "An archive whose entries share their bytes, and one that is cut off:"
# shellcheck disable=SC2059 # the bytes are the format
{
    printf "$(awk 'function word(x) { printf "\\%03o\\%03o\\%03o\\%03o", x % 256, int(x / 256) % 256, int(x / 65536), 0 }
    BEGIN {
        n = 40
        printf "MOD V1.0"
        word(0); word(0); word(n); word(160); word(160); word(160 + 24 * n)
        for (i = 32; i < 160; i += 4) word(0)
        for (i = 0; i < n; i++) { printf "room%04d", i; word(0); word(0); word(i); word(2016) }
        for (i = 0; i < n; i++) { word(160 + 32 * n); word(20000) }
    }')"
    head -c 20000 /dev/zero
} >shared.mod
head -c 700 shared.mod >cut.mod
for verb in info check dump bake; do
    t $verb shared.mod
    t $verb cut.mod
done
t info --json shared.mod
t view --no-open shared.mod
must test ! -e shared.html
