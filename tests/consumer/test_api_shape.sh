#!/bin/sh
# The one shape of the public API: a function of a verb's name has that verb's result and
# arguments, an enumerator has the prefix of its type, and every options struct is guarded.
# docs/api.md describes it.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- functions ----

# Not documents: files of the disk.
scripts/gen-api --list | grep -v '|wm_file_' >"$work/list"

awk -F'|' '
    function wrong(why) {
        printf "%s: %s %s(%s)\n    %s\n", $1, $2, $3, $4, why
        faults++
    }
    # Is argument i of this type?
    function is(i, type) {
        return argument[i] ~ ("^" type "[a-z_0-9]*$")
    }
    {
        verb = $3
        sub(/.*_/, "", verb)
        object = substr($3, 1, length($3) - length(verb) - 1)
        document = object
        if (document == "wm_kotor_mdl_text") # its document is the model
            document = "wm_kotor_mdl"
        for (i in argument)
            delete argument[i]
        n = split($4, argument, ", ")
        pointer = "(const )?wm_[a-z0-9_]+ \\*"
        opts = "const wm_[a-z0-9_]*opts \\*opts"
        error = "wm_error \\*error"
        seen[verb]++
    }
    # An archive is detected without reading all of it.
    verb == "detect" && $3 != "wm_detect" && $3 != "wm_archive_detect" {
        if ($2 != "bool" || $4 != "const void *data, size_t size")
            wrong("expected: bool (const void *data, size_t size)")
    }
    verb == "new" {
        if ($2 != document " *" || !is(n, error) ||
            (!is(n - 1, "const wm_allocator \\*allocator") && !is(n - 1, opts)))
            wrong("expected: " document " *([...,] const wm_allocator *allocator, wm_error *error)")
    }
    verb == "read" {
        maker = $2 == document " *" || ($3 == "wm_obj_read" || $3 == "wm_gltf_read") && $2 == "wm_scene *"
        if (!maker || !is(1, "const void \\*") || !is(2, "size_t ") || !is(n - 1, opts) || !is(n, error))
            wrong("expected: " document " *(const void *data, size_t size, [...,] opts, wm_error *error)")
    }
    verb == "write" {
        if ($2 != "wm_status" || !is(1, pointer) || !is(2, opts) || !is(3, "wm_buffer \\*") || !is(n, error))
            wrong("expected: wm_status (const " document " *, opts, wm_buffer *out, [...,] wm_error *error)")
    }
    verb == "check" && $3 != "wm_check" { # which opens the file itself
        if ($2 != "wm_status" || n != 4 || !is(1, "const " document " \\*") || !is(2, opts) ||
            !is(3, "wm_report \\*report") || !is(4, error))
            wrong("expected: wm_status (const " document " *, opts, wm_report *report, wm_error *error)")
    }
    verb == "rebuild" {
        if ($2 != "wm_status" || !is(1, document " \\*") || !is(2, "const " document "_rebuild_opts \\*opts") ||
            n != 4 || !is(3, document "_rebuild_result \\*result") || !is(n, error))
            wrong("expected: wm_status (" document " *, opts, " document "_rebuild_result *result, wm_error *error)")
    }
    verb == "diff" {
        if ($2 != "wm_status" || n != 4 || !is(1, "const " document " \\*a") || !is(2, "const " document " \\*b") ||
            !is(3, "wm_diff \\*diff") || !is(4, error))
            wrong("expected: wm_status (const " document " *a, const " document " *b, wm_diff *diff, wm_error *error)")
    }
    verb == "info" {
        if ($2 != "wm_status" || n != 4 || !is(1, "const " document " \\*") || !is(2, opts) ||
            !is(3, "wm_buffer \\*json") || !is(4, error))
            wrong("expected: wm_status (const " document " *, opts, wm_buffer *json, wm_error *error)")
    }
    verb == "copy" {
        if ($2 != document " *" || n != 3 || !is(1, "const " document " \\*") ||
            !is(2, "const wm_allocator \\*allocator") || !is(3, error))
            wrong("expected: " document " *(const " document " *, const wm_allocator *allocator, wm_error *error)")
    }
    verb == "alloc" {
        if ($2 != "void *" || n != 4 || !is(1, document " \\*") || !is(2, "size_t count") ||
            !is(3, "size_t size") || !is(4, error))
            wrong("expected: void *(" document " *, size_t count, size_t size, wm_error *error)")
    }
    verb == "measure" {
        if ($2 != "wm_status" || !is(1, "const " document " \\*") || !is(n - 1, "wm_[a-z0-9_]+_stats \\*stats") || !is(n, error))
            wrong("expected: wm_status (const " document " *, [...,] " document "_stats *stats, wm_error *error)")
    }
    verb == "free" {
        if ($2 != "void" || n != 1 || !is(1, document " \\*"))
            wrong("expected: void (" document " *)")
    }
    # Where an allocator is given, and what comes just before the error.
    $4 ~ /wm_buffer \*[a-z_]+, / && verb != "finish" {
        for (i = 2; i <= n && argument[i] !~ /^wm_buffer \*/; i++)
            ;
        if (!is(i - 1, opts))
            wrong("a buffer is filled: expected options just before it")
    }
    $2 ~ /^wm_[a-z0-9_]+ \*$/ && is(n, error) && verb != "packet" {
        last = argument[n - 1] ~ / \*result$/ ? n - 2 : n - 1
        if (!is(last, opts) && !is(last, "const wm_allocator \\*allocator"))
            wrong("an object is made: expected options or an allocator before the error")
    }
    $4 ~ /_result \*/ && !is(n - 1, "wm_[a-z0-9_]+_result \\*result") { wrong("a result that is not just before the error") }
    $4 ~ /wm_losses \*/ && !is(n - 1, "wm_losses \\*losses") { wrong("losses that are not just before the error") }
    # The arguments of printf come last in wm_error_set.
    $4 ~ /(^|, )wm_error \*error/ && !is(n, error) && $3 != "wm_error_set" { wrong("an error that is not last") }
    # Whoever takes options and can fail says why.
    $4 ~ /_opts \*/ && $2 == "wm_status" && !is(n, error) { wrong("options, but no wm_error") }
    END {
        verbs = split("detect new read write check rebuild diff info copy alloc measure free", name, " ")
        for (i = 1; i <= verbs; i++)
            if (seen[name[i]] < 2) {
                print "only " seen[name[i]] + 0 " functions of the verb " name[i] ": did the headers change?"
                faults++
            }
        exit faults > 0
    }' "$work/list"

