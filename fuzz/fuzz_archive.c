/* Archives: every entry is found by its name, located and extracted. */
#include <string.h>

#include "fuzz.h"

static wm_status open_bif(void *user, const char *name, wm_source *out, wm_error *error)
{
    (void)name;
    (void)error;
    *out = *(const wm_source *)user; /* the input is the BIF, too */
    return WM_OK;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_source source = {.size = size, .data = data};
    wm_archive_opts opts = {.open = open_bif, .user = &source};
    wm_archive *a = wm_archive_new(&source, &opts, NULL);
    if (!a)
        return;
    FUZZ_CHECK(wm_archive_detect(&source, NULL));
    for (uint32_t i = 0; i < a->entry_count && i < 64; i++) {
        const wm_archive_entry *e = &a->entries[i];
        wm_archive_place place = {0};
        wm_buffer bytes;
        FUZZ_CHECK(strchr(e->name, '/') || wm_archive_find(a, e->name, e->type) <= i);
        wm_status located = wm_archive_locate(a, i, &place, NULL);
        wm_status extracted = wm_archive_extract(a, i, NULL, &bytes, NULL);
        FUZZ_CHECK(located == WM_OK || extracted != WM_OK);
        FUZZ_CHECK(extracted != WM_OK || bytes.size == place.size);
        wm_buffer_free(&bytes);
    }
    wm_archive_free(a);
}
