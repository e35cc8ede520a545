#!/bin/sh
# The command and the library are built without what only the tests need: a pkg-config that
# does not know cmocka and cJSON satisfies both scripts/setup and CMake.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/pkg-config" <<END
#!/bin/sh
case " \$* " in *cmocka* | *cjson*) exit 1 ;; esac
exec $(command -v pkg-config) "\$@"
END
chmod +x "$work/bin/pkg-config"
export PATH="$work/bin:$PATH"
if pkg-config --exists cmocka; then
    echo "cmocka is not hidden"
    exit 1
fi
"$source/scripts/setup" --check
cmake -S "$source" -B "$work/build" -DPKG_CONFIG_EXECUTABLE="$work/bin/pkg-config" >/dev/null
grep -q 'WM_TESTS:BOOL=OFF' "$work/build/CMakeCache.txt"
