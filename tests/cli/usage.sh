# Mistakes of the user end with 2 and say what would be right.
waymark >out 2>err && code=0 || code=$?
say "no verb at all: exit $code, $(wc -c <out) bytes on stdout, $(head -n 1 err)"
t frobnicate
t help frobnicate
t info
t check
t convert one
t convert one two three four five
t info --frobnicate x
t info -Z x
t info -j
t info -j 0 x
t info -j many x
t info -j 99999999999 x
t check --jobs=3x x
