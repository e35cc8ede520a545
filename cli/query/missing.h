/* What was not found of an area: the answers about its floor do not take it into account. */
#ifndef WAYMARK_CLI_MISSING_H
#define WAYMARK_CLI_MISSING_H

#include "open.h"

/* Which objects of a GIT a verb uses: none, placeables as obstacles, doors too, or all in a
 * picture. */
typedef enum cli_objects {
    CLI_NO_OBJECTS,
    CLI_PLACEABLES,
    CLI_ALL_OBJECTS,
    CLI_DRAWN_OBJECTS
} cli_objects;

/* Prints one note on standard error about rooms and one about objects, unless nothing is missing or
 * --quiet is given.
 *
 * area: a layout; NULL and other documents have nothing to report. */
void cli_note_missing(const cli *c, const char *file, const wm_document *area, cli_objects objects);
/* Adds "missing" for a layout, otherwise nothing: what cli_note_missing reports. */
void json_missing(wm_json_writer *json, const wm_document *area, cli_objects objects);

#endif
