# Whatever happens while writing, the old file or the new one is there, whole.
samples
cp corridor.wok out.wok
ls -A >before
trap '' XFSZ
say "a limit on the size of files:"
(ulimit -f 2 && waymark convert --force hills.wok out.wok) 2>err && code=0 || code=$?
say "exit $code"
trap - XFSZ
must test -s err
same out.wok corridor.wok
# shellcheck disable=SC2010 # the names are known
ls -A | grep -v '^before$\|^after$\|^err$' >after
grep -v '^before$\|^after$\|^err$' before | cmp - after && say "no temporary file stays behind"
