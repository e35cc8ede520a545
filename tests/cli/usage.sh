# Mistakes of the user end with 2 and say what would be right.
t
t frobnicate
t help frobnicate
t help chekc
t rebiuld
t conv
t info
t check
t convert one
t convert one two three four five
t info --frobnicate x
t info --jsno x
t path --obstcale=door.dwk@1,2,3 hall.wok
t info -Z x
t info --json=yes x
t info -j
t info -j 0 x
t info -j many x
t info -j 99999999999 x
t check --jobs=3x x
t --json x.wok
say "values that are not among the choices:"
t convert --to text a b
t rebuild --rounding k3 a b
t render --view below a b
t transform --flip z a b
say "a file without a verb:"
samples
t corridor.wok
t corridor.wok --json -q
t ./missing
t missing.wok
t packet extract a.trx ASWM
t packet list a.trx b.trx
