#!/bin/sh
# scripts/release makes the same archives twice, and refuses a tree that is not clean, a second
# place for the version, and a changelog that does not know it.
set -eu
source=$1
for tool in git xz; do
    command -v "$tool" >/dev/null || {
        echo "skipped: there is no $tool"
        exit 0
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
tar -C "$source" --exclude=./.git --exclude='./build*' --exclude=node_modules -cf - . |
    tar -C "$work/tree" -xf -
cd "$work/tree"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git init -q
git config user.name test
git config user.email test@example.org

# commit: what is there becomes the commit to release
commit() {
    git add -A
    git commit -q -m test
}
# refused PATTERN: the release must fail with this error
refused() {
    if scripts/release --no-build "$work/out" >"$work/log" 2>&1; then
        echo "expected this error, but the release succeeded: $1"
        exit 1
    fi
    grep -q -- "$1" "$work/log" || {
        cat "$work/log"
        echo "expected this error: $1"
        exit 1
    }
}

sed -i 's/^\(## [0-9.]*\) .*/\1 (not yet released)/' CHANGELOG.md
commit
refused 'has no date'
scripts/release --no-build --draft "$work/draft" >/dev/null
version=$(basename "$work"/draft/waymark-*.tar.gz .tar.gz)
version=${version#waymark-}
sed -i "s/^## $version .*/## $version (2026-01-31)/" CHANGELOG.md
refused 'not clean'
commit
scripts/release --no-build "$work/once" >/dev/null
scripts/release --no-build "$work/twice" >/dev/null
for ending in tar.gz tar.xz sha256; do
    cmp "$work/once/waymark-$version.$ending" "$work/twice/waymark-$version.$ending"
done
(cd "$work/once" && sha256sum -c --quiet "waymark-$version.sha256")
tar -xf "$work/once/waymark-$version.tar.xz" -C "$work"
diff -r -x .git "$work/tree" "$work/waymark-$version"

cp CMakeLists.txt "$work/kept"
sed -i "s/^project(.*/project(waymark VERSION $version LANGUAGES C)/" CMakeLists.txt
commit
refused 'written here too'
cp "$work/kept" CMakeLists.txt
sed -i '/^## /d' CHANGELOG.md
commit
refused 'no section'
echo "waymark-$version"
