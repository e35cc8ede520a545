# Output that cannot be written ends with 4.
test -w /dev/full || skip "there is no /dev/full"
samples
for command in 'info room.wok' 'info --json room.wok' 'convert room.wok -' '--help' '--version' 'info --help'; do
    # shellcheck disable=SC2086 # words
    waymark $command >/dev/full 2>err && code=0 || code=$?
    say "waymark $command: exit $code: $(cat err)"
done
# More than a buffer's worth.
crowd many 300
waymark info --json many >/dev/full 2>err && code=0 || code=$?
say "300 files: exit $code: $(cat err)"
