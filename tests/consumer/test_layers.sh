#!/bin/sh
# Layers point downwards only: base knows nobody, the siblings (a game family each, nav)
# know base, convert and area know those, the command knows the public headers.
set -eu
source=${1:?source directory}
cd "$source/src"
fail=0
seen=0

# in_layer DIRECTORY ALLOWED...: no file of it may include from another directory.
in_layer() {
    layer=$1
    shift
    for file in "$layer"/*.c "$layer"/*.h; do
        [ -e "$file" ] || continue
        seen=$((seen + 1))
        for include in $(sed -n 's|^#include "\([a-z0-9]*\)/.*"|\1|p' "$file"); do
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

in_layer base
for family in kotor nwn2 bw2 nav scene; do
    in_layer "$family" base
done
in_layer convert base kotor nwn2 bw2 nav scene
in_layer area base kotor nwn2 bw2 nav scene convert

# The public headers of a family must not pull in another's.
for family in kotor nwn2 bw2; do
    for header in ../include/waymark/${family}*.h; do
        [ -e "$header" ] || continue
        seen=$((seen + 1))
        if sed -n 's|^#include "waymark/\(.*\)"|\1|p' "$header" | grep -v "^base.h$\|^${family}\|^twoda.h$"; then
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
