# An installed game: which copy of a file is used.
models models
samples rooms
pack=$bin/pack_archive
mkdir -p game/Data game/Override game/modules
must "$pack" key game/Chitin.key rooms/room.wok models/sample.mdl models/sample.mdx
must "$pack" bif game/Data/TEST.bif rooms/room.wok models/sample.mdl models/sample.mdx
must "$pack" rim game/modules/hall.rim rooms/room.wok
cp models/sample.mdl models/sample.mdx .
must "$bin/waymark" set -q sample.mdl renamed.mdl --field name=other
cp renamed.mdl game/Override/Sample.mdl
rm sample.mdl sample.mdx renamed.mdl renamed.mdx
say "--- ls"
t ls game
t ls game 'sample.*' --explain
t ls game room.wok --module HALL --explain
t ls --json --game-dir game 'sample.mdl' --explain
t ls
t ls game/Chitin.key --explain
say "--- files of the game"
t info --game-dir game sample.mdl
t check --game-dir game ROOM.WOK
t check --json --game-dir game --module hall room.wok sample.mdl
export WAYMARK_GAME=game
t convert room.wok out.wok
same rooms/room.wok out.wok
t info nothing.mdl
unset WAYMARK_GAME
t check --game-dir game --module hall
t check --json --game-dir game --module hall
say "--- textures of models: only a game that has some can lack others"
textures pictures
cp pictures/picture.tga game/Override/other.tga
t check --game-dir game sample.mdl
cp pictures/picture.tga game/Override/SAMPLE01.tga
t check --game-dir game sample.mdl
say "--- what is wrong"
t info --game-dir nowhere sample.mdl
t info --module hall sample.mdl
t info --game-dir game --module cellar sample.mdl
t check --game-dir game --module cellar
t info --game-dir rooms sample.mdl
t info --game-dir rooms models/sample.mdl
t check --json --game-dir rooms models/sample.mdl
t ls rooms
export WAYMARK_GAME=rooms
t check rooms/room.wok
t check --module hall rooms/room.wok
t info sample.mdl
unset WAYMARK_GAME
printf 'not an archive' >game/patch.erf
t check --game-dir game room.wok
t ls game room.wok
