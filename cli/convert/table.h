/* What waymark convert makes from what: one table, in table.c. */
#ifndef WAYMARK_CLI_CONVERT_TABLE_H
#define WAYMARK_CLI_CONVERT_TABLE_H

#include "cli.h"

typedef enum cli_source {
    FROM_OTHER, /* nothing that convert reads */
    FROM_BWM,
    FROM_BWM_TEXT,
    FROM_DOOR, /* several binary walkmeshes: the states of a door */
    FROM_MDL,
    FROM_MDL_TEXT,
    FROM_LAYOUT,
    FROM_TRN,
    FROM_MDB,
    FROM_BW2,
    FROM_SCENE, /* glTF or OBJ */
    FROM_TEXTURE,
    FROM_PTH,
    FROM_PNG
} cli_source;

/* Bits, so that a row can name several. */
typedef enum cli_target {
    TO_NOTHING = 0,
    TO_BINARY = 1 << 0, /* the binary of the same format, whatever OUT is called */
    TO_WOK = 1 << 1,
    TO_PWK = 1 << 2,
    TO_DWK = 1 << 3,
    TO_TEXT = 1 << 4,
    TO_MDL = 1 << 5,
    TO_MDL_TEXT = 1 << 6,
    TO_TRX = 1 << 7,
    TO_TRN = 1 << 8,
    TO_BWM = 1 << 9, /* a Black & White 2 model */
    TO_GLB = 1 << 10,
    TO_GLTF = 1 << 11,
    TO_OBJ = 1 << 12,
    TO_MDB = 1 << 13,
    TO_TPC = 1 << 14,
    TO_TGA = 1 << 15,
    TO_PNG = 1 << 16,
    TO_PTH = 1 << 17,
    TO_UNKNOWN = 1 << 18 /* OUT has an ending, which none of these has */
} cli_target;

/* The values of --to. */
#define CLI_TARGETS                                                                                \
    "wok|pwk|dwk|ascii|mdl|mdl-ascii|trx|trn|mdb|bwm|glb|gltf|obj|tpc|tga|png|binary"

typedef struct cli_conversion {
    const char *file; /* the input, or the first of a door's */
    const char *out;
    wm_buffer bytes; /* of `file` */
    cli_source source;
    cli_target target;
    const char *loss;       /* what reading lost already, or NULL */
    const char *loss_field; /* NULL: "mdx" */
    bool restored;          /* the scene holds what the template has: wm_scene_restore */
} cli_conversion;

/* Writes v->out and prints what was done. Returns an exit code. */
typedef int (*cli_converter)(cli *c, cli_conversion *v);

/* Identifies the bytes by content. */
cli_source cli_source_of(const wm_buffer *bytes);
/* The ending that files of the value of --to have: ".glb". NULL for "binary". */
const char *cli_target_ending(const char *to);
/* Sets v->target from OUT's ending and --to. Returns the function that converts, or NULL if
 * there is none or it does not take an option that was given; that is reported. */
cli_converter cli_find_converter(const cli *c, cli_conversion *v);
/* Does the table have the pair? Says nothing about options. */
bool cli_has_conversion(const cli *c, cli_conversion *v);

/* Refuses an OUT without an ending for an input that cannot be written in its own format.
 *
 * what: the input: "a DDS". */
void cli_report_no_target(const cli_conversion *v, const char *what);

/* The functions of the table. */
int cli_convert_walkmesh(cli *c, cli_conversion *v); /* walkmesh.c */
int cli_convert_trn(cli *c, cli_conversion *v);      /* rewrite.c */
int cli_convert_mdb(cli *c, cli_conversion *v);
int cli_convert_bw2(cli *c, cli_conversion *v);
int cli_convert_pth(cli *c, cli_conversion *v);
int cli_convert_model(cli *c, cli_conversion *v); /* kotor/model_convert.c */
int cli_export_trn(cli *c, cli_conversion *v);    /* export.c: to glTF and OBJ */
int cli_export_mdb(cli *c, cli_conversion *v);
int cli_export_bw2(cli *c, cli_conversion *v);
int cli_export_model(cli *c, cli_conversion *v);
int cli_export_area(cli *c, cli_conversion *v);     /* export_area.c: with the files next to it */
int cli_import(cli *c, cli_conversion *v);          /* import.c: from glTF and OBJ */
int cli_convert_texture(cli *c, cli_conversion *v); /* texture/convert.c */

#endif
