/* What the readers of the archives share. */
#ifndef WAYMARK_AURORA_ARCHIVE_INTERNAL_H
#define WAYMARK_AURORA_ARCHIVE_INTERNAL_H

#include "base/words.h"
#include "waymark/archive.h"

/* How the bytes of an entry of a ZIP are stored. */
enum { WMI_ZIP_STORED = 0, WMI_ZIP_DEFLATED = 8 };

/* What the library knows of an entry besides its public part. */
typedef struct wmi_stored {
    uint32_t bif, row; /* KEY */
    uint64_t packed;   /* ZIP: stored bytes */
    uint32_t crc;      /* ZIP */
    uint16_t method;   /* ZIP */
    uint16_t flags;    /* ZIP */
} wmi_stored;

/* A BIF that a KEY names. */
typedef struct wmi_bif {
    wm_source source;
    bool opened;
    wm_error error;  /* why it cannot be used, if table is NULL */
    wmi_arena arena; /* holds the table */
    uint32_t count;
    const uint8_t *table; /* `count` rows of WMI_BIF_ROW bytes */
} wmi_bif;

enum { WMI_BIF_ROW = 16 };

typedef struct wmi_archive {
    wm_archive pub;
    wmi_arena arena;
    wm_source source;
    wm_archive_opts opts;
    wm_archive_entry *entries; /* as pub.entries */
    wmi_stored *stored;        /* KEY and ZIP; else NULL */
    wmi_bif *bifs;             /* KEY */
    uint64_t bif_rows;         /* of all BIFs that were opened */
    uint32_t *order;           /* entries sorted by name and type, see find.c */
    uint32_t *by_path;         /* ZIP and STUFF: sorted by path; else NULL */
} wmi_archive;

/* `count` records of `stride` bytes of a source, in arena memory or in the source itself. NULL and
 * *error if they do not lie inside it. */
const uint8_t *wmi_source_take(const wm_source *source, wmi_arena *arena, uint64_t offset,
                               uint32_t count, uint32_t stride, const char *field, wm_error *error);
void wmi_source_close(wm_source *source);
/* An empty buffer of this size. */
wm_status wmi_buffer_new(wm_buffer *out, size_t size, const wm_allocator *allocator,
                         wm_error *error);

/* Makes room for entries; false and *error if there is no memory. `extra`: `stored`, too. */
bool wmi_archive_entries(wmi_archive *a, uint32_t count, bool extra, wm_error *error);
/* A name of a fixed width, which is not terminated if it fills the field. NULL: no memory. */
const char *wmi_archive_name(wmi_archive *a, const uint8_t *field, size_t width);
/* Splits a path into name and type of an entry. False: no memory. */
bool wmi_archive_path(wmi_archive *a, wm_archive_entry *e, const char *path, size_t size);

/* The extension of a type. A type that is not known becomes its number, in arena memory; NULL: no
 * memory. */
const char *wmi_type_name(wmi_arena *arena, uint32_t id, bool nwn2);

/* Whether a path stays below the folder that it starts from. */
bool wmi_path_inside(const char *path);

/* The readers of each kind. They fill pub and *a; false and *error on failure. */
bool wmi_erf_read(wmi_archive *a, wm_error *error);
bool wmi_rim_read(wmi_archive *a, wm_error *error);
bool wmi_key_read(wmi_archive *a, wm_error *error);
bool wmi_bif_read(wmi_archive *a, wm_error *error);
bool wmi_zip_read(wmi_archive *a, wm_error *error);
bool wmi_stuff_read(wmi_archive *a, wm_error *error);

bool wmi_erf_detect(const wm_source *source, const uint8_t *header, size_t size);
bool wmi_zip_detect(const uint8_t *header, size_t size);
bool wmi_stuff_detect(const wm_source *source);

/* Where the bytes of an entry of a KEY are, and the source that they are in. */
wm_status wmi_key_locate(wmi_archive *a, uint32_t entry, wm_archive_place *out,
                         const wm_source **source, wm_error *error);
wm_status wmi_zip_extract(wmi_archive *a, uint32_t entry, const wm_allocator *allocator,
                          wm_buffer *out, wm_error *error);

/* Fails if entries share more bytes than is allowed, or are compressed too well: shared.c. */
bool wmi_archive_check_shared(wmi_archive *a, wm_error *error);
bool wmi_archive_check_bif(const wm_source *source, const uint8_t *table, uint32_t count,
                           wm_error *error);

/* Sorts the entries for wm_archive_find. False: no memory. */
bool wmi_archive_sort(wmi_archive *a);

static inline wmi_archive *wmi_archive_of(const wm_archive *archive)
{
    return archive->memory;
}

#endif
