#!/bin/sh
# The shared library exports wm_ names only, no object holds data that can change, and none
# calls functions whose results depend on the C library.
set -eu
build=$2
exported=$(nm -D --defined-only "$build/libwaymark.so" | awk '{ print $3 }')
test -n "$exported"
if echo "$exported" | grep -v '^wm_'; then
    echo "these exported names do not start with wm_"
    exit 1
fi
# Tables of constant pointers (.data.rel.ro) become read-only when they are loaded.
objects=$(ar t "$build/libwaymark.a" | wc -l)
test "$objects" -ge 10
if objdump -t "$build/libwaymark.a" | awk '$0 ~ / O / && $0 ~ /[ \t](\.data|\.bss|\*COM\*|\.tdata|\.tbss)/ &&
        $0 !~ /\.data\.rel\.ro/' | grep .; then
    echo "this is data that can change"
    exit 1
fi
# What crosses files inside is named so.
if nm --defined-only -g "$build/libwaymark.a" | awk 'NF == 3 { print $3 }' | grep -v '^wmi\?_'; then
    echo "these names have external linkage without the prefix wm_ or wmi_"
    exit 1
fi
# The result and the cost of qsort depend on the C library.
if nm -A --undefined-only "$build/libwaymark.a" | grep -E ' (qsort|qsort_r)$'; then
    echo "these files call qsort: use base/sort.h"
    exit 1
fi
# printf depends on the locale, and on the processor for what is not a number.
if nm -A --undefined-only "$build/libwaymark.a" | grep -E ' _*v?f?s?n?printf(_chk)?$' |
    grep -vE '[:/](format|platform_[a-z]+)\.c\.o:'; then
    echo "these files call printf: use wmi_format"
    exit 1
fi
# So does the last bit of these; fmin and fmax may return either zero. The command is made the
# same way.
inexact='a?(sin|cos|tan)h?|atan2|sincos|pow|exp[m2]?1?|log(1p|2|10|b)?|cbrt|hypot|fma|fmin|fmax|[lt]gamma|erfc?'
inexact="$inexact|strto(d|ld)|atof"
if find "$build/CMakeFiles/waymark_objects.dir" "$build/CMakeFiles/waymark.dir" -name '*.o' \
    -exec nm -A --undefined-only {} + | grep -E " (($inexact)[fl]?|strtof)\$"; then
    echo "these files call functions of libm that differ: use base/real.h or cli/real.h"
    exit 1
fi
echo "$(echo "$exported" | wc -l) exported names, $objects objects"
