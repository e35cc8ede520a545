# Real Black & White 2 models through glTF and back: positions, normals, uvs, triangles,
# weights, entities, footprint and what else a scene keeps, to the bit.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus/bw2" || skip "no corpus (set WAYMARK_CORPUS)"
count=0
find "$corpus/bw2" -name '*.bwm' | sort >list
while read -r file; do
    for kind in glb gltf; do
        must waymark convert -q --force "$file" way.$kind
        must waymark convert -q --force way.$kind back-$kind.bwm
        compare_bw2 "$file" back-$kind.bwm
    done
    cmp -s back-glb.bwm back-gltf.bwm || say "$(basename "$file"): .glb and .gltf differ"
    waymark check --strict -q back-glb.bwm >/dev/null 2>&1 ||
        say "$(basename "$file"): findings in what came back"
    must waymark rebuild -q --force "$file" rebuilt.bwm
    cmp -s "$file" rebuilt.bwm || say "$(basename "$file"): rebuild changes it"
    count=$((count + 1))
done <list
must test "$count" -ge 20
say "all of them"
