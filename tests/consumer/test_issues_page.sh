#!/bin/sh
# docs/issues.md is what the registry says. `make issues` writes it.
set -eu
cd "$1"
work=$(mktemp)
trap 'rm -f "$work"' EXIT
scripts/gen-issues >"$work"
test "$(grep -c '^###' "$work")" -gt 10
diff -u docs/issues.md "$work" || { echo "run: make issues"; exit 1; }
