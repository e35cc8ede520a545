#!/bin/sh
# Installs into an empty place, moves it, and builds an outside program against it:
# by pkg-config, shared and static, and by the CMake package.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR="$work/staged" cmake --install "$build" --prefix /opt/wm >/dev/null
mv "$work/staged/opt/wm" "$work/moved" # nothing may remember where it was installed
for file in bin/waymark include/waymark/waymark.h; do
    test -e "$work/moved/$file"
done
pc=$(find "$work/moved" -name waymark.pc)
lib=$(dirname "$(find "$work/moved" -name 'libwaymark.so')")
export PKG_CONFIG_PATH="${pc%/*}"
say() { echo "== $*"; }

say "the ABI is that of the minor version"
part() { sed -n "s/^#define WM_VERSION_$1 \\([0-9]*\\)$/\\1/p" "$source/include/waymark/base.h"; }
abi=$(part MAJOR)
test "$abi" != 0 || abi=0.$(part MINOR)
readelf -d "$lib/libwaymark.so" | grep -q "SONAME.*\[libwaymark\.so\.$abi\]"

if grep -q 'CMAKE_BUILD_TYPE:.*=Release' "$build/CMakeCache.txt"; then
    say "no debug information"
    for file in "$work/moved/bin/waymark" "$lib/libwaymark.so" "$lib/libwaymark.a"; do
        readelf -SW "$file" >"$work/sections"
        grep -q '\.text' "$work/sections"
        if grep '\.debug' "$work/sections"; then
            echo "$file has debug sections"
            exit 1
        fi
    done
fi

say "pkg-config, shared"
# shellcheck disable=SC2046 # flags are words
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags waymark) \
    "$source/tests/consumer/consumer.c" $(pkg-config --libs waymark) -o "$work/shared"
LD_LIBRARY_PATH=$lib "$work/shared"

say "the installed examples"
count=0
for example in "$work"/moved/share/doc/*/examples/*.c; do
    # shellcheck disable=SC2046
    ${CC:-cc} -std=c99 -Wall -Wextra -Werror $(pkg-config --cflags waymark) "$example" \
        $(pkg-config --libs waymark) -lm -lpthread -o "$work/example"
    count=$((count + 1))
done
test "$count" -ge 7

say "pkg-config, static"
cp -R "$work/moved" "$work/still"
find "$work/still" -name 'libwaymark.so*' -delete
export PKG_CONFIG_PATH="$work/still${PKG_CONFIG_PATH#"$work/moved"}"
# shellcheck disable=SC2046
${CC:-cc} $(pkg-config --cflags waymark) "$source/tests/consumer/consumer.c" \
    $(pkg-config --static --libs waymark) -o "$work/static"
"$work/static"

say "CMake package"
cmake -S "$source/tests/consumer/cmake" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/moved" >/dev/null
cmake --build "$work/cmake" >/dev/null
"$work/cmake/consumer_waymark"
"$work/cmake/consumer_static"

say "the installed command"
"$work/moved/bin/waymark" --version
