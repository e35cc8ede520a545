#!/bin/sh
# Comments cite the documentation as: docs/PAGE.md, "Section". Each section is a heading of its
# page.
set -eu
cd "$1"
pages=$(find docs -name '*.md')
sources=$(find src cli include web/core web/src web/test tests bench fuzz examples \
    -name node_modules -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.js' \
    -o -name '*.mjs' -o -name '*.sh' \) -print | grep -v '/test_citations\.sh$')
# shellcheck disable=SC2086
awk '
function plain(text) { gsub(/`/, "", text); return text }
function check(file,    rest, cited, page, name) {
    rest = all
    while (match(rest, /docs\/[a-z0-9\/_-]+\.md, "[^"]*"(,? (and )?"[^"]*")*/)) {
        cited = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        page = substr(cited, 1, index(cited, ",") - 1)
        while (match(cited, /"[^"]*"/)) {
            name = plain(substr(cited, RSTART + 1, RLENGTH - 2))
            cited = substr(cited, RSTART + RLENGTH)
            count++
            if (!((page, name) in heading)) {
                printf "%s: %s has no section \"%s\"\n", file, page, name
                wrong = 1
            }
        }
    }
}
FILENAME ~ /\.md$/ {
    if (/^#+ /) {
        sub(/^#+ /, "")
        heading[FILENAME, plain($0)] = 1
        sub(/,.*/, "") # "Header, 136 bytes" is cited as "Header"
        heading[FILENAME, plain($0)] = 1
    }
    next
}
FNR == 1 { if (last) check(last); last = FILENAME; all = "" }
{ sub(/^[ \t]*(\*|#|\/\/)?[ \t]*/, ""); all = all $0 " " }
END {
    check(last)
    if (count < 100) { printf "only %d citations found\n", count; exit 1 }
    printf "%d citations\n", count
    exit wrong
}' $pages $sources
