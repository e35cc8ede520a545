# OUT's ending must fit what is written, and options the conversion that they are given for.
samples
terrain
models
bw2
blender
say "endings that no conversion has:"
t convert room.wok t.png
t convert m_square.bwm g.stl
t convert hall.trx x.wok
t convert sample.mdl x.bwm
t convert snake.glb x.fbx
t convert room.wok x.trx
must test ! -e t.png -a ! -e g.stl -a ! -e x.wok -a ! -e x.bwm -a ! -e x.fbx -a ! -e x.trx
say "--to names the format where OUT has no ending:"
t convert --to glb room.wok bare
head -c 4 bare && echo
waymark convert --to obj -q room.wok - | grep -c '^v ' || true
waymark convert --to glb -q room.wok - >piped.glb
same piped.glb bare
t convert --to mdl-ascii -q sample.mdl x-ascii.mdl
waymark convert --to ascii -q sample.mdl - >piped.ascii
same piped.ascii x-ascii.mdl
say "and must fit the ending that it has:"
t convert --to glb room.wok room.obj
t convert --to ascii room.wok room.wok.ascii
t convert --to trx room.wok x
t convert --to ascii hall.trx x
say "without either, the format stays:"
t convert hall.trx copy
same copy hall.trx
t convert snake.glb copy
t convert room.wok /dev/null --force
say "options of other conversions:"
t convert --dialect mdlops room.wok x.glb
t convert --models room.wok x.glb
t convert --plain room.wok x.obj
t convert --all-levels room.wok x.wok
t convert --game k2 sample.mdl x.glb
t convert --allow-missing-mdx hall.trx x.trx
t convert --tile-width 10 snake.glb x.wok
t convert --up z room.wok x.ascii
t convert --up z snake.glb x.wok
