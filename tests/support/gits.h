/* Generated small GIT files. Does not use cmocka. */
#ifndef WAYMARK_TEST_GITS_H
#define WAYMARK_TEST_GITS_H

#include "waymark/waymark.h"

typedef struct test_trigger {
    int32_t type; /* 3: a walkmesh cutter */
    wm_vec3 position;
    uint32_t count;
    const wm_vec3 *points; /* relative to the position */
} test_trigger;

/* Bytes allocated with malloc, with Z before Y before X as NWN2 stores them. Aborts if out
 * of memory. */
uint8_t *test_git(const test_trigger *triggers, uint32_t count, size_t *size);
/* A GIT with placeables only. `flags`: bit 0 Static, bit 1 IsWalkable. */
typedef struct test_placeable {
    uint32_t appearance, flags;
    wm_vec3 position;
    float bearing;
    wm_vec3 scale;
} test_placeable;
uint8_t *test_git_placeables(const test_placeable *placeables, uint32_t count, size_t *size);
/* Two cutters for the sample hall.trx, a trigger of another type and a degenerate one. */
uint8_t *test_git_hall(size_t *size);
/* A KotOR GIT of doors ('d'), placeables ('p') and triggers ('t', with so many corners round a
 * square). */
typedef struct test_object {
    char kind;
    const char *resource; /* at most 16 characters; NULL: none, as in a saved game */
    wm_vec3 position;
    float bearing;
    uint32_t appearance; /* stored if there is no resource */
    uint32_t corners;
} test_object;
uint8_t *test_kotor_git(const test_object *objects, uint32_t count, size_t *size);
/* A template (UTD, UTP) or module.ifo: a number or, if it is not NULL, a text under a label. */
uint8_t *test_template(const char *type, const char *label, uint32_t number, const char *text,
                       size_t *size);
/* An ARE with these fields; `interior` is bit 0 of Flags. Bytes allocated with malloc. */
uint8_t *test_are(uint32_t width, uint32_t height, bool interior, size_t *size);

#endif
