/* Verbs that read a TRN or TRX and write another. */
#ifndef WAYMARK_CLI_NWN2_EDIT_H
#define WAYMARK_CLI_NWN2_EDIT_H

#include "nwn2/nwn2.h"

/* How a walkmesh is compressed. */
typedef enum cli_packing {
    CLI_PACK_AS_GAME, /* the bytes of the game's tools */
    CLI_PACK_FAST,
    CLI_PACK_SMALL, /* as well as possible */
} cli_packing;

/* Writes the document to a file. EXIT_FINE, or EXIT_OUTPUT, reported. size may be
 * NULL. */
int cli_trn_save(const cli *c, const wm_nwn2_trn *trn, const char *to, cli_packing packing,
                 size_t *size);

/* Says how many bytes that belong to no packet were not written, if any. */
void cli_say_dropped(const cli *c, const char *to, uint32_t dropped);

/* waymark rebuild for files[0], whose bytes were read. */
int cli_trn_rebuild(cli *c, const wm_buffer *bytes);

#endif
