# Rebuilding KotOR models.
models
t rebuild sample.mdl a.mdl
t check a.mdl
t rebuild a.mdl b.mdl
same b.mdl a.mdl
same b.mdx a.mdx
t rebuild --json --parts tree,bounds sample-k2.mdl c.mdl
t rebuild -q --parts normals,tangents sample-xbox.mdl d.mdl
t check d.mdl
mkdir in
cp sample.mdl sample.mdx in
t rebuild -q --parts adjacency in -o out
must test -e out/sample.mdx
say "mistakes:"
t rebuild --parts nothing sample.mdl x.mdl
t rebuild --parts tree, sample.mdl x.mdl
t rebuild --keep-tree sample.mdl x.mdl
t rebuild --tight sample.mdl x.mdl
samples
t rebuild --parts tree room.wok x.wok
must test ! -e x.mdl
