# Texts of other tools: the smoothing groups of mdlops, and what only MDLedit writes. Lines that
# are ignored are losses.
shape() {
    cat <<'END'
newmodel shape
setsupermodel shape NULL
beginmodelgeom shape
node trimesh shape
  parent NULL
  verts 4
    0 0 0
    1 0 0
    0 1 0
    0 0 1
  faces 2
    0 1 2 1 0 1 2 4
    0 2 3 2 0 2 3 4
  tverts 4
    0 0
    1 0
    1 1
    0 1
END
}
end() {
    printf 'endnode\nendmodelgeom shape\ndonemodel shape\n'
}
normals() {
    waymark dump --json "$1" | tr '{' '\n' | sed -n 's/.*"normal":\(\[[^]]*\]\),"uv0".*/\1/p'
}
say "groups of mdlops:"
{
    echo '# mdlops ver: 1.0.2 from KOTOR binary source'
    shape
    end
} >mdlops-ascii.mdl
t convert mdlops-ascii.mdl auto.mdl
normals auto.mdl
t convert --smoothing groups mdlops-ascii.mdl groups.mdl
normals groups.mdl
t convert --json mdlops-ascii.mdl json.mdl
{
    shape
    end
} >other-ascii.mdl
t convert --smoothing angles other-ascii.mdl angles.mdl
same auto.mdl angles.mdl
t convert --smoothing none other-ascii.mdl none.mdl
t convert --smoothing auto auto.mdl none-ascii.mdl
say "all smooth, although the faces share no vertex:"
{
    shape | awk '{ sub(/erts 4$/, "erts 6"); sub(/0 2 3 2 0 2 3/, "4 5 3 2 4 5 3"); print }
        /^    0 0 1$/ { print "    0 0 0"; print "    0 1 0" }
        /^    0 1$/ { print "    0 0"; print "    1 1" }'
    end
} >split-ascii.mdl
for smoothing in angles all; do
    t convert --smoothing $smoothing split-ascii.mdl $smoothing-split.mdl
    normals $smoothing-split.mdl
done
say "normals of MDLedit:"
{
    shape
    printf 'normalindices 2\n0 1 2\n0 2 3\nnormals 4\n1 0 0\n0 1 0\n0 0 -1\n0.6 0 0.8\n'
    printf 'faceextra 2\n0 0 1 0 -1 -1 1\n1 0 0 0 0 -1 -1\nskinpadding1 3\nunheard 4\n'
    end
} >mdledit-ascii.mdl
t convert --json mdledit-ascii.mdl mdledit.mdl
normals mdledit.mdl
say "values that models do not store:"
{
    shape | sed 's/^beginmodelgeom.*/filedependancy shape NULL.mlk\n&\n  layoutposition 0 0 0/'
    printf '  specular 0 0 0\n  shininess 0\n  wirecolor 1 1 1\n'
    end
} >usual-ascii.mdl
t convert --json usual-ascii.mdl usual.mdl
{
    shape | sed 's/^beginmodelgeom.*/filedependancy shape.max\n&\n  layoutposition 1 2 3/'
    printf '  specular 0.5 0 0\n  shininess 10\n  wirecolor 1 1 0.5\nendnode\n'
    printf 'node dummy other\n  parent shape\n  wirecolor 0 0 0\n'
    end
} >unusual-ascii.mdl
t convert --json --quiet unusual-ascii.mdl unusual.mdl
