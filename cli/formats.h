/* What each verb does with each format: one table, in formats.c. */
#ifndef WAYMARK_CLI_FORMATS_H
#define WAYMARK_CLI_FORMATS_H

#include "cli.h"

/* Works on the bytes of out->file and returns an exit code. */
typedef int (*cli_work)(cli *c, cli_out *out, const wm_buffer *bytes);

typedef struct cli_format {
    wm_format format;
    cli_work info, dump; /* NULL: the verb does not support it */
} cli_format;

/* NULL for formats that this version does not read. */
const cli_format *cli_format_of(wm_format format);

/* Can a file with this name have these bytes? False and *error if its ending is that of another
 * format: a wrong name would hide what is in the file from the game. */
bool cli_ending_fits(const char *file, const void *data, size_t size, wm_error *error);

/* Is the content lost that its name promises? Then a file in a folder is not skipped but reported.
 * It is empty or all zeros, too short to be identified, or an unknown file with an ending that only
 * the games use. geometry: only endings of walkmeshes, terrain and models count. */
bool cli_is_lost(const char *file, size_t size, wm_format format, bool geometry);

/* KotOR walkmeshes: verbs/info.c, verbs/dump.c. */
int cli_bwm_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_bwm_dump(cli *c, cli_out *out, const wm_buffer *bytes);

/* KotOR models: kotor/model_info.c, kotor/model_dump.c. */
int cli_model_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_model_dump(cli *c, cli_out *out, const wm_buffer *bytes);

/* NWN2 terrain: nwn2/info.c, nwn2/dump.c. */
int cli_trn_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_trn_dump(cli *c, cli_out *out, const wm_buffer *bytes);

/* NWN2 models: nwn2/mdb_info.c, nwn2/mdb_dump.c. */
int cli_mdb_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_mdb_dump(cli *c, cli_out *out, const wm_buffer *bytes);

/* Black & White 2 models: bw2/info.c, bw2/dump.c. */
int cli_bw2_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_bw2_dump(cli *c, cli_out *out, const wm_buffer *bytes);

/* Textures: texture/info.c. */
int cli_texture_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_texture_dump(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_txi_info(cli *c, cli_out *out, const wm_buffer *bytes);

/* glTF and OBJ: convert/scene_info.c. */
int cli_scene_info(cli *c, cli_out *out, const wm_buffer *bytes);

#endif
