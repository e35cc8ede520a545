# dump is the whole document as JSON.
samples
t dump one-face.wok
waymark dump --json room.wok crate.pwk >out
jsonl vertices.0 faces.1 edges.0 perimeters <out
t dump missing.wok
