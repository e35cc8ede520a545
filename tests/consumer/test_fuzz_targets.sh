#!/bin/sh
# Every public function that reads bytes, every function of the viewer's core, and what the command
# and the writer of files read themselves, is called by a fuzz target. With --list, prints which target calls which function.
set -eu
list=
[ "${1:-}" != --list ] || { list=1 && shift; }
source=${1:?source directory}
cd "$source"
fail=0
seen=0

# Functions of the public headers that get bytes or text with a size, an open file's content or the
# folder of a game, and those that change a whole document.
# Those of file.h and folder.h load a file and pass its bytes to one of these; writers get what the
# program made itself.
readers() {
    for header in include/waymark/*.h; do
        case $header in */file.h | */folder.h) continue ;; esac
        tr '\n' ' ' <"$header" | grep -o 'WM_API [^;]*;' || true
    done | grep -E 'const (void|char|uint8_t) \*[a-z_]+, size_t|const wm_source \*|_(read|open|detect|parse|transform|rebuild|fix)\(|wm_game_new' |
        grep -v -E 'wm_json_add_|wm_scene_text\(' | sed 's/.*[ *]\(wm_[a-z0-9_]*\)(.*/\1/'
}

core() {
    sed -n 's/.*[ *]\(export_[a-z_]*\)(.*/\1/p' web/core/exports.h
}

# What reads bytes without the public functions: images, requests, points, the journal. Functions that get
# the command (cli *c) pass the bytes on.
own() {
    for header in $(find cli -name '*.h') src/base/journal.h; do
        tr '\n' ' ' <"$header" | grep -o '[a-z_]*(const [^;(){}]*);' || true
    done | grep -E 'const (void|char|uint8_t) \*[a-z_]+, size_t|const wm_buffer \*' | grep -v 'cli \*c' |
        grep -o -E '^[a-z_]*_(read|parse)[a-z_]*'
}
[ "$(own | wc -l)" -ge 5 ] || {
    echo "only $(own | wc -l) functions of the command found"
    exit 1
}

for function in $(readers) $(core) $(own); do
    seen=$((seen + 1))
    targets=$(grep -lw "$function" fuzz/fuzz_*.c | sed 's|fuzz/fuzz_\(.*\)\.c|\1|' | tr '\n' ' ')
    [ -z "$list" ] || printf '%-28s %s\n' "$function" "$targets"
    [ -n "$targets" ] || {
        echo "no fuzz target calls $function"
        fail=1
    }
done
[ "$seen" -gt 40 ] || {
    echo "only $seen functions found"
    exit 1
}
echo "$seen functions have fuzz targets"
exit $fail
