# Models at a moment of an animation.
models
t pose --list sample.mdl
t pose --list --json sample.mdl
say "inherited animations, their positions scaled:"
t pose --list child.mdl
t pose -q --anim walk -t 1 child.mdl child.json
jsonl nodes.4.world animation <child.json
t pose -q --anim walk -t 1 sample.mdl sample.json
jsonl nodes.4.world animation <sample.json
mkdir alone
cp child.mdl child.mdx alone
t pose --list alone/child.mdl
t pose --anim walk alone/child.mdl a.obj
t pose -q --anim walk -t 1 --supermodel sample.mdl alone/child.mdl b.json
same child.json b.json
say "the rest pose and a turned skin:"
t pose sample.mdl rest.obj
sed '/^o saber/,$d' rest.obj
sed -n '/^g saber/,$p' rest.obj
cat rest.mtl
t pose --anim turn -t 1 sample.mdl turn.obj
sed -n '/^o skin/,/^vt/p' turn.obj
t pose --anim turn -t 9 -q sample.mdl end.obj
t pose --anim turn -t 2 -q --loop sample.mdl start.obj
for name in rest turn end start; do # the first line names the materials
    sed 1d "$name.obj" >"$name"
done
same turn end
same rest start
same rest turn
say "from one animation into another:"
t pose -q --anim walk -t 0.125 --blend turn@1 sample.mdl change.json
jsonl nodes.3.world <change.json
t pose -q --anim walk -t 0.25 --blend turn@1 sample.mdl over.json
t pose -q --anim walk -t 0.25 sample.mdl plain.json
same over.json plain.json
say "the other variants, names in capitals, standard output:"
mv sample-k2-xbox.mdx SAMPLE-K2-XBOX.MDX
for kind in k2 xbox k2-xbox; do
    t pose -q "sample-$kind.mdl" "$kind.obj"
    sed 1d "$kind.obj" >"$kind"
    same rest "$kind"
done
t pose --to obj --y-up sample.mdl - | sed -n '1,6p'
t pose --json --all sample.mdl all.obj
say "mistakes:"
t pose sample.mdl
t pose sample.mdl out.stl
t pose --to stl sample.mdl out
t pose -t 1 sample.mdl out.obj
t pose --anim walk -t soon sample.mdl out.obj
t pose --anim walk --blend turn sample.mdl out.obj
t pose --anim walk --blend none@1 sample.mdl out.obj
t pose --anim fly sample.mdl out.obj
t pose --list sample.mdl out.obj
t pose --json sample.mdl - --to obj
t pose sample.mdl rest.obj
rm rest.obj
t pose sample.mdl rest.obj
t pose --force -q sample.mdl rest.obj
t pose sample.mdx out.obj
mkdir nwn2
mdb nwn2
t pose nwn2/plc_stage.mdb out.obj
t pose --json none.mdl out.obj
t pose --supermodel none.mdl sample.mdl out.obj
t pose sample.mdl no/such/out.obj
rm sample.mdx
t pose sample.mdl nothing.obj
ls out* 2>/dev/null || say "no file was left"
