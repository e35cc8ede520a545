/* Small archives of every kind, written as docs/formats/archives.md describes them. */
#ifndef WAYMARK_TEST_ARCHIVES_H
#define WAYMARK_TEST_ARCHIVES_H

#include "waymark/archive.h"

typedef struct test_entry {
    const char *name; /* ZIP and STUFF: the whole path with its extension */
    uint16_t type;
    const void *data;
    size_t size;
    bool deflate; /* ZIP */
} test_entry;

/* The bytes of an archive, allocated with malloc. A KEY has one BIF, "data\\Test.bif", which is
 * made by asking for WM_ARCHIVE_KIND_BIF with the same entries.
 *
 * version: of an ERF: "V1.0" or "V1.1". */
uint8_t *test_archive(wm_archive_kind kind, const char *version, const test_entry *entries,
                      size_t count, size_t *size);

/* Three entries: one with a name of 16 bytes, an empty one, and one in upper case. For a ZIP or
 * STUFF with folders. */
enum { TEST_ARCHIVE_KINDS = 7 }; /* ERF in two versions */
uint8_t *test_archive_sample(size_t i, wm_archive_kind *kind, size_t *size);

/* A source in memory. */
wm_source test_source(const void *data, size_t size);

#endif
