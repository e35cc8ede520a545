#!/bin/sh
# `make wheel` makes a wheel that pip installs without a network, and that works by itself: no
# other copy of the library, no source tree.
set -eu
source=$1
build=$2
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || {
    echo "skipped: python3 is not installed"
    exit 77
}
cmake --build "$build" --target waymark_bundle >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" "$source/scripts/wheel" "$build" >"$work/said"
wheel=$(sed -n 's/^\(.*linux.*\.whl\): .*/\1/p' "$work/said")
cp "$wheel" "$work/first"
"$python" "$source/scripts/wheel" "$build" >/dev/null
cmp "$work/first" "$wheel"

# Names, hashes, metadata and functions: of this wheel, and of the one for Windows if its library is built.
sed -n 's/^\(.*\.whl\): .*/\1/p' "$work/said" >"$work/wheels"
xargs "$python" "$source/tests/python/wheel.py" <"$work/wheels"
# One byte changed in a module: the judge must notice.
mkdir "$work/damaged"
damaged=$work/damaged/$(basename "$wheel")
"$python" - "$wheel" "$damaged" <<'END'
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
    for name in old.namelist():
        new.writestr(name, old.read(name) + (b"#" if name == "waymark/scene.py" else b""))
END
if "$python" "$source/tests/python/wheel.py" "$damaged" 2>/dev/null; then
    echo "a damaged wheel passes"
    exit 1
fi

if "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m pip install --quiet --no-index --no-deps --disable-pip-version-check \
        --root-user-action ignore --target "$work/site" "$wheel"
    if PYTHONPATH="$work/site" "$python" -m pip check --disable-pip-version-check | grep -i waymark; then
        exit 1 # it misses something
    fi
else
    echo "without pip: the wheel is unpacked"
    "$python" -m zipfile -e "$wheel" "$work/site"
fi

# From elsewhere, with nothing in the environment but the package.
cd "$work"
cat >try.py <<'END'
import sys
import waymark
from waymark._native import lib

assert lib._name.startswith(sys.argv[1]), lib._name
mesh = waymark.Walkmesh.build([(0, 0, 0), (4, 0, 0), (4, 4, 2), (0, 4, 2)], [(0, 1, 2), (0, 2, 3)])
assert mesh.height((1, 2, 0)).z == 1.0
assert abs(mesh.path((1, 1, 0), (3, 3, 0)).length - 8**0.5) < 1e-6
print("waymark", waymark.__version__, "from the wheel")
END
env -i PYTHONPATH="$work/site" PYTHONDONTWRITEBYTECODE=1 "$python" try.py "$work/site/"

# The types are right, as somebody else judges.
if "$python" -m mypy --version >/dev/null 2>&1; then
    cd "$work/site" && "$python" -m mypy --strict --no-error-summary --cache-dir "$work/mypy" waymark
else
    echo "skipped: mypy is not installed"
fi
