#!/bin/sh
# The C examples of README.md compile without a warning and run. Their working
# directory holds the sample files; the first argument is one of them.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v to="$work/example" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```c$/ { inside = 1; n++; file = to n ".c"; next }
    inside { print > file }' "$source/README.md"
count=0
mkdir "$work/samples"
"$build/make_samples" "$work/samples"
for example in "$work"/example*.c; do
    [ -e "$example" ] || break
    ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$source/include" "$example" \
        "$build/libwaymark.a" -ldeflate -lz -lm -o "${example%.c}"
    (cd "$work/samples" && "${example%.c}" room.wok)
    count=$((count + 1))
done
echo "$count examples"
test "$count" -gt 0
