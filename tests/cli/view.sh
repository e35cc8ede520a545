# waymark view: one page with the viewer and the files. A page with the place that the
# real viewer has stands in for it here.
samples in
models in/models
"$bin/make_area" in/area >/dev/null
export TMPDIR="$PWD"
unset DISPLAY WAYLAND_DISPLAY
say 'before<script id="waymark-files" type="application/json">[]</script>after' >viewer.html
cp "$bin/waymark" . # without a viewer beside it

say "-- without a viewer"
(unset WAYMARK_VIEWER; ./waymark view in/room.wok -o x.html 2>&1 || say "exit $?")
export WAYMARK_VIEWER=viewer.html

say "-- one file"
t view in/room.wok -o room.html
sed 's/.*\(before.*base64":"\)\([^"]*\)\(".*\)/\1...\3/' room.html
sed 's/.*base64":"\([^"]*\)".*/\1/' room.html | base64 -d >room.back
same in/room.wok room.back

say "-- what belongs to it is taken along"
t view --json in/models/child.mdl -o child.html
t view -q in/area/grid.lyt -o area.html
grep -o '"name":"[^"]*"' area.html

say "-- folders, and what is in them"
mkdir folder
cp in/room.wok folder
cp in/crate.pwk folder/b.pwk
say "not a format" >folder/readme.txt
t view --json folder in/room.wok -o folder.html
t view folder/readme.txt -o no.html
mkdir empty
t view empty -o no.html

if posix; then # Windows has no such names
    say "-- names cannot end the element"
    mkdir '<'
    cp in/one-face.wok '</script>.wok'
    t view -q '</script>.wok' in/room.wok -o name.html
    grep -o '"name":"[^"]*"' name.html
fi

say "-- outputs"
t view in/room.wok -o room.html
t view --force in/room.wok -o room.html
t view in/no-such.wok -o no.html
t view --json in/room.wok -o -
waymark view in/room.wok -o - | cmp - room.html && say "standard output has the same page"
cp in/room.wok not-a-viewer.html
(WAYMARK_VIEWER=not-a-viewer.html; t view in/room.wok -o no.html)
waymark view -q in/room.wok
ls waymark-*/
rm -r waymark-*/

say "-- a name of 255 bytes, cut between two characters"
long=$(printf '%083d' 0 | sed 's/0/\xe2\x82\xac/g')xx
cp in/room.wok "$long.wok"
must waymark view -q --no-open "$long.wok"
must test "$(ls waymark-*/)" = "$(printf '%066d' 0 | sed 's/0/\xe2\x82\xac/g').html"

posix || exit 0 # scripts/windows-test does the rest
say "-- it is opened where there is a display"
mkdir tools
cat >tools/xdg-open <<'S'
#!/bin/sh
basename "$1" >"$TMPDIR/opened.new" && mv "$TMPDIR/opened.new" "$TMPDIR/opened"
S
chmod +x tools/xdg-open
PATH=$PWD/tools:$PATH
DISPLAY=:99
export PATH DISPLAY
t view --no-open in/room.wok --force -o room.html
t view in/room.wok --force -o room.html
n=0
while [ ! -e opened ] && [ $n -lt 100 ]; do
    sleep 0.1
    n=$((n + 1))
done
cat opened
