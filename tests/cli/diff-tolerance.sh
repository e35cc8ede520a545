# diff --tolerance: numbers that are near are equal; triangles are matched by position.
samples
terrain
models
bw2
mdb
say "a floor whose faces have another order, each vertex 0.4 mm away"
# a square of eight triangles
floor() {
    for y in 0 1 2; do
        for x in 0 1 2; do echo "v $x$1 0 -$y"; done
    done
    echo 'usemtl Stone'
    "$2" <<END
f 1 2 5
f 1 5 4
f 2 3 6
f 2 6 5
f 4 5 8
f 4 8 7
f 5 6 9
f 5 9 8
END
}
floor '' cat >a.obj
floor .0004 'tac' >b.obj
waymark convert -q a.obj a.wok
waymark convert -q b.obj b.wok
t diff a.wok b.wok
t diff --tolerance 0.001 a.wok b.wok
t diff --tolerance 0.0001 a.wok b.wok
t diff --json --tolerance 0.001 a.wok b.wok
waymark convert -q a.obj a.trx
waymark convert -q b.obj b.trx
t diff a.trx b.trx
t diff --tolerance 0.001 a.trx b.trx
t diff --json --tolerance 1e-4 a.trx b.trx
say "models"
waymark transform -q --move 0,0,0.0005 sample.mdl moved.mdl
t diff --tolerance 0.001 sample.mdl moved.mdl
t diff --tolerance 0.0001 sample.mdl moved.mdl
t diff --tolerance 0.001 m_square.bwm m_square_2uv.bwm
t diff --tolerance 0.001 plc_stage.mdb c_toy.mdb
say "mistakes"
t diff --tolerance 0 a.wok b.wok
t diff --tolerance -1 a.wok b.wok
t diff --tolerance x a.wok b.wok
t diff --tolerance nan a.wok b.wok
