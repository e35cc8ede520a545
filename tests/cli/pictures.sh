# Golden pictures: what render draws of samples, against pictures that somebody has looked at,
# within a tolerance. No words in them, as fonts differ between machines. UPDATE=1 takes the
# present ones.
golden=$(dirname "$case_file")/../pictures
robot=$(dirname "$case_file")/../../examples/robot.mdl
mkdir painted
cp "$robot" painted/robot.mdl
"$bin/paint_robot" painted
compared=0
"$bin/make_room" hall.wok
"$bin/make_room" --broken broken.wok
terrain terrain
"$bin/make_area" area
"$bin/make_bw2" bw2

# picture NAME ARGUMENTS... FILE
picture() {
    name=$1
    shift
    must waymark render -q -f --size 240x180 "$@" "$name.png"
    [ -z "${UPDATE:-}" ] || cp "$name.png" "$golden/$name.png"
    [ "$(wc -c <"$golden/$name.png")" -le 20480 ] || say "$name: its golden picture is above 20 kB"
    if "$bin/compare_png" "$golden/$name.png" "$name.png"; then
        say "$name: as it should be"
    else
        say "$name: not as it should be"
    fi
    compared=$((compared + 1))
}
plan=faces,walls,perimeters,transitions,hooks,tiles,islands,water

picture room --layer "$plan" hall.wok
picture findings --layer "$plan,findings" broken.wok
picture area --layer "$plan" --path 1,1:15,9 area/grid.lyt
picture terrain --layer "$plan" --path 1,1:16,1 terrain/hall.trx
picture solid --view three-quarter --layer mesh,shadow hall.wok
picture robot --layer mesh,shadow "$robot"
picture wave --anim wave --time 0.75 --view front --layer mesh,shadow "$robot"
picture bones --anim walk --time 0.5 --view left --layer wireframe,skeleton,hooks "$robot"
picture painted --view front --layer mesh,shadow painted/robot.mdl
# Without its textures, or with --plain-colours, the robot is the same.
must waymark render -q -f --size 240x180 --layer mesh,shadow --plain-colours painted/robot.mdl plain.png
same robot.png plain.png
# A light map, and without it.
awk '{ print } /bitmap robot_shell/ { print "  bitmap2 robot_glow"; print "  lightmapped 1" }' \
    painted/robot.mdl >painted/lit.mdl
for wish in '' --no-lightmaps; do
    # shellcheck disable=SC2086 # no word, or one
    must waymark render -q -f --size 240x180 --view front --layer mesh,shadow $wish painted/lit.mdl "lit$wish.png"
done
"$bin/compare_png" lit.png lit--no-lightmaps.png >words || say "a light map changes the picture"
same painted.png lit--no-lightmaps.png
# What a TXI says about the texture of its shell, which has alpha.
textures samples
cp samples/picture.tga painted/robot_shell.tga
seen=
for look in '' 'blending additive' 'blending punchthrough' 'envmaptexture robot_glow' 'wateralpha 0.4'; do
    printf '%s\n' "$look" >painted/robot_shell.txi
    must waymark render -q -f --size 240x180 --view front --layer mesh painted/robot.mdl "look$look.png"
    for other in $seen; do # without their spaces
        ! "$bin/compare_png" "look$(echo "$other" | tr _ ' ').png" "look$look.png" >words ||
            say "$look looks like $other"
    done
    seen="$seen $(echo "$look" | tr ' ' _)"
done
say "$(echo "$seen" | wc -w | tr -d ' ') texts were compared with each other and with none"
picture square --layer mesh,outline,shadow bw2/m_square.bwm
say "$compared pictures were compared"

say "the judge itself:"
"$bin/compare_png" robot.png robot.png && say "a picture is like itself"
"$bin/compare_png" robot.png wave.png >words || say "two poses are not alike"
"$bin/compare_png" robot.png hall.wok >words || say "a walkmesh is no picture"
mirror() { waymark render -q -f --size 240x180 --layer mesh,shadow --view "$1" "$robot" m.png; }
mirror left && cp m.png left.png && mirror right
"$bin/compare_png" left.png m.png >words || say "left and right are not alike"
