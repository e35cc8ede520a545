/* Shared by the writer and reader of model texts: notes (the `#wm` lines), checksums,
 * records, names, and the visible form of a mesh. docs/formats/kotor-mdl-ascii.md,
 * "Notes". */
#ifndef WAYMARK_KOTOR_MDL_TEXT_INTERNAL_H
#define WAYMARK_KOTOR_MDL_TEXT_INTERNAL_H

#include "kotor/mdl/compile/source.h"
#include "kotor/mdl/internal.h"
#include "waymark/kotor_mdl.h"

/* ---- notes ------------------------------------------------------------- */

/* A checksum over 32-bit values: the fingerprint of the visible text that a note belongs
 * to. */
uint64_t wmi_sum_add(uint64_t sum, const void *values, size_t count);
static inline uint64_t wmi_sum_u32(uint64_t sum, uint32_t value)
{
    return wmi_sum_add(sum, &value, 1);
}
uint64_t wmi_sum_text(uint64_t sum, const char *text);
static inline uint32_t wmi_sum_end(uint64_t sum)
{
    return (uint32_t)(sum ^ sum >> 32);
}

/* Writes "#wm HEAD : base64", using as many lines as needed. */
void wmi_note_write(wmi_writer *w, const char *head, const void *data, size_t size);
/* The same, with runs of zero bytes compressed. */
void wmi_note_write_packed(wmi_writer *w, const char *head, const void *data, size_t size);

/* The base64 part of a note: its first byte, and the end of its last line. */
typedef struct wmi_note_data {
    const char *start, *end;
} wmi_note_data;

/* Decodes up to `room` bytes into `to` and sets *size to the decoded size. Returns false
 * if the data is not base64 or does not fit. */
bool wmi_note_read(wmi_note_data data, void *to, size_t room, size_t *size);
/* The same for packed notes. */
bool wmi_note_read_packed(wmi_note_data data, void *to, size_t room, size_t *size);
/* An upper bound on the decoded size of a note. */
static inline size_t wmi_note_bound(wmi_note_data data)
{
    return (size_t)(data.end - data.start) / 4 * 3 + 3;
}

/* 32-bit values in notes are little-endian. */
void wmi_note_words(wmi_writer *w, const char *head, const void *values, size_t count);

/* ---- names ------------------------------------------------------------- */

/* Maps strings to consecutive numbers from 0, without a hash that a crafted file could
 * attack. */
typedef struct wmi_name_tree {
    uint32_t *branch; /* pairs of children: a branch, or ~ of a string's number */
    uint32_t *place;  /* byte << 8 | mask of the bit in which the two sides differ */
    size_t branch_room, place_room;
    uint32_t branches, count;
    uint32_t root;
    const char **text;
    uint32_t *size;
    size_t text_room, size_room;
} wmi_name_tree;

typedef struct wmi_names {
    const wm_allocator *allocator;
    wmi_arena *arena; /* for lower-case copies */
    wmi_name_tree exact, lower;
    uint32_t *first; /* by number in `lower`: number in `exact` */
    size_t first_room;
} wmi_names;

void wmi_names_init(wmi_names *names, const wm_allocator *allocator, wmi_arena *arena);
void wmi_names_free(wmi_names *names);
/* The number of a text, which must outlive the names. WM_NO_INDEX when out of memory. */
uint32_t wmi_names_add(wmi_names *names, const char *text, uint32_t size);
/* The number of an equal text, or WM_NO_INDEX. */
uint32_t wmi_names_find(const wmi_names *names, const char *text, uint32_t size);
/* The first text that is equal, ignoring case. */
uint32_t wmi_names_find_like(const wmi_names *names, const char *text, uint32_t size);

/* ---- visible form ------------------------------------------------------ */

/* The text's name for a node type, given the node's flags: "trimesh". */
const char *wmi_mdl_type_name(uint32_t flags);
/* The flags of that type alone. */
uint32_t wmi_mdl_type_flags_of(uint32_t flags);
/* The flags of a named type; 0 if unknown. */
uint32_t wmi_mdl_type_flags(const char *name, size_t size);

