/* Archives, in which the games keep their resources: ERF (also called MOD, HAK and SAV), RIM, KEY
 * with its BIFs, a BIF alone, ZIP, and the STUFF of Black & White 2.
 *
 * Only the tables are read when an archive is opened. The bytes of an entry are read when they are
 * asked for, so an archive may be larger than memory. Archives are never written.
 */
#ifndef WAYMARK_ARCHIVE_H
#define WAYMARK_ARCHIVE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wm_archive_kind {
    WM_ARCHIVE_KIND_ERF,
    WM_ARCHIVE_KIND_RIM,
    WM_ARCHIVE_KIND_KEY,
    WM_ARCHIVE_KIND_BIF,
    WM_ARCHIVE_KIND_ZIP,
    WM_ARCHIVE_KIND_STUFF
} wm_archive_kind;

/* "erf", "rim", "key", "bif", "zip" or "stuff". A static string. */
WM_API const char *wm_archive_kind_name(wm_archive_kind kind);

/* A resource in an archive. */
typedef struct wm_archive_entry {
    /* Without folders and extension, in the case that is stored. A BIF stores no names: there it
     * is the index of the entry. */
    const char *name;
    /* The extension in lower case, without its dot. A type that is not known is its number, such
     * as "4097". "": none. */
    const char *type;
    const char *path; /* ZIP and STUFF: as stored, but with '/' between folders. Else NULL */
    uint32_t type_id; /* ERF, RIM, KEY and BIF: the number of the type. Else WM_NO_INDEX */
    uint64_t offset;  /* in the archive. ZIP: of its local header. KEY: WM_NO_OFFSET; see
                         wm_archive_locate */
    uint64_t size;    /* in bytes, not compressed. KEY: 0; see wm_archive_locate */
} wm_archive_entry;

typedef struct wm_archive {
    wm_archive_kind kind;
    const char *name;        /* a copy of wm_archive_opts.name, or "" */
    char tag[5], version[5]; /* as stored: "MOD " and "V1.0". ZIP and STUFF: "" */
    uint32_t entry_count;
    const wm_archive_entry *entries; /* in the order of the file; folders are left out */
    uint32_t bif_count;              /* KEY */
    const char *const *bifs;         /* KEY: the paths of the BIFs, with '/' between folders */
    void *memory;                    /* private */
} wm_archive;

typedef struct wm_archive_opts {
    wm_read_opts base; /* its report is not used. memory_limit holds for the tables of the archive
                          itself; the table of each BIF of a KEY has the default limit */
    const char *name;  /* of the archive, for messages: a path. NULL: "" */
    /* Opens a BIF of a KEY when an entry in it is first needed.
     *
     * name: one of wm_archive.bifs. It is a relative path that stays below the folder of the KEY.
     * out: zeroed before the call. Receives the source, which the archive owns from then on. If
     *   open fails, it must leave *out zeroed, or the archive would close what is in it.
     *
     * If open is NULL, entries of a KEY cannot be read. */
    wm_status (*open)(void *user, const char *name, wm_source *out, wm_error *error);
    void *user;           /* passed to open; must live as long as the archive */
    uint64_t entry_limit; /* entries with more bytes cannot be read. 0: 1 GiB; in a ZIP also 4 MiB +
                             32 times the bytes of the archive */
    uint32_t end_zero;
} wm_archive_opts;

/* Whether the source looks like an archive; false if it cannot be read. The source stays open, and
 * the caller still owns it.
 *
 * kind: may be NULL. Receives the kind. */
WM_API bool wm_archive_detect(const wm_source *source, wm_archive_kind *kind);

/* Reads the tables of an archive. Free with wm_archive_free.
 *
 * source: copied. The archive calls its `close` when it is freed; if wm_archive_new fails, for
 *   whatever reason, it has called it already. `data` must live until then; it is not freed unless
 *   `close` does so. */
WM_API wm_archive *wm_archive_new(const wm_source *source, const wm_archive_opts *opts,
                                  wm_error *error);
/* Frees the archive and closes its sources. NULL is allowed. */
WM_API void wm_archive_free(wm_archive *archive);

/* The index of the entry with this name and type, ignoring the case of ASCII letters, or
 * WM_NO_INDEX. If several match, one whose name has exactly the given case wins; otherwise the one
 * that comes first in the sorted list (see wm_archive_ordered).
 *
 * name: without the extension. With '/' in it, it is the whole path without the extension,
 *   in a ZIP or STUFF.
 * type: as in wm_archive_entry; "" for an entry without one. */
WM_API uint32_t wm_archive_find(const wm_archive *archive, const char *name, const char *type);
/* The index of the entry at a position of the sorted list: by name, then by type, ignoring case;
 * entries that are equal so far are sorted by the case of their names, then as in the file.
 *
 * position: below entry_count. */
WM_API uint32_t wm_archive_ordered(const wm_archive *archive, uint32_t position);
/* The index of the entry after `entry` in the sorted list, if it has the same name and type, or
 * WM_NO_INDEX.
 *
 * entry: an index below entry_count. */
WM_API uint32_t wm_archive_next(const wm_archive *archive, uint32_t entry);

/* The allocator that the archive was made with. It lives as long as the archive. */
WM_API const wm_allocator *wm_archive_allocator(const wm_archive *archive);

/* Where the bytes of an entry are. */
typedef struct wm_archive_place {
    const char *bif;       /* KEY: one of wm_archive.bifs. Else NULL */
    uint64_t offset;       /* in the archive, or in the BIF. ZIP: of its local header */
    uint64_t stored, size; /* bytes as stored, and not compressed */
} wm_archive_place;

/* Fills *out. Reads the table of a BIF if that is needed for the first time. Fails if there is no
 * such entry, if its BIF cannot be opened or read, if it does not lie inside the file, or with
 * WM_LIMIT if it is larger than entry_limit. */
WM_API wm_status wm_archive_locate(wm_archive *archive, uint32_t entry, wm_archive_place *out,
                                   wm_error *error);
/* Reads the bytes of an entry. Fails as wm_archive_locate does, or if they cannot be read, cannot
 * be decompressed (also because they are encrypted) or do not match their checksum. */
WM_API wm_status wm_archive_extract(wm_archive *archive, uint32_t entry, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
