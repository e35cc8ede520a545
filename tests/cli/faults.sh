# Disks that are full, directories that cannot be written, streams that are closed, odd names: the
# exit code is 4, the old file is there, and no temporary file stays.
samples
models
ls -A1 >names
unchanged() {
    # shellcheck disable=SC2010 # the names are known
    ls -A1 | grep -v '^names$\|^now$\|^full$\|^locked$\|^err$' >now
    grep -v '^names$\|^now$\|^full$\|^locked$\|^err$' names | cmp - now && say "no file appeared"
}
say "standard output is closed:"
for command in 'info room.wok' 'convert room.wok -' 'dump --json room.wok' '--version'; do
    # shellcheck disable=SC2086 # words
    waymark $command >&- 2>err && code=0 || code=$?
    say "waymark $command: exit $code: $(cat err)"
done
say "what prints nothing does not need it:"
waymark convert -q --force corridor.wok out.wok >&- && say "exit $?"
same out.wok corridor.wok
waymark convert -q --force room.wok out.wok >&- 2>&- <&- && say "exit $?"
same out.wok room.wok
rm out.wok
say "a missing input without standard error:"
waymark convert -q none.wok out.wok 2>&- && code=0 || code=$?
say "exit $code"
unchanged

say "the disk is full:"
mkdir full
if mount -t tmpfs -o size=8k,nr_inodes=16 waymark full 2>/dev/null; then
    trap 'umount full' EXIT
    cp sample-xbox.mdx full/x.mdx
    cp crate.pwk full/x.mdl
    for command in convert rebuild; do
        waymark "$command" -q --force sample.mdl full/x.mdl 2>err && code=0 || code=$?
        say "exit $code: $(cat err)"
    done
    cmp full/x.mdx sample-xbox.mdx && cmp full/x.mdl crate.pwk && say "both files are the old ones"
    ls -A full
    umount full
    trap - EXIT
else
    # without root: a limit on the size of files
    cp sample-xbox.mdx full/x.mdx
    cp crate.pwk full/x.mdl
    for command in convert rebuild; do
        (ulimit -f 8 && waymark "$command" -q --force sample.mdl full/x.mdl) 2>err && code=0 || code=$?
        say "exit $code: $(sed 's/File too large/No space left on device/' err)"
    done
    cmp full/x.mdx sample-xbox.mdx && cmp full/x.mdl crate.pwk && say "both files are the old ones"
    ls -A full
fi

say "a directory that cannot be written:"
mkdir locked
cp corridor.wok locked/out.wok
chmod 555 locked
mounted=
if [ "$(id -u)" = 0 ]; then # root may write everywhere, except where the file system says no
    mount -t tmpfs waymark locked 2>/dev/null || skip "root cannot make a read-only directory here"
    trap 'umount locked' EXIT
    mounted=yes
    cp corridor.wok locked/out.wok
    mount -o remount,ro locked
fi
waymark convert -q --force room.wok locked/out.wok 2>err && code=0 || code=$?
say "exit $code"
must test -s err
same locked/out.wok corridor.wok
ls -A locked
[ -z "$mounted" ] || umount locked
trap - EXIT
chmod 755 locked

say "odd names:"
newline=$(printf 'two\nlines.wok')
bytes=$(printf 'latin-\351\377.wok')
long=$(printf '%0251d.wok' 7)
set -- "$newline" "$bytes"
posix || set -- # not on Windows
for name in "$@" "$long" '-dash.wok' ' space .wok'; do
    waymark convert -q -- room.wok "$name" && same_bytes=yes || same_bytes=no
    cmp -- "$name" room.wok || same_bytes=no
    waymark convert -q --force -- "$name" "$name" || same_bytes=no
    waymark info --json -- "$name" | jsonl file >/dev/null || same_bytes=no
    cmp -- "$name" room.wok || same_bytes=no
    say "$same_bytes"
    rm -- "$name"
