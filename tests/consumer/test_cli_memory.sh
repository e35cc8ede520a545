#!/bin/sh
# --max-memory counts only what is allocated with the command's allocator. So each call in cli/ of a
# function that takes an allocator, or options with one, must give it (cli/memory.h).
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Options structs with an allocator: of their own, or in their base.
awk '
    /^typedef struct wm_[a-z0-9_]*_opts \{/ { name = $3; on = 1; next }
    on && /^\}/ { on = 0 }
    on && / \*allocator;/ { print name; on = 0 }
    on && /^    wm_(read|write|info)_opts base;/ { print name; on = 0 }' include/waymark/*.h >"$work/opts"
test "$(wc -l <"$work/opts")" -ge 15 || { echo "only few options have an allocator"; exit 1; }

scripts/gen-api --list | awk -F'|' -v opts="$work/opts" '
    BEGIN { while ((getline line <opts) > 0) with[line] = 1 }
    {
        n = split($4, argument, ", ")
        for (i = 1; i <= n; i++) {
            split(argument[i], word, " ")
            if (word[2] == "wm_allocator" || word[2] in with) { print $3, i; break }
        }
    }' >"$work/functions"
test "$(wc -l <"$work/functions")" -ge 60 || { echo "only few functions take an allocator"; exit 1; }

# Prints file: call for each call with NULL in that place, and "calls N" at the end.
find cli -name '*.c' ! -path cli/memory.c | sort | while read -r file; do
    awk -v file="$file" -v functions="$work/functions" '
        BEGIN { while ((getline line <functions) > 0) { split(line, f, " "); place[f[1]] = f[2] } }
        { text = text " " $0 }
        END {
            while (match(text, /wm_[a-z0-9_]+\(/)) {
                name = substr(text, RSTART, RLENGTH - 1)
                text = substr(text, RSTART + RLENGTH)
                if (!(name in place))
                    continue
                depth = 0; at = 1; argument = ""
                for (i = 1; i <= length(text); i++) {
                    c = substr(text, i, 1)
                    if (depth == 0 && (c == "," || c == ")")) {
                        if (at == place[name])
                            break
                        at++; argument = ""
                        continue
                    }
                    depth += (c ~ /[({]/) - (c ~ /[)}]/)
                    argument = argument c
                }
                gsub(/ /, "", argument)
                print "call"
                if (argument == "NULL")
                    print file ": " name " gets no allocator"
            }
        }' "$file"
done >"$work/calls"
test "$(grep -c '^call$' "$work/calls")" -ge 60 || { echo "only few calls found"; exit 1; }
if grep -v '^call$' "$work/calls"; then exit 1; fi

# Options that are filled in cli/ name the allocator; those of wm_open get it in cli/open.c.
grep -q 'place->opts.base.allocator = cli_allocator()' cli/open.c
find cli -name '*.c' ! -path cli/memory.c | sort | while read -r file; do
    awk -v file="$file" -v opts="$work/opts" '
        BEGIN { while ((getline line <opts) > 0) with[line] = 1 }
        { text = text " " $0 }
        END {
            while (match(text, /wm_[a-z0-9_]+_opts( [a-z_]+ =|\)) ?\{[^;]*;/)) {
                part = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                name = part
                sub(/[ )].*/, "", name)
                if (name in with && name !~ /^wm_(open|obj_read)_opts$/ && part !~ /allocator/)
                    print file ": " name " without an allocator"
            }
        }' "$file"
done >"$work/filled"
if grep . "$work/filled"; then exit 1; fi
echo "$(grep -c '^call$' "$work/calls") calls have the command's allocator"
