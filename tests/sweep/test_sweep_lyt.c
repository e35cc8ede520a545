/* Sweeps over area layouts. */
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_lyt(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_kotor_lyt_read(data, size, opts, error);
}

static wm_status write_lyt(const void *document, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    return wm_kotor_lyt_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_lyt(void *document)
{
    wm_kotor_lyt_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_lyt_check(document, NULL, report, error);
}

static wm_status compare(const void *a, const void *b, wm_diff *diff, wm_error *error)
{
    return wm_kotor_lyt_diff(a, b, diff, error);
}

static uint64_t walk_names(uint64_t sum, const wm_kotor_placed *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        sum = test_walk_bytes(sum, list[i].name, strlen(list[i].name));
        sum = test_walk_bytes(sum, &list[i].position, sizeof list[i].position);
    }
    return sum;
}

static uint64_t walk_lyt(const void *document)
{
    const wm_kotor_lyt *lyt = document;
    uint64_t sum = test_walk_bytes(0, lyt->text, lyt->size);
    sum = test_walk_bytes(sum, lyt->dependency, strlen(lyt->dependency));
    sum = walk_names(sum, lyt->rooms, lyt->room_count);
    sum = walk_names(sum, lyt->tracks, lyt->track_count);
    sum = walk_names(sum, lyt->obstacles, lyt->obstacle_count);
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *hook = &lyt->doorhooks[i];
        sum = test_walk_bytes(sum, hook->room, strlen(hook->room));
        sum = test_walk_bytes(sum, hook->door, strlen(hook->door));
        sum = test_walk_bytes(sum, hook->rotation, sizeof hook->rotation);
    }
    for (uint32_t i = 0; i < lyt->room_count; i++)
        if (wm_kotor_lyt_find(lyt, lyt->rooms[i].name) > i)
            abort();
    return sum;
}

static uint8_t *sample(size_t i, size_t *size)
{
    static const char *const texts[] = {
        "#MAXLAYOUT ASCII\nfiledependancy m40ad.max\nbeginlayout\n   roomcount 3\n"
        "      M40ad_08c 225.0 44.99 0.0\n\t  **** 195.0 65.0 0.0\n      M40ad_08b 215.0 45.0 "
        "-1e-7\n"
        "   trackcount 1\n      track_a 1 2 3\n   obstaclecount 1\n      rock 4 5 6\n"
        "   doorhookcount 2\n"
        "      M40ad_08a door_17 0 190.45 55.0 3.0 0.707107 0.0 0.0 -0.707106\n"
        "      M40ad_08b door_18 0 190.45 55.0 3.0 1 0 0 0\ndonelayout\n",
        "beginlayout\r\nroomcount 1\r\na 0 0 0\r\ndonelayout",
        "beginlayout\rroomcount 0\rdonelayout\r",
    };
    if (i >= sizeof texts / sizeof *texts)
        return NULL;
    *size = strlen(texts[i]);
    uint8_t *copy = malloc(*size);
    if (!copy)
        abort();
    return memcpy(copy, texts[i], *size);
}

int main(void)
{
    static const char *const endings[] = {".lyt", NULL};
    const sweep_format format = {
        .name = "kotor-lyt",
        .read = read_lyt,
        .walk = walk_lyt,
        .write = write_lyt,
        .free = free_lyt,
        .check = check,
        .diff = compare,
        .sample = sample,
        .endings = endings,
        .header = 64,
        .exact = true,
    };
    return sweep_main(&format);
}
