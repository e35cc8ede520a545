#!/bin/sh
# docs/api.md is what the headers say. `make api` writes it.
set -eu
cd "$1"
work=$(mktemp)
trap 'rm -f "$work"' EXIT
scripts/gen-api >"$work"
test "$(grep -c '^```c' "$work")" -gt 100
# Every function is on the page.
scripts/gen-api --list | cut -d'|' -f3 | while read -r name; do
    grep -q "<a id=\"$name\">" "$work" || { echo "$name is not on the page"; exit 1; }
done
# So is every type.
types=$(sed -n 's/^}.* \**\(wm_[a-z0-9_]*\);.*/\1/p' include/waymark/*.h)
test "$(echo "$types" | wc -l)" -gt 200
for name in $types; do
    grep -q "<a id=\"$name\">" "$work" || { echo "$name is not on the page"; exit 1; }
done
diff -u docs/api.md "$work" || { echo "run: make api"; exit 1; }
