# waymark view --serve: the folder, the addresses and everything that may not be asked for. A page with the
# places that the real viewer has stands in for it here.
command -v python3 >/dev/null || skip "there is no python3"
say "<meta content=\"connect-src 'none'\"><script id=\"waymark-files\" type=\"application/json\">[]</script>" >viewer.html
export WAYMARK_VIEWER=viewer.html
unset DISPLAY WAYLAND_DISPLAY
samples in
mkdir folder
cp in/room.wok folder

say "-- what cannot be served"
t view --serve no-such-folder
t view --serve -
t view --serve folder -o out.html
t view --serve --port 0 folder
t view --serve --port 65536 folder
t view --serve --port x folder
t view --port 8000 folder
cp in/room.wok not-a-viewer.html
(WAYMARK_VIEWER=not-a-viewer.html; t view --serve folder)
if posix; then t view --serve /dev/null; fi
n=0
while [ $n -lt 257 ]; do
    mkdir -p "many/$n/module"
    n=$((n + 1))
done
code=0
"$bin/waymark" view --serve many/*/module 2>err || code=$?
sed 's/^/! /' err
say "exit $code, $n folders"

say "-- what is served"
python3 "${case_file%/*}/../tools/attack_server.py" "$bin/waymark" folder "$system"

posix || exit 0 # kill would end wine, not the command
say "-- a limit of memory"
head -c 2000000 /dev/zero | tr '\0' 'x' >folder/below/large.dat
"$bin/waymark" view --serve --no-open --max-memory 1M folder >out 2>err &
server=$!
n=0
until grep -q 'Ctrl-C' err || [ $n -ge 600 ]; do
    sleep 0.1
    n=$((n + 1))
done
kill "$server"
must wait "$server"
sed 's/^/! /' err
