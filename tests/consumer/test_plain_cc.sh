#!/bin/sh
# The library needs no build system: cc and a list of files.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046 # a list of files
${CC:-cc} -std=c11 -Wall -Wextra -Werror -Iinclude -Isrc $(find src -name '*.c') \
    tests/consumer/consumer.c -o "$work/consumer" -ldeflate -lz -lm
"$work/consumer"
