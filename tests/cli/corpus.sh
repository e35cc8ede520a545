# Real files: convert gives the same bytes, and rebuild leaves nothing derived to find.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus" || skip "no corpus (set WAYMARK_CORPUS)"
count=0
find "$corpus" -name '*.wok' -o -name '*.pwk' -o -name '*.dwk' | sort >list
while read -r file; do
    [ "$(head -c 8 "$file" | tr -d '\0')" = 'BWM V1.0' ] || continue
    waymark convert "$file" copy.wok
    cmp -s "$file" copy.wok || say "$(basename "$file"): convert changed it"
    waymark rebuild -q "$file" rebuilt.wok
    waymark check --json rebuilt.wok >out || true
    for code in NORMAL DISTANCE ADJACENCY PERIMETER AABB FACE_ORDER EDGE_MISSING EDGE_RANGE EDGE_INNER; do
        ! grep -q "\"code\":\"KOTOR_${code}[A-Z_]*\",\"severity\":\"error\"" out ||
            say "$(basename "$file"): rebuilt, and there is still KOTOR_$code"
    done
    waymark rebuild -q rebuilt.wok twice.wok
    cmp -s rebuilt.wok twice.wok || say "$(basename "$file"): a second rebuild changed it"
    rm copy.wok rebuilt.wok twice.wok
    count=$((count + 1))
done <list
must test "$count" -ge 40
say "every real walkmesh comes through"
