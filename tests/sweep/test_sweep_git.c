/* Sweeps over the objects of KotOR areas. */
#include "gits.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_git(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_kotor_git_read(data, size, opts, error);
}

static void free_git(void *document)
{
    wm_kotor_git_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_git_check(document, NULL, report, error);
}

static uint64_t walk_git(const void *document)
{
    const wm_kotor_git *git = document;
    uint64_t sum = git->object_count;
    for (uint32_t i = 0; i < git->object_count; i++) {
        const wm_kotor_object *o = &git->objects[i];
        sum = test_walk_bytes(sum, &o->position, sizeof o->position);
        sum = test_walk_bytes(sum, o->tag, strlen(o->tag));
        sum = test_walk_bytes(sum, o->resource, strlen(o->resource));
        sum = test_walk_bytes(sum, o->linked_module, strlen(o->linked_module));
        sum = test_walk_bytes(sum, o->linked_to, strlen(o->linked_to));
        if (o->point_count)
            sum = test_walk_bytes(sum, o->points, o->point_count * sizeof *o->points);
    }
    return sum;
}

static uint8_t *sample(size_t i, size_t *size)
{
    static const test_object objects[] = {{'d', "door", {1, 2, 3}, 1, 0, 0},
                                          {'p', NULL, {4, 5, 6}, 2, 7, 0},
                                          {'t', "trap", {7, 7, 0}, 0, 0, 4}};
    return i == 0 ? test_kotor_git(objects, 3, size) : NULL;
}

int main(void)
{
    const sweep_format format = {
        .name = "kotor-git",
        .read = read_git,
        .walk = walk_git,
        .free = free_git,
        .check = check,
        .sample = sample,
        .header = 56,
    };
    return sweep_main(&format);
}
