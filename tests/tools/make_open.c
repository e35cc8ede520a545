/* Seeds for fuzz_open: several files in one, with a line "next" between them.
 *   make_open DIRECTORY */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "models.h"
#include "system.h"
#include "texts.h"
#include "waymark/file.h"

typedef struct seed {
    uint8_t *data;
    size_t size;
} seed;

static void add(seed *s, const void *data, size_t size)
{
    static const char mark[] = "\nnext\n";
    size_t gap = s->size ? sizeof mark - 1 : 0;
    s->data = realloc(s->data, s->size + gap + size + 1);
    if (!s->data)
        abort();
    memcpy(s->data + s->size, mark, gap);
    if (size)
        memcpy(s->data + s->size + gap, data, size);
    s->size += gap + size;
}

static bool save(seed *s, const char *folder, const char *name)
{
    char path[1024];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bool good = wm_file_write(path, s->data, s->size, true, &error) == WM_OK;
    if (!good)
        fprintf(stderr, "%s: %s\n", path, error.message);
    free(s->data);
    *s = (seed){0};
    return good;
}

static void add_walkmesh(seed *s, const wm_kotor_bwm *bwm)
{
    wm_buffer bytes;
    if (wm_kotor_bwm_write(bwm, NULL, &bytes, NULL) != WM_OK)
        abort();
    add(s, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
}

static void add_model(seed *s, wm_kotor_mdl *mdl)
{
    wm_buffer bytes, mdx;
    if (!mdl || wm_kotor_mdl_write(mdl, NULL, &bytes, &mdx, NULL) != WM_OK)
        abort();
    add(s, bytes.data, bytes.size);
    add(s, mdx.data, mdx.size);
    wm_buffer_free(&bytes);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(mdl);
}

int main(int argc, char **argv)
{
    static const char vis[] = "one 1\n  two\n";
    seed s = {0};
    if (argc != 2)
        return 2;
    test_make_directory(argv[1]);
    const test_text *room = test_text_find(test_texts, "engine.wok.ascii");
    test_area *area = test_area_make(2, 1, 2, 2);
    add(&s, area->text, strlen(area->text));
    add_walkmesh(&s, area->rooms[0]);
    add(&s, room->text, test_text_size(room));
    add_walkmesh(&s, area->rooms[1]);
    add(&s, vis, sizeof vis - 1);
    bool good = save(&s, argv[1], "area.seed");
    add_walkmesh(&s, area->rooms[0]);
    add(&s, area->text, strlen(area->text));
    good = save(&s, argv[1], "room.seed") && good;
    test_area_free(area);
    add_model(&s, test_model_child(NULL));
    add_model(&s, test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL));
    good = save(&s, argv[1], "model.seed") && good;
    return good ? 0 : 1;
}
