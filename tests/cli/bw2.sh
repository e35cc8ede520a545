# Black & White 2 models: told by their bytes, copied byte for byte, damage named.
bw2
t info m_square.bwm
t info --json s_square.bwm
say "a copy goes through the document:"
for file in m_*.bwm s_*.bwm; do
    must waymark convert -q "$file" copy-of-it.bwm
    same "$file" copy-of-it.bwm
    rm copy-of-it.bwm
done
t convert m_square.bwm out.bwm
t convert m_square.bwm out.bwm
t convert --force --json m_square.bwm out.bwm
waymark convert m_square.bwm - >piped.bwm
same m_square.bwm piped.bwm
say "nothing but zeros:"
t info zeros.bwm
t info --json zeros.bwm
t check zeros.bwm
t convert zeros.bwm x.bwm
t render zeros.bwm x.png
t dump zeros.bwm
say "damage:"
head -c 1000 m_square.bwm >cut.bwm
t info cut.bwm
t convert cut.bwm x.bwm
cp m_square.bwm version.bwm
printf '\007' | dd of=version.bwm bs=1 seek=48 conv=notrunc 2>/dev/null
t convert version.bwm x.bwm
must test ! -e x.bwm
t check version.bwm
t check --json cut.bwm
cp m_square.bwm signature.bwm
printf 'l' | dd of=signature.bwm bs=1 conv=notrunc 2>/dev/null
t info signature.bwm
t check signature.bwm
t check m_square.bwm s_square.bwm
t check --all m_odd.bwm
t convert --to ascii m_square.bwm x.txt
t convert --kind area m_square.bwm x.bwm
say "directories:"
mkdir folder
cp m_square.bwm s_square.bwm zeros.bwm folder
head -c 300 /dev/zero >folder/notes.dat
waymark info --json folder >out 2>err && code=0 || code=$?
jsonl file format variant <out
sed 's/^/! /' err
say "exit $code"
