# An existing output is replaced only with --force, and a failure keeps it.
samples
cp corridor.wok out.wok
t convert room.wok out.wok
same out.wok corridor.wok
t convert --force room.wok out.wok
same out.wok room.wok
t convert -f crate.pwk out.wok
same out.wok crate.pwk
if posix; then # links and modes
    say "a symbolic link stays one:"
    ln -s out.wok link.wok
    t convert --force room.wok link.wok
    must test -h link.wok
    same out.wok room.wok
    say "the mode of a replaced file is kept:"
    chmod 640 out.wok
    t convert --force corridor.wok out.wok
    stat -c %a out.wok
fi
t convert room.wok no/such/directory/out.wok
t convert room.wok crate.pwk/out.wok
t convert room.wok corridor.wok -o crate.pwk/made
mkdir dir.wok
t convert --force room.wok dir.wok
say "in place:"
t convert --force room.wok room.wok
ls
if posix; then
    say "a device is no file to replace:"
    t convert room.wok /dev/null
    t convert --force room.wok /dev/null
fi
say "-o stands for the last argument:"
t rebuild -o rebuilt.wok --quiet room.wok
t convert room.wok -o copy.wok
same room.wok copy.wok
t convert room.wok other.wok -o third.wok
say "the name must fit what is written:"
t rebuild room.wok room.mdl
t rebuild --json room.wok room.trx
t fix room.wok -o room.lyt
t rebuild room.wok room.bin
