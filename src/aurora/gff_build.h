/* Writing a GFF V3.2: structs, fields and lists in the order in which they are added, and the
 * tables packed in the order of the header, as the games write them. */
#ifndef WAYMARK_AURORA_GFF_BUILD_H
#define WAYMARK_AURORA_GFF_BUILD_H

#include "base/internal.h"
#include "waymark/aurora.h"

/* Sticky like the writers in it: add everything, then test the result of wmi_gff_finish. */
typedef struct wmi_gff_builder {
    wmi_writer structs; /* rows as in the file; the second word is set at the end */
    wmi_writer fields;  /* rows as in the file; of a list: its number */
    wmi_writer owners;  /* by field: its struct */
    wmi_writer labels;
    wmi_writer lists; /* by list: number of items */
    wmi_writer items; /* pairs: list, struct */
} wmi_gff_builder;

void wmi_gff_begin(wmi_gff_builder *b, const wm_allocator *allocator);
/* Adds a struct and returns its index. The first is the root. */
uint32_t wmi_gff_add_struct(wmi_gff_builder *b, uint32_t id);
/* Adds a field to a struct that exists.
 *
 * label: at most 16 characters. */
void wmi_gff_add_u32(wmi_gff_builder *b, uint32_t structure, const char *label, uint32_t value);
void wmi_gff_add_f32(wmi_gff_builder *b, uint32_t structure, const char *label, float value);
/* Adds an empty list to a struct and returns its number. */
uint32_t wmi_gff_add_list(wmi_gff_builder *b, uint32_t structure, const char *label);
/* Adds a struct to the end of a list. */
void wmi_gff_add_item(wmi_gff_builder *b, uint32_t list, uint32_t structure);
/* Writes the file and frees the builder.
 *
 * type: four characters, such as "PTH ". */
wm_status wmi_gff_finish(wmi_gff_builder *b, const char *type, wm_buffer *out, wm_error *error);

#endif