/* A mesh of the document in its visible form, as a text shows it and a reader parses it.
 * names[n] is the index that a reader finds for name n. smoothing has a word for each
 * face, or is NULL. Returns NULL when out of memory. */
wmi_source_mesh *wmi_mdl_visible_mesh(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                                      const uint16_t *names, const uint32_t *smoothing,
                                      wmi_arena *scratch);
/* Checksums of the visible form: of vertices and faces only, and of everything. */
uint32_t wmi_mdl_sum_shape(const wmi_source_mesh *source);
uint32_t wmi_mdl_sum_mesh(const wmi_source_mesh *source);
/* Fills in the links of AABB nodes in pre-order, where inner nodes have two children.
 * Returns false if the nodes are not such a tree. stack has room for `count`. */
bool wmi_mdl_link_boxes(wm_kotor_mdl_aabb *boxes, uint32_t count, uint32_t *stack);

/* Visible parts of an MDX row, by offset; the rest is hidden. */
enum { WMI_ROW_WEIGHTS = 1, WMI_ROW_NORMALS = 2 }; /* include these parts too */
enum { WMI_ROW_PARTS = 8, WMI_ROW_WEIGHT = WM_KOTOR_ROW_FIELDS, WMI_ROW_INDEX };

typedef struct wmi_row_map {
    uint32_t count;
    struct {
        uint32_t offset, size;
        int field; /* WM_KOTOR_ROW_..., WMI_ROW_WEIGHT or WMI_ROW_INDEX */
    } part[WMI_ROW_PARTS];
    uint32_t hidden; /* bytes of a row that are in no part */
} wmi_row_map;

wmi_row_map wmi_mdl_row_map(const wm_kotor_mesh *mesh, unsigned with);
/* The bytes of a part of row v, as given by the text. */
void wmi_mdl_row_part(const wm_kotor_mesh *mesh, const wmi_source_mesh *source, uint32_t v,
                      int field, uint8_t *to);
/* Sorts by weight, strongest first; the sort is stable. */
void wmi_mdl_sort_weights(wmi_source_weights *weights);

/* A saber's 16 distinct vertices, which the others repeat, and the faces between them. */
enum { WMI_SABER_SHOWN = 16, WMI_SABER_FACES = 12 };
extern const uint8_t wmi_mdl_saber_faces[WMI_SABER_FACES][3];
uint32_t wmi_mdl_saber_vertex(uint32_t vertex); /* which of the 16 does one of the 176 repeat? */
#define WMI_SABER_PREFIX "2081__"

/* ---- records ----------------------------------------------------------- */

/* Headers as file bytes, without counts and pose. Returns the size. */
size_t wmi_mdl_record_node(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                           uint8_t record[WMI_MDL_NODE_MOST]);
size_t wmi_mdl_record_animation(const wm_kotor_animation *animation,
                                uint8_t record[WMI_MDL_ANIMATION]);
size_t wmi_mdl_record_header(const wm_kotor_mdl *mdl, uint8_t record[WMI_MDL_HEADER]);
/* The reverse. The node's parts must already exist, and its flags must match the record. */
void wmi_mdl_from_record_node(const wm_kotor_mdl *mdl, wm_kotor_mdl_node *node,
                              const uint8_t *record);
void wmi_mdl_from_record_animation(wm_kotor_animation *animation, const uint8_t *record);
void wmi_mdl_from_record_header(wm_kotor_mdl *mdl, const uint8_t *record);

/* Checksum of controllers and their data, as given by the text. */
uint32_t wmi_mdl_sum_keys(const wm_kotor_controller *controllers, uint32_t count, const float *data,
                          uint32_t data_count);
uint32_t wmi_mdl_sum_boxes(const wm_kotor_mdl_aabb *boxes, uint32_t count);
uint32_t wmi_mdl_sum_saber(const wm_kotor_saber *saber);
/* Checksum over the blocks of the document; a stored layout belongs to it. */
uint32_t wmi_mdl_sum_layout(const wm_kotor_mdl *mdl);
/* Checksum over names, parents and poses (three and four floats per node); stored bones
 * belong to it. */
uint64_t wmi_mdl_sum_pose(uint64_t sum, uint32_t name, uint32_t parent, const float pose[7]);

#endif
