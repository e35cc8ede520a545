# Files without a verb, as if they were dropped on the program in Explorer.
samples in
models in/models
mkdir work
cp in/models/sample.mdl in/models/sample.mdx in/room.wok in/crate.pwk work
export TMPDIR="$PWD/pages"
unset DISPLAY WAYLAND_DISPLAY
mkdir pages
say 'before<script id="waymark-files" type="application/json">[]</script>after' >viewer.html
export WAYMARK_VIEWER=viewer.html

say "-- a model becomes a GLB beside it; its MDX is read with it"
t --drop work/sample.mdl work/sample.mdx
must waymark convert -q in/models/sample.mdl direct.glb
same work/sample.glb direct.glb

say "-- an existing file stays"
say mine >work/sample.glb
t --drop work/sample.mdl
cat work/sample.glb

say "-- walkmeshes open in the browser, on one page"
waymark --drop work/room.wok work/crate.pwk 2>&1 | sed 's|\\|/|g; s|waymark-[^/]*/|waymark-.../|; s|: wrote .*pages/|: wrote pages/|'
grep -o '"name":"[^"]*"' pages/*/*.html

say "-- so do layouts and terrains"
terrain in/terrain
must "$bin/make_area" in/area >/dev/null
for file in in/area/grid.lyt in/terrain/hall.trx in/terrain/hall.trn; do
    waymark --drop "$file" 2>&1 | sed 's|\\|/|g; s|: wrote .*/|: wrote |'
done

say "-- models of the other games become GLBs, too"
mdb in/mdb
bw2 in/bw2
for file in in/mdb/*.mdb in/bw2/*.bwm; do
    waymark --drop "$file" >drop.txt 2>&1 || true
    test -s "${file%.*}.glb" || { say "no GLB of $file"; cat drop.txt; }
done

say "-- an archive is listed"
must "$bin/pack_archive" erf work/hall.mod in/room.wok
t --drop work/hall.mod

say "-- anything else is described, a directory is checked"
say "not a format" >work/readme.txt
t --drop work/readme.txt
t --drop in/models
t --drop missing.mdl
t --drop
