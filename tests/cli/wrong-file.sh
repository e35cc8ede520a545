# Inputs that cannot be opened or parsed: 3, and findings with 1 from check.
samples
printf 'just some text\n' >text.wok
printf 'BWM V1.0' >magic-only.wok
head -c 500 room.wok >cut.wok
: >empty.wok
t info missing.wok
t info text.wok
t info magic-only.wok
t info cut.wok
t info empty.wok
t convert . out.wok
t convert cut.wok out.wok
t convert missing.wok out.wok
must test ! -e out.wok
t info --json cut.wok
waymark check cut.wok >out && code=0 || code=$?
say "check of a cut file: exit $code, $(grep -c FILE_UNREADABLE out) finding"
waymark check text.wok >out && code=0 || code=$?
say "check of a text: exit $code, $(grep -c FILE_UNKNOWN out) finding"
say "one bad file does not stop the others:"
waymark info cut.wok corridor.wok >out 2>err && code=0 || code=$?
say "exit $code, $(wc -l <err) line of messages, $(grep -c '^corridor.wok' out) file described"
t check missing.wok
t info --json missing.wok
say "verbs that take one file print the object of a failure too:"
terrain
texts
waymark convert room.wok room.obj
t convert --json cut.wok out.wok
t rebuild --json missing.wok out.wok
t diff --json room.wok cut.wok
t fix --json cut.wok -o out.wok
t packet list --json missing.trx
t convert --json room.wok corridor.wok
say "the message lists what the verb takes:"
t dump room.obj
t rebuild room.obj out.wok
t transform --flip x hall.trx out.trx
t fix hall.trx -o out.trx
t fix . -o out
t diff room.obj room.wok
t diff room.wok hall.trx
t convert surfacemat.2da out.glb
