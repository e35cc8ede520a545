#!/bin/sh
# Release builds of the command and the shared library: loaded anywhere, tables of addresses
# read-only before anything runs, no executable stack, the stack and the functions of the C
# library that write to memory guarded (cmake/hardening.cmake).
set -eu
build=$2
grep -q 'CMAKE_BUILD_TYPE:.*=Release' "$build/CMakeCache.txt" || {
    echo "skipped: not a release build"
    exit 0
}
command -v readelf >/dev/null || {
    echo "skipped: there is no readelf"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# expect WHAT PATTERN FILE: a line of FILE matches
expect() {
    grep -Eq -- "$2" "$3" || {
        echo "$name: $1"
        bad=1
    }
}

count=0
for name in waymark libwaymark.so; do
    [ -e "$build/$name" ] || continue # built without the command
    for part in header segments dynamic; do
        readelf --"$part" -W "$build/$name" >"$work/$part"
    done
    readelf --dyn-syms -W "$build/$name" >"$work/symbols"
    if ! grep -q NEEDED "$work/dynamic"; then
        echo "skipped: $name is linked statically"
        continue
    fi
    count=$((count + 1))
    expect "not position-independent" 'Type: +DYN' "$work/header"
    [ "$name" != waymark ] || expect "not a PIE" 'FLAGS_1.* PIE' "$work/dynamic"
    expect "no RELRO" '^ +GNU_RELRO' "$work/segments"
    expect "addresses are not bound at the start" '(FLAGS_1.* NOW|BIND_NOW)' "$work/dynamic"
    expect "the stack is executable" '^ +GNU_STACK .* RW +0x' "$work/segments"
    expect "no stack protector" ' UND __stack_chk_fail' "$work/symbols"
    if grep -q '@GLIBC' "$work/symbols"; then
        expect "no _FORTIFY_SOURCE" ' UND __[a-z]+_chk@' "$work/symbols"
    fi
done
test "$count" -gt 0 || echo "skipped: nothing is linked dynamically"
exit "$bad"
