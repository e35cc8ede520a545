# check --sarif: one document for all files, in the order of the files, whatever -j says.
samples made
t check --sarif missing.wok
t check --sarif made/corridor.wok
waymark check --sarif -j 1 made >one || true
waymark check --sarif -j 4 made >four || true
same one four
jsonl version <<END
$(tr -d '\n' <one)
END
say "options:"
t check --sarif --json made/corridor.wok
must waymark check --sarif --quiet --all --verbose made/corridor.wok >"more"
must waymark check --sarif made/corridor.wok >plain
same more plain
t check --sarif --strict made/degenerate.wok | tail -n 1
