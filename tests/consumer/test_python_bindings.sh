#!/bin/sh
# The generated modules of the Python package are what the headers say, and every struct has the
# size and the offsets that the C compiler gives it. `make api` writes them.
set -eu
cd "$1"
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
python3 tests/python/layout.py .

# The parser is a Debian package of the system's Python.
python=
for try in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$try" -c 'import pycparser' 2>/dev/null || python=$try
done
if [ -z "$python" ]; then
    echo "skipped: pycparser is not installed, so the modules were not generated again"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" scripts/gen-python "$work"
for module in _abi enums structs; do
    diff -u "python/waymark/$module.py" "$work/$module.py" || { echo "run: make api"; exit 1; }
done

# Every function that the library exports can be called, but the one with the arguments of printf.
grep -o '^    "wm_[a-z0-9_]*"' "$work/_abi.py" | tr -d ' "' | sort >"$work/bound"
nm -D --defined-only "$2/libwaymark.so" | awk '{ print $3 }' | grep -vx wm_error_set | sort >"$work/exported"
test "$(wc -l <"$work/bound")" -gt 300
diff "$work/exported" "$work/bound"
echo "$(wc -l <"$work/bound") functions are bound"
