# diff of two layouts: what they list, by name and position.
cat >a.lyt <<'END'
beginlayout
   roomcount 3
      hall 0 0 0
      yard 10 0 0
      cave 20 0 0
   trackcount 1
      track1 1 2 3
   obstaclecount 1
      rock 4 5 6
   doorhookcount 2
      hall door1 0 1 2 3 1 0 0 0
      yard door2 0 4 5 6 1 0 0 0
donelayout
END
sed 's/yard 10/yard 10.0004/; s/track1 1/track1 1.5/; s/rock/stone/; s/door2/door3/; s/3 1 0/3 0 1/' a.lyt >b.lyt
sed '/cave/d; s/roomcount 3/roomcount 2/' a.lyt >fewer.lyt
awk '/hall 0/ { held = $0; next } { print } /yard 10/ { print held }' a.lyt >order.lyt
{ echo '# the same'; cat a.lyt; } >comment.lyt
t diff a.lyt a.lyt
t diff a.lyt comment.lyt
t diff a.lyt b.lyt
t diff --tolerance 0.001 a.lyt b.lyt
t diff --json a.lyt fewer.lyt
t diff fewer.lyt a.lyt
t diff a.lyt order.lyt
say "mistakes:"
samples
t diff a.lyt room.wok
t diff room.wok a.lyt
printf 'beginlayout\nroomcount 1\nhall x 0 0\n' >bad.lyt
t diff a.lyt bad.lyt
