# Faults in real models of all kinds: each verb goes on with a warning, and a copy has the same
# bytes.
corpus=${WAYMARK_CORPUS:-${case_file%/tests/cli/*}/../shared/corpus}
test -d "$corpus" || skip "no corpus (set WAYMARK_CORPUS)"
say '<script id="waymark-files" type="application/json">[]</script>' >viewer.html
export WAYMARK_VIEWER=viewer.html
peers=17
models=0
files=0
# goes VERB FILE ...: it succeeds with a warning.
goes() {
    waymark "$@" >out 2>err || say "$model $name: $1: exit $?: $(head -n 1 err)"
    grep -q 'warning: ' err || say "$model $name: $1 does not warn"
}
while read -r model; do
    "$bin/plant_mdl" "$corpus/kotor/models/$model.mdl" fault >list || exit 1
    while read -r number name; do
        test "$number" -le $peers || break
        file=fault-$number
        goes info "$file.mdl"
        waymark check "$file.mdl" >out 2>err || true
        grep -q 'KOTOR_MD' out || say "$model $name: check finds nothing"
        goes convert "$file.mdl" --force copy.mdl
        cmp -s "$file.mdl" copy.mdl || say "$model $name: convert changed it"
        cmp -s "$file.mdx" copy.mdx || say "$model $name: convert changed its MDX"
        goes render "$file.mdl" --force --size 160x120 picture.png
        goes view "$file.mdl" --force -o view.html
        grep -q "$file.mdx" view.html || say "$model $name: view leaves the MDX out"
        files=$((files + 1))
    done <list
    rm -f fault-*
    models=$((models + 1))
done <<LIST
vanilla/dor_lhr02
vanilla/m12aa_c04_cam
k2/745korj
k2/dor_kor15
k2/plc_napsack
k2/plc_jawastat
k2/n_joleeh
kotornet/file2
kotornet/file4
mods/jc_invisible
k1cp/or_lamp01
k1cp/comm_a_f2
LIST
must test "$models" -eq 12
must test "$files" -ge 130
say "every verb goes on"
