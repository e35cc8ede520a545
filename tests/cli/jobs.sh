# The output does not depend on how many threads worked.
crowd many 1000
must test "$(find many -type f | wc -l)" -eq 1000
for verb in info check 'info --json' 'check --json'; do
    # shellcheck disable=SC2086 # words
    waymark $verb -j 1 many >one 2>one.err && code1=0 || code1=$?
    # shellcheck disable=SC2086
    waymark $verb -j 8 many >eight 2>eight.err && code8=0 || code8=$?
    must test "$code1" -eq "$code8"
    must cmp one eight
    must cmp one.err eight.err
    must test "$(grep -c hills- one)" -ge 1000
    say "$verb: the same from 1 and 8 threads"
done
must "$bin/pack_archive" zip many.zip many/*
for verb in info check 'check --json'; do
    # shellcheck disable=SC2086 # words
    waymark $verb -j 1 many.zip >one 2>one.err && code1=0 || code1=$?
    # shellcheck disable=SC2086
    waymark $verb -j 8 many.zip >eight 2>eight.err && code8=0 || code8=$?
    must test "$code1" -eq "$code8"
    must cmp one eight
    must cmp one.err eight.err
    must test "$(grep -c hills- one)" -ge 1000
    say "$verb of an archive: the same from 1 and 8 threads"
done
