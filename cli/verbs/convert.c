/* waymark convert: its options and its manual. convert.c does the work. */
#include "convert/convert.h"
#include "cli.h"

static const cli_option options[] = {
    {"to", "binary|ascii", "write this spelling (default: see above)"},
    {"kind", "area|object", "what a text is: room (WOK), or placeable and door (PWK, DWK)"},
    {"dialect", "engine|mdlops", "texts of areas for the game (default) or for mdlops and MDLedit"},
    {"rounding", "k1|k2", "how normals made from a text are rounded (default: k1)"},
    {"apply-rotation", NULL, "turn the vertices of a text by its node's orientation"},
    {"plain", NULL,
     "of models: only what other tools write too, without notes for ourselves; of walkmeshes as "
     "glTF: only the triangles; of .bwm models: no lines for footprint and circles"},
    {"game", "k1|k2", "of models: the game that OUT is for (default: as IN)"},
    {"platform", "pc|xbox", "of models: the platform that OUT is for (default: as IN)"},
    {"supermodel", "FILE",
     "of model texts: take node numbers from FILE (default: found beside IN)"},
    {"models", NULL, "of a layout: with the models of its rooms, not their walkmeshes alone"},
    {"all-levels", NULL,
     "to glTF: show all levels of detail, for programs that would lose the coarser ones (Blender)"},
    {"template", "FILE",
     "an older TRX or MDL that gives what a mesh lacks: grid and packets, hidden meshes ..."},
    {"tile-width", "METRES", "size of the tiles of a TRX made of a mesh (default: 9)"},
    {"material", "NAME", "for triangles of a mesh without a surface that is known"},
    {"weld", "yes|no", "join vertices of a mesh at one place (default: of other programs' glTF)"},
    {"up", "y|z", "which way is up in an OBJ (default: y)"},
    {"variant", "static|skin", "of a .bwm made of a scene (default: a skin if the scene has one)"},
    {"bw2-version", "5|6", "version of a .bwm made of a scene (default: as it was, or 6)"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_convert = {
    .name = "convert",
    .synopsis = "[options] IN... OUT",
    .summary = "write a walkmesh or model as binary or as text",
    .details =
        "Reads IN, told by its bytes, and writes OUT. A text becomes a binary and a binary\n"
        "stays one, unless OUT ends in .ascii or .txt or --to says otherwise. What the text\n"
        "cannot carry is said on stderr, and as \"losses\" with --json.\n\n"
        "A text without a tree or room links does not tell whether it is a room or an object:\n"
        "the ending of OUT does (.wok, or .pwk and .dwk), or --kind, or else its materials.\n\n"
        "A door's text holds up to three walkmeshes: OUT door.dwk becomes door0.dwk (closed),\n"
        "door1.dwk and door2.dwk (open). The other way, name the three files before OUT.\n\n"
        "A model is two files: the MDX is read beside IN and written beside OUT, both or none.\n"
        "Laid out again from what was read, they come out byte for byte. OUT becomes a text when\n"
        "it ends in .ascii, .txt or -ascii.mdl; notes in comments carry what the text cannot, so\n"
        "that the binary comes back the same. Texts are compiled, for --game and --platform.\n\n"
        "A TRN or TRX of NWN2 is taken apart and put together again, its walkmesh compressed as\n"
        "the game's tools do: their files come out byte for byte.\n\n"
        "A model of Black & White 2 is taken apart and put together again: it comes out byte for\n"
        "byte. Both games call some of their files .bwm; they are told by their bytes.\n\n"
        "An OUT that ends in .glb, .gltf or .obj is for other programs, such as Blender: a model\n"
        "with its animations, or a walkmesh with a material for each surface (OBJ with an MTL\n"
        "beside it). A glTF of a walkmesh also has lines and empties for perimeters, regions, "
        "tiles\n"
        "and islands, and NWN2's ground and water; --plain leaves them out. A layout becomes one\n"
        "file with all its rooms, with --models also their models. docs/gltf.md tells what stands\n"
        "where.\n\n"
        "The other way a mesh as glTF or OBJ becomes a baked TRX, split at the borders of its\n"
        "tiles, or a WOK, PWK or DWK. Materials are known by their names: 'stone' or\n"
        "'grass_not_walkable' for a TRX, the names of surfacemat.2da for a WOK, or else by the\n"
        "colours of exports; empty nodes named 'transition_3' give the nearest outer edge a room.\n"
        "What convert has written comes back to the bit.\n\n"
        "An OUT that ends in .mdl becomes a KotOR model with its MDX: skins, actions, lights and\n"
        "empties are taken over, textures are the names of materials, a node named 'walkmesh' or\n"
        "made of surfaces becomes one. It is turned z up, scales go into the vertices, meshes of\n"
        "several materials are split; what was mended is said. --template OLD.mdl gives what "
        "other\n"
        "programs lose.\n\n"
        "An OUT that ends in .bwm becomes a model of Black & White 2: levels of detail by the "
        "names\n"
        "of nodes (hut_lod1, hut_lod2, lh_phys), entities from empties, bones from skins. Lines\n"
        "named 'footprint' and 'circles' are taken over; else both are computed, as are bounds,\n"
        "strips and the vectors for breaking up. What was computed is said.\n\n"
        "  waymark convert a.wok b.wok\n"
        "  waymark convert room.wok room.wok.ascii\n"
        "  waymark convert --to binary plc_chest.pwk.ascii plc_chest.pwk\n"
        "  waymark convert door.ascii door.dwk\n"
        "  waymark convert door0.dwk door1.dwk door2.dwk door.ascii\n"
        "  waymark convert a.mdl b.mdl\n"
        "  waymark convert c_dewback.mdl c_dewback-ascii.mdl\n"
        "  waymark convert --game k2 c_dewback-ascii.mdl c_dewback.mdl\n"
        "  waymark convert c_dewback.mdl c_dewback.glb\n"
        "  waymark convert --template c_dewback.mdl c_dewback.glb new.mdl\n"
        "  waymark convert area.trx copy.trx\n"
        "  waymark convert m_hut.bwm copy.bwm\n"
        "  waymark convert m_hut.bwm m_hut.glb\n"
        "  waymark convert m_hut.glb m_hut2.bwm\n"
        "  waymark convert area.trx area.glb\n"
        "  waymark convert room.wok room.obj\n"
        "  waymark convert room.obj room2.wok\n"
        "  waymark convert area.glb area2.trx",
    .options = options,
    .min_files = 2,
    .max_files = WM_KOTOR_DOOR_STATES + 1,
    .output_last = true,
    .run = cli_convert,
};
