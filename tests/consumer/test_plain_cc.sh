#!/bin/sh
# The library needs no build system: cc, a list of files and one flag.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The files for other systems are left out: *_windows.c here.
# One process for each file, numbered because names repeat between directories. The flag keeps
# a*b+c from being fused, which would change the bits of what is computed.
find src -name '*.c' ! -name '*_windows.c' | sort >"$work/files"
count=$(wc -l <"$work/files")
test "$count" -gt 100
# shellcheck disable=SC2016 # the words are for the inner shell
awk -v to="$work" '{ print $0, to "/" NR ".o" }' "$work/files" |
    xargs -P "$(nproc)" -n 2 sh -c '
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -ffp-contract=off -Iinclude -Isrc -c "$1" -o "$2"' cc
${CC:-cc} -std=c11 -Wall -Wextra -Werror -Iinclude tests/consumer/consumer.c "$work"/*.o \
    -o "$work/consumer" -ldeflate -lz -lm
"$work/consumer"
echo "$count files"
