# Moving, rotating, mirroring and scaling KotOR models.
models
t transform --move 1,2,3 sample.mdl a.mdl
t check a.mdl
t transform --rotate 90 --flip x --scale 2 sample.mdl b.mdl
t check b.mdl
t transform -q --flip xy --scale 4 sample-k2.mdl c.mdl
t transform -q --flip xy --scale 0.25 c.mdl d.mdl
same d.mdl sample-k2.mdl
same d.mdx sample-k2.mdx
t transform --json --scale 0.5 sample-xbox.mdl e.mdl
t transform -q --scale 2 e.mdl f.mdl
same f.mdl sample-xbox.mdl
same f.mdx sample-xbox.mdx
mkdir in
cp sample.mdl sample.mdx child.mdl child.mdx in
t transform -q --flip y in -o out
must test -e out/child.mdx
t check out/child.mdl
say "mistakes:"
t transform --scale 1,2,1 sample.mdl x.mdl
t transform --scale 100000 sample.mdl x.mdl
t transform sample.mdl x.mdl
cp sample.mdl alone.mdl
t transform --flip x alone.mdl x.mdl
t transform -q --move 1,0,0 alone.mdl y.mdl
must test ! -e x.mdl
must test ! -e y.mdx
