/* Finding the corpus of real files. */
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
    if (wm_file_read(path, 0, NULL, &bytes, &error) != WM_OK)
        fail_msg("%s: %s", path, error.message);
    return bytes;
}
