# A model that another program saved keeps the upper and lower case of its name.
models
t set -q --field name=Crate sample.mdl crate.mdl
t convert -q crate.mdl crate.gltf
sed 's/"generator":"waymark /"generator":"another /' crate.gltf >saved.gltf
mkdir again
t convert -q saved.gltf again/crate.mdl
t diff crate.mdl again/crate.mdl | sed -n '/^  name/p'
t convert -q saved.gltf again/barrel.mdl
t diff crate.mdl again/barrel.mdl | sed -n '/^  name/p'