# ---- enumerators ----

# type enumerator, one line for each; comments are left out. Constants without a type have none.
awk '
    {
        line = inside $0
        inside = ""
        while ((from = index(line, "/*")) > 0) {
            to = index(substr(line, from + 2), "*/")
            if (!to) {
                inside = "/*"
                line = substr(line, 1, from - 1)
                break
            }
            line = substr(line, 1, from - 1) substr(line, from + to + 3)
        }
    }
    line ~ /^typedef enum wm_[a-z0-9_]+ \{/ { split(line, word, " "); type = word[3] }
    type != "" {
        sub(/^typedef enum [^{]*\{/, "", line)
        count = split(line, item, ",")
        for (i = 1; i <= count; i++)
            if (match(item[i], /WM_[A-Z0-9_]+/) && item[i] !~ /^#/)
                print type, substr(item[i], RSTART, RLENGTH)
        if (line ~ /\}/)
            type = ""
    }' include/waymark/*.h >"$work/enumerators"
types=$(cut -d' ' -f1 "$work/enumerators" | sort -u | wc -l)
expected=$(grep -c '^typedef enum wm_' include/waymark/*.h | awk -F: '{ n += $2 } END { print n }')
if [ "$types" -lt 20 ] || [ "$types" -ne "$expected" ]; then
    echo "enumerators of $types types found, expected $expected"
    exit 1
fi
awk '
    # Exceptions; base.h says why.
    $1 == "wm_status" || $1 == "wm_issue_code" { next }
    index($2, toupper($1) "_") != 1 { print $2 " does not begin with " toupper($1) "_"; faults++ }
    END { exit faults > 0 }' "$work/enumerators"

# ---- options ----

# name first-member last-member
awk '
    /^typedef struct wm_[a-z0-9_]*_opts \{/ { name = $3; first = last = ""; on = 1; next }
    on && /^\}/ { print name, first, last; on = 0 }
    on && /^    [a-z].*;/ {
        line = $0
        sub(/;.*/, "", line)
        count = split(line, word, /[ *]+/)
        last = word[count]
        if (first == "")
            first = last
    }' include/waymark/*.h >"$work/opts"
count=$(wc -l <"$work/opts")
test "$count" -ge 20 || { echo "only $count options structs found"; exit 1; }
while read -r name first last; do
    case $first in
    begin_zero | base) ;;
    *) echo "$name begins with $first, not with begin_zero or base"; exit 1 ;;
    esac
    test "$last" = end_zero || { echo "$name ends with $last, not with end_zero"; exit 1; }
    grep -qw "$name" tests/unit/test_opts.c || { echo "$name is missing in tests/unit/test_opts.c"; exit 1; }
done <"$work/opts"
echo "$(wc -l <"$work/list") functions, $types enum types and $count options structs have the one shape"
