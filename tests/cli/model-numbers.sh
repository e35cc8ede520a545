# Node numbers of compiled models: which source they have, and which nodes stay unknown.
cat >body-ascii.mdl <<'END'
newmodel body
setsupermodel body S_Female02
classification Character
beginmodelgeom body
node dummy body
  parent NULL
endnode
node dummy cutscenedummy
  parent body
endnode
node dummy rootdummy
  parent cutscenedummy
endnode
node dummy hat
  parent body
endnode
node dummy torso_g
  parent rootdummy
endnode
node dummy TorsoUpr_g
  parent torso_g
endnode
node dummy Impact
  parent torsoUpr_g
endnode
node dummy head_g
  parent body
endnode
endmodelgeom body
donemodel body
END
numbers() {
    waymark dump --json "$1" | tr '{' '\n' |
        sed -n 's/^"name":"\([^"]*\)","number":[0-9]*,"super_node":\([0-9]*\).*/\1 \2/p'
}
say "the table of stock supermodels, of both games:"
mkdir a
t convert body-ascii.mdl a/body.mdl
numbers a/body.mdl
t convert --game k2 --json body-ascii.mdl a/second.mdl
numbers a/second.mdl
say "an older binary, where the new one goes or next to the text:"
sed 's/S_Female02/Custom/' body-ascii.mdl >custom-ascii.mdl
t convert --json custom-ascii.mdl a/custom.mdl
t convert custom-ascii.mdl a/unknown.mdl
sed 's/node dummy hat/node dummy cap/' body-ascii.mdl >cap-ascii.mdl
t convert --force cap-ascii.mdl a/body.mdl
numbers a/body.mdl
mkdir b
cp a/body.mdl b/body.mdl
cp body-ascii.mdl b/body-ascii.mdl
t convert --json b/body-ascii.mdl b/new.mdl
say "of another game, it does not count:"
t convert --game k2 b/body-ascii.mdl b/other.mdl
say "the supermodel, next to the text or given:"
mkdir c
cp body-ascii.mdl c/body-ascii.mdl
sed 's/setsupermodel body S_Female02/setsupermodel S_Female02 NULL/; s/body/S_Female02/g' \
    body-ascii.mdl >super-ascii.mdl
t convert super-ascii.mdl c/s_female02.mdl
t convert c/body-ascii.mdl c/body.mdl
numbers c/body.mdl
t convert --json --supermodel c/s_female02.mdl b/body-ascii.mdl b/given.mdl
say "the comments of a text:"
t convert c/body.mdl noted-ascii.mdl
t convert --json noted-ascii.mdl a/noted.mdl
t convert --quiet --plain noted-ascii.mdl a/quiet.mdl
