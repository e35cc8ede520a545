# Models: what they are, copies, texts, other games, and files that are not whole.
models
t info sample.mdl
t info --json sample-k2.mdl
t info --json child.mdl
t check sample.mdl child.mdl
say "a copy is two files:"
t convert sample.mdl copy.mdl
same sample.mdl copy.mdl
same sample.mdx copy.mdx
t convert sample.mdl copy.mdl
rm copy.mdl
t convert sample.mdl copy.mdl
must test ! -e copy.mdl
t convert --force sample-k2.mdl copy.mdl
same sample-k2.mdl copy.mdl
same sample-k2.mdx copy.mdx
say "both or none:"
mkdir -p blocked/copy.mdx
t convert --force sample.mdl blocked/copy.mdl
must test ! -e blocked/copy.mdl
rmdir blocked/copy.mdx
printf old >blocked/copy.mdl
printf old >blocked/copy.mdx
mkdir kept
t convert sample.mdl blocked/copy.mdl
cat blocked/copy.mdl blocked/copy.mdx
say
ls -A blocked
say "to a text and back:"
t convert sample.mdl sample-ascii.mdl
t check sample-ascii.mdl
t convert sample-ascii.mdl back.mdl
same sample.mdl back.mdl
same sample.mdx back.mdx
t convert --plain sample.mdl plain.ascii
t convert plain.ascii plain.mdl
t check plain.mdl
say "from one game to the other:"
t convert --game k2 sample.mdl for-k2.mdl
t info for-k2.mdl
t diff sample.mdl for-k2.mdl
t convert --game k1 for-k2.mdl for-k1.mdl
t diff sample.mdl for-k1.mdl
t convert --game k2 --platform xbox sample.mdl box.mdl
t info --json box.mdl
say "what OBJ cannot hold:"
t convert --json sample.mdl sample.obj
say "differences:"
t diff sample.mdl back.mdl
t diff sample.mdl child.mdl
t diff --json sample.mdl child.mdl
say "an MDX that is missing, cut off or damaged:"
mkdir part
cp sample.mdl part/alone.mdl
cp sample.mdl part/cut.mdl
head -c 300 sample.mdx >part/cut.mdx
t info part
t check part/alone.mdl
t check part/cut.mdl
t convert part/alone.mdl alone.mdl
must test ! -e alone.mdl
t convert part/alone.mdl alone.glb
t convert part/alone.mdl alone.ascii
t convert --allow-missing-mdx part/alone.mdl alone.mdl
must test ! -e alone.mdx
t convert --allow-missing-mdx part/alone.mdl alone.ascii
t convert --allow-missing-mdx part/alone.mdl alone.glb
t convert --json --force --allow-missing-mdx part/alone.mdl alone.glb
same alone.mdl sample.mdl
t convert part/cut.mdl cut.mdl
same cut.mdx part/cut.mdx
t render part/cut.mdl cut.png
say "sizes that are wrong in the header:"
cp sample.mdx part/size.mdx
{
    head -c 4 sample.mdl
    printf '\0\1\0\0\0\1\0\0'
    tail -c +13 sample.mdl
} >part/size.mdl
t info part/size.mdl
t convert part/size.mdl size.mdl
same size.mdl part/size.mdl
same size.mdx part/size.mdx
t convert -q --force part/size.mdl size.mdl
rm part/size.mdl part/size.mdx
say "a damaged model is read as far as possible:"
cp sample.mdx part/odd.mdx
{
    head -c 1515 sample.mdl # the last child of the root
    printf '\0\0\0\0'
    tail -c +1520 sample.mdl
} >part/odd.mdl
t info part/odd.mdl
t info --json part/odd.mdl
t check part/odd.mdl
t convert part/odd.mdl odd.mdl
same odd.mdl part/odd.mdl
same odd.mdx part/odd.mdx
t convert part/odd.mdl odd.ascii
t convert odd.ascii odd-back.mdl
same odd-back.mdl part/odd.mdl
t convert part/odd.mdl odd.glb
t convert --json --force part/odd.mdl odd.glb
t convert --plain part/odd.mdl plain-odd.ascii
t convert plain-odd.ascii plain-odd.mdl
t check plain-odd.mdl
rm part/odd.mdl part/odd.mdx
say "an unknown engine address:"
for kind in sample sample-k2; do
    cp $kind.mdx part/address.mdx
    {
        head -c 12 $kind.mdl
        printf '\1\2\3\4'
        tail -c +17 $kind.mdl
    } >part/address.mdl
    t info part/address.mdl
    t convert part/address.mdl address.mdl
    same address.mdl part/address.mdl
    t convert --force --game k1 part/address.mdl address.mdl
    t check address.mdl
    t convert --force --json --game k2 part/address.mdl address.mdl
    t check address.mdl
    rm address.mdl address.mdx
done
rm part/address.mdl part/address.mdx
say "an MDX goes with its MDL:"
t info sample.mdx
t check sample.mdx
t convert sample.mdl out.mdx
t convert sample.mdl -
cp sample.mdx part/orphan.mdx
t check --json part
say "mistakes:"
t convert --kind area sample.mdl x.mdl
t convert --game k3 sample.mdl x.mdl
t convert --supermodel child.mdl sample.mdl x.mdl
t convert --plain sample.mdl x.mdl
sed 's/verts 4/verts five/' sample-ascii.mdl >bad-ascii.mdl
waymark convert bad-ascii.mdl bad.mdl 2>messages || say "exit $?"
grep -q "KOTOR_MDL_TEXT_" messages
must test ! -e bad.mdl
must test ! -e bad.mdx
say "an MDX that cannot be read is reported:"
mkdir -p unreadable/sample.mdx
cp sample.mdl unreadable
t convert unreadable/sample.mdl x.mdl