done
long=$(printf '%0251d' 7)
waymark convert -q sample.mdl "$long.mdl" && waymark convert -q --force sample.mdl "$long.mdl"
cmp "$long.mdx" sample.mdx && say "a pair of names of 255 bytes"
rm "$long.mdl" "$long.mdx"
if posix; then # a backslash is part of a name
    cp sample.mdl 'a\b.mdl' && cp sample.mdx 'a\b.mdx'
    must waymark convert -q 'a\b.mdl' 'c\d.mdl'
    must cmp 'c\d.mdx' sample.mdx
    must waymark convert -q 'c\d.mdl' x.glb
    rm -- 'a\b.mdl' 'a\b.mdx' 'c\d.mdl' 'c\d.mdx' x.glb
fi
say "a name that is too long:"
waymark convert -q room.wok "x$long.wok" 2>err && code=0 || code=$?
say "exit $code: $(sed 's/x0*7/x...7/' err)"
unchanged

posix || exit 0 # Windows has links and permissions of its own, which wine does not show
say "symbolic links, hard links, permissions:"
cp corridor.wok real.wok
ln -s real.wok link.wok
ln real.wok second.wok
chmod 640 real.wok
[ "$(id -u)" != 0 ] || chown 65534:65534 real.wok
owner=$(stat -c '%u:%g' real.wok)
t convert -q --force room.wok link.wok
must test -h link.wok
same real.wok room.wok
say "the other name keeps the old file:"
same second.wok corridor.wok
stat -c %a real.wok
[ "$(stat -c '%u:%g' real.wok)" = "$owner" ] && say "the owner is kept"
say "new files get the permissions of the input, less the umask; the owner may write:"
for mode in 600 664 755 444; do
    cp -f room.wok mode.wok && cp -f sample.mdl mode.mdl && cp -f sample.mdx mode.mdx
    chmod $mode mode.wok mode.mdl
    (
        umask 022
        waymark convert -q mode.wok new-a.obj && waymark rebuild -q mode.wok new-b.wok
        waymark set -q --material 0=7 mode.wok new-c.wok && waymark transform -q --move 1,0,0 mode.wok new-d.wok
        waymark fix -q mode.mdl -o new-e.mdl && waymark convert -q mode.mdl mode.wok -o new-f --to obj
        waymark render -q mode.wok new-g.svg
    )
    say "$mode: $(stat -c %a new-a.obj new-a.mtl new-b.wok new-c.wok new-d.wok new-e.mdl new-e.mdx \
        new-f/mode*.obj | tr '\n' ' '); a picture: $(stat -c %a new-g.svg)"
    rm -rf new-* mode.*
done
ln -s nowhere.wok dangling.wok
t convert -q --force room.wok dangling.wok
must test ! -e nowhere.wok
say "onto itself, directly and through links:"
t rebuild -q --force real.wok real.wok
t rebuild -q --force real.wok link.wok
t rebuild -q --force link.wok real.wok
t convert -q --force sample.mdl sample.mdl
ln -s sample.mdl other.mdl
t convert -q --force sample.mdl other.mdl
rm real.wok link.wok second.wok dangling.wok other.mdl
# The MDX of a link's target belongs next to the link's own name.
rm -f other.mdx
unchanged
say "--- extract follows no links below its folder"
must "$bin/pack_archive" zip linked.zip room.wok
mkdir elsewhere into
echo old >elsewhere/old
ln -s ../elsewhere/old into/room.wok
t extract --force linked.zip '*' -o into
rm into/room.wok
ln -s elsewhere linked
t extract linked.zip '*' -o linked
t extract --force linked.zip '*' -o into
same room.wok into/room.wok
same room.wok elsewhere/room.wok
cat elsewhere/old
# A ZIP whose entry is in a folder: the name keeps its length.
sed 's/room\.wok/a\/oo.wok/g' linked.zip >folder.zip
ln -s ../elsewhere into/a
t extract folder.zip '*' -o into
t extract --json folder.zip '*' -o into
ls elsewhere
