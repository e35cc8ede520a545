# What every byte of a model is, and its document.
models
t dump --layout sample.mdl
t dump --layout --json sample-xbox.mdl
samples
t dump --layout room.wok
t dump --json child.mdl
