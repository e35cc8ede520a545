# Every real model by glTF and back: no difference, and nothing that check calls an error.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus" || skip "no corpus (set WAYMARK_CORPUS)"
count=0
find "$corpus/kotor/models" -name '*.mdl' ! -name '*-ascii.mdl' | sort >list
while read -r file; do
    must waymark convert -q --force "$file" out.glb
    must waymark convert -q --force out.glb back.mdl
    waymark diff "$file" back.mdl >diff.txt || {
        say "$(basename "$file")"
        sed 1d diff.txt
    }
    waymark check --json back.mdl | grep '"severity":"error"' || true
    count=$((count + 1))
done <list
must test "$count" -ge 50
say "every real model comes back"

# As if another program had written them: numbers change, but no node, mesh or parent goes.
while read -r file; do
    must waymark convert -q --force "$file" out.gltf
    sed 's/"generator":"waymark [^"]*"/"generator":"somebody"/' out.gltf >other.gltf
    must waymark convert -q --force --template "$file" other.gltf other.mdl
    waymark diff "$file" other.mdl >diff.txt || true
    grep -e flags: -e parent: -e vertices: diff.txt | sed "s/^/$(basename "$file"): /" || true
    waymark check --json other.mdl | grep '"severity":"error"' || true
done <list
say "and by another program"
