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

say "Names cannot give the terminal orders:"
printf 'node trimesh \033[31mred\n  \033[2J 1\n  verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 4\nendnode\n' >red.txt
t check --all red.txt
printf 'beginlayout\nroomcount 1\n  \033[31mred 0 0 0\ndonelayout\n' >red.lyt
t info red.lyt
say "names of files:"
waymark info "$(printf 'no\033[31m.wok')" 2>err || true
must test -z "$(tr -cd '\033' <err)"
