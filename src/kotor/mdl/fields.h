/* The plain fields of a model's nodes, by their keywords in model text. One table serves
 * the text reader, the text writer, and scene extras in both directions.
 * docs/formats/kotor-mdl-ascii.md, "Nodes". */
#ifndef WAYMARK_KOTOR_MDL_FIELDS_H
#define WAYMARK_KOTOR_MDL_FIELDS_H

#include "base/text.h"
#include "kotor/mdl/internal.h"

typedef enum wmi_field_type {
    WMI_FIELD_U8,
    WMI_FIELD_U16,
    WMI_FIELD_U32,
    WMI_FIELD_F1,     /* a float */
    WMI_FIELD_F3,     /* three floats */
    WMI_FIELD_TEXT,   /* fixed-size character array */
    WMI_FIELD_FLAG,   /* one bit of an emitter's flags */
    WMI_FIELD_FIXED,  /* not a field: texts have `size` times `number`; readers skip it */
    WMI_FIELD_SPECIAL /* not a plain field: readers and writers handle the keyword */
} wmi_field_type;

typedef enum wmi_field_part {
    WMI_PART_LIGHT,
    WMI_PART_EMITTER,
    WMI_PART_REFERENCE,
    WMI_PART_MESH,
    WMI_PART_DANGLY,
    WMI_PARTS
} wmi_field_part;

enum { WMI_EMITTER_FLAGS = 13 }; /* number of named bits in an emitter's flags */

/* Bits of wmi_field.rules. */
enum {
    WMI_FIELD_EXTRA = 1,    /* stored in the extras of a scene's node or mesh */
    WMI_FIELD_K2 = 2,       /* KotOR 2 only */
    WMI_FIELD_IF_NAMED = 4, /* omitted from texts when empty */
    WMI_FIELD_UV = 8,       /* in extras only for meshes whose texture moves */
    WMI_FIELD_BOUNDS = 16   /* computed, unless a text has all four of these */
};

typedef struct wmi_field {
    const char *keyword; /* as written in texts; readers ignore case */
    uint8_t type, part, rules;
    uint16_t offset; /* in the part's struct; for a flag, the bit */
    uint16_t size;   /* bytes of a text; floats of WMI_FIELD_FIXED; 0 to 3 for WMI_FIELD_BOUNDS */
    float number;    /* default value for new nodes */
    const char *text;
} wmi_field;

/* The fields of a part, in text order. */
const wmi_field *wmi_mdl_fields(wmi_field_part part, size_t *count);
/* The struct of a node's part, or NULL if the node has no such part. */
void *wmi_mdl_part(const wm_kotor_mdl_node *node, wmi_field_part part);
/* The field that a keyword means in a node, or in any node if that is NULL. Several parts have
 * `shadow` and `render`: in a node with several parts, the one that a text shows has the line. */
const wmi_field *wmi_mdl_field_named(const wm_kotor_mdl_node *node, wmi_word keyword);
/* Sets every field of a part to this game's default for new nodes. */
void wmi_mdl_fields_reset(wmi_field_part part, void *target, wm_kotor_game game);

/* Do nodes of this game have the field? */
static inline bool wmi_field_in(const wmi_field *f, wm_kotor_game game)
{
    return !(f->rules & WMI_FIELD_K2) || game == WM_KOTOR_GAME_2;
}
/* A number: U8, U16, U32, F1 or FLAG. Values that are too large are clamped. */
double wmi_field_number(const wmi_field *f, const void *target);
void wmi_field_set(const wmi_field *f, void *target, double value);

#endif
