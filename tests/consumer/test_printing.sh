#!/bin/sh
# Names of files, and names in files, may hold control characters. cli_print replaces them, so
# everything that the command prints for people goes through it. Only these call fprintf: cli_print
# itself, and what prints the command's own words (help, manual, completions) or JSON.
set -eu
cd "$1"
found=$(grep -rnE '(^|[^a-z_])v?f?printf\(' cli --include='*.[ch]' |
    grep -vE '^cli/(messages|help|manual|completion|json)\.c:' || true)
[ -z "$found" ] || { printf 'use cli_print instead:\n%s\n' "$found"; exit 1; }
calls=$(grep -rnE 'cli_print\(' cli --include='*.c' | wc -l)
[ "$calls" -gt 100 ] || { echo "only $calls calls of cli_print: is this the right directory?"; exit 1; }
# cli_print ends a line only at the end of its text: new lines in the middle would become '?'.
inner=$(grep -rnE 'cli_print\([^;]*\\n[^"]' cli --include='*.c' || true)
[ -z "$inner" ] || { printf 'a new line in the middle:\n%s\n' "$inner"; exit 1; }
