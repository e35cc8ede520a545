/* waymark convert: its options and its manual. convert.c does the work. */
#include "convert/convert.h"
#include "batch.h"
#include "convert/table.h"

static const cli_option options[] = {
    {"to", CLI_TARGETS, "write this format (default: by the ending of OUT)"},
    {"kind", "area|object",
     "what a walkmesh text is: a room (WOK), or a placeable or door (PWK, DWK)"},
    {"dialect", "engine|mdlops",
     "for walkmesh texts of rooms: the game's dialect (default) or that of mdlops and MDLedit"},
    {"rounding", "k1|k2", "round normals computed from a text as KotOR 1 (default) or 2 does"},
    {"apply-rotation", NULL, "rotate the vertices of a text by the orientation of its node"},
    {"plain", NULL,
     "to text: without the comments that restore the same binary; walkmeshes to glTF: only the "
     "triangles; Black & White 2 models to glTF and OBJ: without footprint and circles"},
    {"game", "k1|k2", "for KotOR models: the game of OUT (default: as IN)"},
    {"platform", "pc|xbox", "for KotOR models: the platform of OUT (default: as IN)"},
    {"supermodel", "FILE",
     "for texts and glTF of models: the supermodel (default: the file next to IN, or for texts a "
     "built-in table)"},
    {"smoothing", "groups|angles|all|auto",
     "for texts of models: smooth by their groups, by shared vertices and angles, or over all "
     "faces that meet (default: auto, by angles if mdlops wrote the text)"},
    {"allow-missing-mdx", NULL,
     "for KotOR models: if the MDX is missing, convert without it, and so without vertices"},
    {"models", NULL, "for a layout: export the models of the rooms as well as their walkmeshes"},
    {"all-levels", NULL,
     "to glTF: put all levels of detail into the node tree; otherwise programs may drop the "
     "coarser ones or, like Blender 3.4, keep them outside the tree"},
    {"textures", "embed|link|none",
     "models and layouts to glTF and OBJ: embed the textures that are found, or write them as PNG "
     "files next to OUT (default: embed in glTF, none for OBJ)"},
    {"write-textures", NULL,
     "models from glTF: write its images as TGA next to OUT, unless a texture of that name is "
     "there"},
    {"template", "FILE",
     "from glTF and OBJ: the original file, which provides what other programs drop or change; "
     "required to write a TRN"},
    {"reduce-keys", "yes|no",
     "from glTF to KotOR models: drop animation keys that lie on a straight line between their "
     "neighbours, to within 0.01 mm (far from the origin 0.1 mm) and 0.00002 rad (default: yes for "
     "animations that another program sampled at equal intervals)"},
    {"keep-walkmesh", NULL,
     "from glTF to TRX and TRN: keep the walkmesh of the template and import only ground and water "
     "(always so for TRN)"},
    {"tile-width", "METRES", "from glTF and OBJ to TRX: width of a tile (default: 9)"},
    {"simplify", "[full|all]",
     "from glTF and OBJ to TRX: merge walkable triangles that lie in one plane, in tiles with more "
     "than 127 of them (full, or the option alone) or in all tiles"},
    {"material", "NAME", "from glTF and OBJ: material for triangles without a recognised one"},
    {"weld", "yes|no",
     "from glTF and OBJ: merge vertices at the same position (default: yes for glTF from other "
     "programs, otherwise no)"},
    {"up", "y|z", "the axis that points up in an OBJ (default: y)"},
    {"skeleton", "NAME", "to .mdb: the skeleton of skins (default: as in the glTF)"},
    {"variant", "static|skin", "to .bwm: the kind of model (default: skin if the scene has one)"},
    {"pixels", "grey|rgb|rgba|dxt1|dxt5",
     "to .tpc and .tga: how pixels are stored (default: DXT1 or DXT5 in a TPC, RGB or RGBA in a "
     "TGA, the second if there is alpha)"},
    {"no-mipmaps", NULL, "to .tpc: without mipmaps"},
    {"txi", "FILE",
     "to .tpc: the text to append (default: that of IN, or the .txi file next to IN)"},
    {"bw2-version", "5|6", "to .bwm: the version (default: that of the exported model, or 6)"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_convert = {
    .name = "convert",
    .synopsis = "[options] IN... OUT|FOLDER",
    .summary = "convert walkmeshes, models and textures to other formats",
    .details =
        "IN is identified by content. The ending of OUT selects the format to write:\n\n"
        "  from                            OUT can end in\n"
        "  KotOR walkmesh, binary or text  .wok .pwk .dwk .ascii .txt .glb .gltf .obj\n"
        "  KotOR model, binary or text     .mdl -ascii.mdl .ascii .txt .glb .gltf .obj\n"
        "  KotOR layout                    .glb .gltf .obj\n"
        "  TRN, TRX                        .trn .trx .glb .gltf .obj\n"
        "  MDB                             .mdb .glb .gltf .obj\n"
        "  Black & White 2 model           .bwm .glb .gltf .obj\n"
        "  glTF, OBJ                       .wok .pwk .dwk .mdl -ascii.mdl .mdl.ascii .mdl.txt\n"
        "                                  .trx .trn .mdb .bwm\n"
        "  TPC, TGA, DDS, PNG              .tpc .tga .png (PNG: .tpc .tga)\n"
        "  KotOR path points               .pth\n\n"
        "Other endings are refused, and so are options that the conversion does not use. --to\n"
        "names the format of an OUT without an ending, such as '-'; the default is the format of\n"
        "IN (not for DDS, PNG, layouts, glTF and OBJ). What OUT cannot hold is reported as a\n"
        "loss, on standard error or with --json as \"losses\".\n\n"
        "Walkmeshes as text: a text without a tree and without transitions may be a room or an\n"
        "object. --kind or the ending of OUT (.wok, or .pwk and .dwk) decides; without them, its\n"
        "materials do. A door's text holds up to three walkmeshes: OUT door.dwk becomes door0.dwk\n"
        "(closed), door1.dwk and door2.dwk (open). Up to three DWK and a file as OUT make\n"
        "one text.\n\n"
        "KotOR models are two files. The MDX is read next to IN and written next to OUT; both\n"
        "files are written or neither. Comments in the text hold what the text format\n"
        "cannot, so that compiling it gives the same binary again. --game and --platform choose\n"
        "what a model is compiled for.\n\n"
        "TRN, TRX, MDB and Black & White 2 models in their own format stay the same, byte for\n"
        "byte; only old versions of NWN2 walkmeshes become the newest one. As the\n"
        "ending of OUT, .bwm means Black & White 2.\n\n"
        "To glTF and OBJ, for programs such as Blender: models keep their animations (glTF only);\n"
        "walkmeshes have one material per surface. A glTF of a walkmesh also shows perimeters,\n"
        "regions, tiles and islands as lines and empties, and NWN2 ground and water; --plain\n"
        "leaves them out. A layout becomes one file with all its rooms. In the other direction,\n"
        "what convert exported comes back bit for bit, with exceptions (docs/gltf.md).\n\n"
        "Walkmeshes from glTF and OBJ: materials are recognised by name ('stone' or\n"
        "'grass_not_walkable' for a TRX, a name from surfacemat.2da for a WOK), otherwise by\n"
        "the colours that exports use. An empty named 'transition_3' links the nearest border "
        "edge,\n"
        "and the edges in line with it, to room 3.\n\n"
        "KotOR models from glTF and OBJ: the name of a material is its texture. A node named\n"
        "'walkmesh', or a mesh whose materials are surfaces, becomes the walkmesh. From a glTF,\n"
        "skins, animations, lights and empties are imported too. --template OLD.mdl adds what\n"
        "other programs cannot keep.\n\n"
        "Black & White 2 models from glTF and OBJ: node names give the levels of detail\n"
        "(hut_lod1, hut_lod2) and the hull (lh_phys); empties become entities. Lines named\n"
        "'footprint' and 'circles' are used, otherwise they are computed from the meshes.\n\n"
        "Textures: the TXI of a TPC is written and read next to a TGA or "
        "PNG.\n\n" CLI_DIRECTORY_HELP
        "If inputs would become the same file, all but a model keep their endings: room.mdl\n"
        "becomes room.glb, room.wok becomes room.wok.glb.\n\n"
        "  waymark convert room.wok room.wok.ascii\n"
        "  waymark convert door.ascii door.dwk\n"
        "  waymark convert door0.dwk door1.dwk door2.dwk door.ascii\n"
        "  waymark convert c_dewback.mdl c_dewback-ascii.mdl\n"
        "  waymark convert --game k2 c_dewback-ascii.mdl c_dewback.mdl\n"
        "  waymark convert c_dewback.mdl c_dewback.glb\n"
        "  waymark convert --template c_dewback.mdl c_dewback.glb new.mdl\n"
        "  waymark convert --pixels dxt5 pfha04d.tga pfha04d.tpc\n"
        "  waymark convert --to glb module/ -o models/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .like_input = true,
    .run = cli_convert,
};
