#!/bin/sh
# Layers point downwards only. Siblings (the game families, aurora, texture, nav, scene) know base;
# convert knows the siblings; area knows convert; open knows all of them; the command and
# the viewer's core know only the public headers.
set -eu
source=${1:?source directory}
cd "$source"
fail=0
seen=0

# includes ROOT DIRECTORY ALLOWED...: each file below ROOT/DIRECTORY includes from DIRECTORY,
# the public headers and the allowed directories of ROOT only.
includes() {
    root=$1 layer=$2
    shift 2
    files=$(find "$root/$layer" -name '*.[ch]' | sort)
    [ -n "$files" ] || {
        echo "no files in $root/$layer"
        exit 1
    }
    for file in $files; do
        seen=$((seen + 1))
        # shellcheck disable=SC2013 # names without spaces
        for include in $(sed -n 's|^#include "\([a-z0-9_]*\)/.*"|\1|p' "$file"); do
            case " $layer waymark $* " in
            *" $include "*) ;;
            *)
                echo "$file includes $include/"
                fail=1
                ;;
            esac
        done
    done
}

# publics DIRECTORY PATTERN: files of a sibling include only its own public headers, and base.h.
publics() {
    # shellcheck disable=SC2013 # names without spaces
    for include in $(grep -rhoE '^#include "waymark/[a-z0-9_]+\.h"' "src/$1" | sed 's|.*/\(.*\)"|\1|' | sort -u); do
        echo "$include" | grep -qxE "(base|$2)\.h" || {
            echo "src/$1 includes waymark/$include"
            fail=1
        }
    done
}

if grep -rn '^#include "\.' src cli web/core; then
    echo "the above are relative: includes start at src/, include/ or the client's folder"
    fail=1
fi

siblings="aurora kotor nwn2 bw2 texture nav scene"
publics aurora 'aurora|archive'
publics kotor 'kotor_.*'
publics nwn2 'nwn2.*'
publics bw2 bw2
publics texture texture
publics nav 'walkmesh|move'
publics scene 'scene|pose'
includes src base
for family in $siblings; do
    includes src "$family" base
done
# shellcheck disable=SC2086 # a list of words
includes src convert base $siblings
# shellcheck disable=SC2086
includes src area base $siblings convert
# shellcheck disable=SC2086
includes src open base $siblings convert area
[ "$(find src -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 11 ] || {
    echo "a directory of src is not listed in this test"
    fail=1
}

# The clients see the library as everybody does: through its public headers.
for client in cli web/core; do
    for file in $(find "$client" -name '*.[ch]' | sort); do
        seen=$((seen + 1))
        # shellcheck disable=SC2013 # names without spaces
        for include in $(sed -n 's|^#include "\(.*\)"|\1|p' "$file"); do
            case $file:$include in
            *:waymark/*) continue ;;
            web/core/deflate_js.c:base/deflate.h) continue ;; # fills it in place of zlib
            cli/platform_windows.c:base/utf16_windows.h) continue ;; # the same paths as the library
            esac
            [ -e "$client/$include" ] || {
                echo "$file includes $include, which is not in $client"
                fail=1
            }
        done
    done
done

# The public headers of a family must not pull in another's.
for family in kotor nwn2 bw2; do
    for header in "include/waymark/$family"*.h; do
        seen=$((seen + 1))
        if sed -n 's|^#include "waymark/\(.*\)"|\1|p' "$header" | grep -v "^base.h$\|^${family}"; then
            echo "$header includes the above"
            fail=1
        fi
    done
done
[ "$seen" -gt 20 ] || {
    echo "only $seen files looked at"
    exit 1
}
echo "$seen files keep to their layers"
exit $fail
