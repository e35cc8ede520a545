/* What fills the tiles of a walkmesh. */
#ifndef WAYMARK_CLI_BUDGET_H
#define WAYMARK_CLI_BUDGET_H

#include "nwn2/nwn2.h"

typedef enum budget_kind {
    BUDGET_PLAIN,
    BUDGET_SLIVER, /* so thin that nobody can stand on it */
    BUDGET_NOOK,   /* small, and open on one side only */
    BUDGET_TINY,   /* in a region that is too small to be useful */
    BUDGET_KINDS
} budget_kind;

typedef struct budget_tile {
    uint32_t index, walkable, triangles;
    uint32_t kinds[BUDGET_KINDS];
} budget_tile;

typedef struct budget {
    const wm_nwn2_aswm *a;
    budget_tile *tiles; /* by use, the fullest first; those without walkable triangles last */
    size_t tile_count, used;
    uint8_t *kind; /* budget_kind of each triangle; only walkable ones are judged */
    uint32_t kinds[BUDGET_KINDS];
    uint32_t over;        /* tiles above the limit */
    uint32_t tiny_floors; /* connected floors that are too small */
    uint64_t steps;       /* how often a triangle or a tile was looked at, for a test */
} budget;

/* False when memory runs out. Free in any case. */
bool budget_make(const wm_nwn2_aswm *a, budget *b);
void budget_free(budget *b);
const char *budget_kind_name(budget_kind kind);

/* budget_tile.c: the slivers, nooks and mergeable triangles of a tile with their positions, into an
 * object, or as lines if j is NULL. False when memory runs out. */
bool budget_list_tile(const budget *b, const wm_nwn2_trn *trn, uint32_t tile, wm_json_writer *j,
                      FILE *to);

/* draw/budget.c: a heat map. EXIT_FINE and bytes to free, or an exit code. */
int budget_draw(const budget *b, const char *title, const char *name, char **bytes, size_t *size);

#endif
