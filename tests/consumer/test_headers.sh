#!/bin/sh
# Each public header compiles alone, as C99 and as C++, without a warning.
set -eu
cd "$1"
count=0
command -v c++ >/dev/null || echo "skipped: C++, there is no c++"
for header in include/waymark/*.h; do
    line="#include \"waymark/${header##*/}\""
    echo "$line" | ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -x c -fsyntax-only -
    if command -v c++ >/dev/null; then
        echo "$line" | c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude -x c++ -fsyntax-only -
    fi
    count=$((count + 1))
done
echo "$count headers"
test "$count" -ge 4
