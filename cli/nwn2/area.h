/* The files of an NWN2 area, found by its name or by one of them. */
#ifndef WAYMARK_CLI_NWN2_AREA_H
#define WAYMARK_CLI_NWN2_AREA_H

#include "open.h"

enum { CLI_AREA_PATH = 4096 };

typedef struct cli_area {
    char terrain[CLI_AREA_PATH]; /* the TRN, or the TRX if there is none or it was asked for */
    char trx[CLI_AREA_PATH];     /* the area's TRX beside it; need not exist */
    char name[256];              /* without an ending; empty for standard input */
    cli_place place;
} cli_area;

/* Finds the terrain of an area, which is named by a path with or without an ending (.trn, .trx,
 * .git, .gic, .are). A file with another ending, and standard input, is the terrain itself.
 *
 * reuse: take the TRX even if there is a TRN.
 *
 * EXIT_FINE, or EXIT_INPUT, reported. Close in any case. */
int cli_area_find(const cli *c, const char *name, bool reuse, cli_area *area);
void cli_area_close(cli_area *area);

/* Does `file`, a TRN or TRX, give way to the other one of its area when both are found in a
 * folder? So does a backup. */
bool cli_area_is_second(const cli *c, const char *file, bool reuse);

/* Warns if the area's ARE states another size than its terrain. */
void cli_area_compare(const cli *c, const cli_area *area, const wm_nwn2_trn *trn);

#endif
