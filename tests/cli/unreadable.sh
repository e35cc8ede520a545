# Files and directories without permission; writing where one must not.
posix || skip "Windows keeps permissions in lists of its own, which wine does not have"
samples
mkdir closed readonly
cp room.wok closed
cp room.wok secret.wok
cp corridor.wok readonly/out.wok
chmod 000 closed secret.wok
chmod 555 readonly
chmod 777 .
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || skip "root may read everything and there is no setpriv"
    cp "$bin/waymark" ../waymark
    waymark() { setpriv --reuid=65534 --regid=65534 --clear-groups ../waymark "$@"; }
    waymark --version >/dev/null || skip "cannot become another user here"
fi
t info closed
t info secret.wok
t convert --force room.wok readonly/out.wok
t convert room.wok readonly/new.wok
t convert room.wok corridor.wok -o readonly/made
t convert --force room.wok out.wok
chmod 755 readonly
same readonly/out.wok corridor.wok
same out.wok room.wok
ls -A readonly
