/* Finds the corpus of real files. */
#include <dirent.h>
#include <sys/stat.h>

#include "support.h"

static int is_directory(const char *path)
{
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *test_corpus(void)
{
    const char *named = getenv("WAYMARK_CORPUS");
    if (named && *named)
        return is_directory(named) ? named : NULL;
    return is_directory(WM_SOURCE_DIR "/../shared/corpus") ? WM_SOURCE_DIR "/../shared/corpus"
                                                           : NULL;
}

wm_buffer test_corpus_file(const char *name)
{
    char path[4096];
    wm_buffer bytes;
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", test_corpus(), name);
    if (wm_file_read(path, NULL, &bytes, &error) != WM_OK)
        fail_msg("%s: %s", path, error.message);
    return bytes;
}

bool test_corpus_next(test_listing *l, const char *folder, const char *ending)
{
    if (!l->directory) {
        snprintf(l->path, sizeof l->path, "%s/%s", test_corpus(), folder);
        l->directory = opendir(l->path);
        assert_non_null(l->directory);
    }
    for (struct dirent *entry; (entry = readdir(l->directory));) {
        size_t size = strlen(entry->d_name), end = strlen(ending);
        if (size < end || strcmp(entry->d_name + size - end, ending) != 0)
            continue;
        snprintf(l->path, sizeof l->path, "%s/%s", folder, entry->d_name);
        l->name = l->path + strlen(folder) + 1;
        return true;
    }
    closedir(l->directory);
    l->directory = NULL;
    return false;
}

const char *const test_hard_terrains[TEST_HARD_TERRAINS] = {
    "ironhouse_halls.trx",    "mdl_tunnel_maze.trx",         "black_hounds_compound.trx",
    "castle_krag_temple.trx", "shadow_castle_-_floor_1.trx", "ud_stone_giants.trx"};

wm_walkmesh *test_corpus_terrain(const char *name)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "nwn2/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    wm_walkmesh *mesh = trn ? wm_walkmesh_from_nwn2_aswm(trn->aswm, NULL, &error) : NULL;
    if (!mesh)
        fail_msg("%s: %s", name, error.message);
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&bytes);
    return mesh;
}
