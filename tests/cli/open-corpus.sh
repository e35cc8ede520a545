# Every walkmesh of the corpus by glTF and back, and once more as if another program had
# written it.
corpus=${WAYMARK_CORPUS:-$(dirname "$case_file")/../../../shared/corpus}
[ -d "$corpus/nwn2" ] || skip "no corpus (set WAYMARK_CORPUS)"
seen=0
for file in "$corpus"/nwn2/*.tr[nx]; do
    seen=$((seen + 1))
    must waymark rebuild -q --force "$file" wanted.trx
    must waymark convert -q --force "$file" out.glb
    must waymark convert -q --force --template "$file" out.glb back.trx
    waymark diff wanted.trx back.trx >diff.txt || true
    grep -v -e sight -e tiles.counts -e differ: -e 'the same' -e identical diff.txt || true
    case $file in *.trx) waymark diff "$file" back.trx >diff.txt || cat diff.txt ;; esac
    must waymark convert -q --force "$file" out.gltf
    sed 's/"generator":"waymark [^"]*"/"generator":"somebody"/' out.gltf >other.gltf
    must waymark convert -q --force other.gltf other.trx
    waymark check --json other.trx | grep '"severity":"error"' || true
done
must test "$seen" -ge 48
say "terrain: a TRX is as it was, a TRN is baked"
seen=0
whole=0
for file in "$corpus"/kotor/walkmeshes/*.[wpd][ow]k "$corpus"/kotor/walkmeshes/k2/*.[wpd][ow]k; do
    [ -e "$file" ] || continue
    ending=${file##*.}
    waymark info --json "$file" 2>/dev/null | grep -q '"faces":0,' && continue
    seen=$((seen + 1))
    must waymark convert -q --force "$file" out.glb
    must waymark convert -q --force out.glb "back.$ending"
    waymark diff "$file" "back.$ending" >diff.txt && whole=$((whole + 1))
    must waymark rebuild -q --force "$file" "wanted.$ending"
    must waymark rebuild -q --force "back.$ending" "again.$ending"
    cmp -s "wanted.$ending" "again.$ending" || say "$(basename "$file") differs"
done
must test "$seen" -ge 40
must test "$whole" -ge 40
say "KotOR: nothing is lost, trees and normals as they were"
