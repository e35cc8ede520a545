/* The folder of an installed game. The first byte of the input chooses the game; the rest is files
 * separated by a line "next", which get the names that the game looks for. Everything that is
 * listed is found, and everything found can be loaded or has an error. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "pieces.h"
#include "waymark/game.h"

enum { GAMES = 3, ROOM = 200, TRIES = 24 };

static const char *const files[GAMES][FUZZ_PIECES] = {
    {"chitin.key", "data/Test.bif", "modules/m.rim", "modules/m.mod", "override/a.mdl",
     "lips/m_loc.mod", "texturepacks/swpc_tex_tpa.erf", "rims/global.rim"},
    {"Data/a.zip", "Data/b.zip", "modules/m.mod", "hak/a.hak", "override/a.trn", "hak/b.hak",
     "override/sub/a.mdb", "modules/m/module.ifo"},
    {"Data/a.stuff", "b.stuff", "Data/a.bwm", "Data/Art/a.dds", "Data/Art/b.stuff", "c.stuff",
     "Data/Art/b.bwm", "Data/c.stuff"}};

/* A folder comes before those in it. */
static const char *const folders[] = {"data",      "modules",  "override",    "lips",
                                      "rims",      "Data",     "hak",         "texturepacks",
                                      "modules/m", "Data/Art", "override/sub"};
enum { FOLDERS = sizeof folders / sizeof *folders };

static char root[ROOM];

static void path_of(const char *name, char path[2 * ROOM])
{
    snprintf(path, 2 * ROOM, "%s/%s", root, name);
}

static void empty(void)
{
    char path[2 * ROOM];
    for (int g = 0; g < GAMES; g++)
        for (int i = 0; i < FUZZ_PIECES; i++) {
            path_of(files[g][i], path);
            (void)unlink(path);
        }
    for (size_t i = FOLDERS; i-- > 0;) {
        path_of(folders[i], path);
        (void)rmdir(path);
    }
}

static void leave(void)
{
    empty();
    (void)rmdir(root);
}

/* One folder for all inputs of the process, in memory where the system has such a place. */
static void enter(void)
{
    if (*root) {
        empty();
        return;
    }
    snprintf(root, sizeof root, "/dev/shm/waymark-fuzz-XXXXXX");
    if (!mkdtemp(root)) {
        snprintf(root, sizeof root, "/tmp/waymark-fuzz-XXXXXX");
        FUZZ_CHECK(mkdtemp(root));
    }
    FUZZ_CHECK(atexit(leave) == 0);
}

/* Writes a file, and the folders that it is in. */
static void put(const char *name, const uint8_t *data, size_t size)
{
    char path[2 * ROOM];
    path_of(name, path);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    FILE *to = fopen(path, "wb");
    FUZZ_CHECK(to && fwrite(data, 1, size, to) == size);
    FUZZ_CHECK(fclose(to) == 0);
}

/* ---- looking around ---- */

typedef struct seen {
    wm_finder finder;
    uint32_t count;
} seen;

static void look_for(const wm_finder *finder, const char *name, const char *type, bool listed)
{
    wm_found found = {0};
    wm_error error = {.code = WM_OK};
    wm_status status = finder->find(finder->user, name, type, &found, &error);
    FUZZ_CHECK(status == WM_OK || error.code == status);
    FUZZ_CHECK(!listed || status != WM_OK || found.where);
    if (status != WM_OK || !found.where)
        return;
    if (!found.data && found.load && found.load(&found, &error) != WM_OK)
        FUZZ_CHECK(error.code != WM_OK);
    if (found.release)
        found.release(&found);
}

static bool visit(void *user, const char *name, const char *type, const char *where)
{
    seen *s = user;
    FUZZ_CHECK(name && type && where);
    look_for(&s->finder, name, type, true);
    return ++s->count < TRIES;
}

static void look_around(wm_game *g)
{
    seen s = {.finder = wm_game_finder(g)};
    for (uint32_t i = 0; i < g->source_count; i++) {
        const wm_game_source *from = &g->sources[i];
        FUZZ_CHECK(from->path && from->role && (!from->error || !from->archive));
    }
    FUZZ_CHECK(strlen(wm_game_kind_name(g->kind)) > 0);
    (void)s.finder.list(s.finder.user, NULL, NULL, visit, &s, NULL);
    s.count = 0;
    (void)s.finder.list(s.finder.user, NULL, "mdl", visit, &s, NULL);
    look_for(&s.finder, "a", "mdl", false);
    look_for(&s.finder, "no such thing", "2da", false);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    int game = size ? data[0] % GAMES : 0;
    fuzz_pieces pieces = fuzz_cut(data + (size > 0), size - (size > 0));
    enter();
    for (size_t i = 0; i < pieces.count; i++)
        put(files[game][i], pieces.data[i], pieces.size[i]);
    for (int module = 0; module < 2; module++) {
        wm_error error = {.code = WM_OK};
        const wm_game_opts opts = {.module = module ? "M" : NULL};
        wm_game *g = wm_game_new(root, &opts, &error);
        FUZZ_CHECK(g || error.code != WM_OK);
        if (g)
            look_around(g);
        wm_game_free(g);
    }
}
