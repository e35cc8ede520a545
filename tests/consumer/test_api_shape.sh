#!/bin/sh
# The one shape of the public API: a function of a verb's name has that verb's result and
# arguments, and every options struct is guarded. docs/api.md describes it.
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
    verb == "detect" && $3 != "wm_detect" {
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
echo "$(wc -l <"$work/list") functions and $count options structs have the one shape"
