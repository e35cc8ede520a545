/* See archives.h. */
#include "archives.h"

#include <stdlib.h>
#include <string.h>

#include "base/deflate.h"

typedef struct maker {
    uint8_t *data;
    size_t size, room;
} maker;

static void put(maker *m, const void *data, size_t size)
{
    if (m->size + size > m->room) {
        m->room = 2 * (m->size + size) + 64;
        m->data = realloc(m->data, m->room);
        if (!m->data)
            abort();
    }
    if (size)
        memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void put32(maker *m, size_t value)
{
    uint8_t bytes[4];
    wmi_put32(bytes, (uint32_t)value);
    put(m, bytes, 4);
}

static void put16(maker *m, size_t value)
{
    uint8_t bytes[2];
    wmi_put16(bytes, (uint16_t)value);
    put(m, bytes, 2);
}

/* A text in a field of a fixed width, zeros after it. */
static void put_text(maker *m, const char *text, size_t width)
{
    uint8_t field[256] = {0};
    size_t size = strlen(text) < width ? strlen(text) : width;
    memcpy(field, text, size);
    put(m, field, width);
}

static void put_data(maker *m, const test_entry *e, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(m, e[i].data, e[i].size);
}

static void make_erf(maker *m, const char *version, const test_entry *e, size_t count)
{
    size_t width = version[3] == '1' ? 32 : 16, keys = 160, resources = keys + count * (width + 8);
    size_t data = resources + count * 8;
    put(m, "MOD ", 4);
    put(m, version, 4);
    const size_t header[] = {0, 0, count, 0, keys, resources, 104, 200, UINT32_MAX};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        put32(m, header[i]);
    put_text(m, "", 116);
    for (size_t i = 0; i < count; i++) {
        put_text(m, e[i].name, width);
        put32(m, i);
        put16(m, e[i].type);
        put16(m, 0);
    }
    for (size_t i = 0; i < count; data += e[i++].size) {
        put32(m, data);
        put32(m, e[i].size);
    }
    put_data(m, e, count);
}

static void make_rim(maker *m, const test_entry *e, size_t count)
{
    size_t data = 120 + 32 * count;
    put(m, "RIM V1.0", 8);
    put32(m, 0);
    put32(m, count);
    put32(m, 120);
    put_text(m, "", 100);
    for (size_t i = 0; i < count; data += e[i++].size) {
        put_text(m, e[i].name, 16);
        put32(m, e[i].type);
        put32(m, i);
        put32(m, data);
        put32(m, e[i].size);
    }
    put_data(m, e, count);
}

static void make_key(maker *m, const test_entry *e, size_t count)
{
    static const char name[] = "data\\Test.bif";
    put(m, "KEY V1  ", 8);
    const size_t header[] = {1, count, 64, 64 + 12 + sizeof name, 104, 200};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        put32(m, header[i]);
    put_text(m, "", 32);
    put32(m, 0); /* the size of the BIF, which nobody needs */
    put32(m, 64 + 12);
    put16(m, sizeof name);
    put16(m, 1);
    put(m, name, sizeof name);
    for (size_t i = 0; i < count; i++) {
        put_text(m, e[i].name, 16);
        put16(m, e[i].type);
        put32(m, i);
    }
}

static void make_bif(maker *m, const test_entry *e, size_t count)
{
    size_t data = 20 + 16 * count;
    put(m, "BIFFV1  ", 8);
    put32(m, count);
    put32(m, 0);
    put32(m, 20);
    for (size_t i = 0; i < count; data += e[i++].size) {
        put32(m, i);
        put32(m, data);
        put32(m, e[i].size);
        put32(m, e[i].type);
    }
    put_data(m, e, count);
}

static void make_stuff(maker *m, const test_entry *e, size_t count)
{
    size_t at = 0, directory = 0;
    put_data(m, e, count);
    directory = m->size;
    for (size_t i = 0; i < count; at += e[i++].size) {
        put_text(m, e[i].name, 256);
        put32(m, at);
        put32(m, e[i].size);
        put32(m, 1128000000);
    }
    put32(m, directory);
}

/* Of a ZIP: version, flags, method, time, date, checksum, both sizes, lengths of the name and of
 * what follows it. Local headers have no sizes when flag 8 is set, which programs that write
 * without going back do. */
static void put_zip_header(maker *m, const test_entry *e, size_t packed, bool local)
{
    bool deferred = local && e->deflate;
    put16(m, 20);
    put16(m, e->deflate ? 8 : 0);
    put16(m, e->deflate ? 8 : 0);
    put32(m, 0);
    put32(m, deferred ? 0 : wmi_crc32(e->data, e->size));
    put32(m, deferred ? 0 : packed);
    put32(m, deferred ? 0 : e->size);
    put16(m, strlen(e->name));
    put16(m, 0);
}

/* Without the header of 2 and the checksum of 4 bytes that a zlib stream has. */
static size_t put_packed(maker *m, const test_entry *e)
{
    wmi_arena arena;
    uint8_t *stream;
    wmi_arena_init(&arena, NULL, 0);
    size_t size = wmi_deflate(&arena, e->data, e->size, true, &stream);
    put(m, stream + 2, size - 6);
    wmi_arena_free(&arena);
    return size - 6;
}

static void make_zip(maker *m, const test_entry *e, size_t count)
{
    maker directory = {0};
    for (size_t i = 0; i < count; i++) {
        size_t at = m->size, packed = e[i].size;
        put(m, "PK\3\4", 4);
        put_zip_header(m, &e[i], packed, true);
        put(m, e[i].name, strlen(e[i].name));
        if (e[i].deflate)
            packed = put_packed(m, &e[i]);
        else
            put(m, e[i].data, e[i].size);
        put(&directory, "PK\1\2", 4);
        put16(&directory, 20);
        put_zip_header(&directory, &e[i], packed, false);
        put_text(&directory, "", 10);
        put32(&directory, at);
        put(&directory, e[i].name, strlen(e[i].name));
    }
    size_t start = m->size;
    put(m, directory.data, directory.size);
    put(m, "PK\5\6", 4);
    put32(m, 0);
    put16(m, count);
    put16(m, count);
    put32(m, directory.size);
    put32(m, start);
    put16(m, 0);
    free(directory.data);
}

uint8_t *test_archive(wm_archive_kind kind, const char *version, const test_entry *entries,
                      size_t count, size_t *size)
{
    maker m = {0};
    switch (kind) {
    case WM_ARCHIVE_KIND_ERF: make_erf(&m, version, entries, count); break;
    case WM_ARCHIVE_KIND_RIM: make_rim(&m, entries, count); break;
    case WM_ARCHIVE_KIND_KEY: make_key(&m, entries, count); break;
    case WM_ARCHIVE_KIND_BIF: make_bif(&m, entries, count); break;
    case WM_ARCHIVE_KIND_ZIP: make_zip(&m, entries, count); break;
    case WM_ARCHIVE_KIND_STUFF: make_stuff(&m, entries, count); break;
    }
    *size = m.size;
    return m.data;
}

uint8_t *test_archive_sample(size_t i, wm_archive_kind *kind, size_t *size)
{
    static const test_entry fixed[] = {{"m01aa_hallway_01", 2002, "model", 5, false},
                                       {"empty", 10, "", 0, false},
                                       {"Module", 2014, "information", 11, false}};
    static const test_entry paths[] = {
        {"Art\\Hut\\b_Hut.BWM", 0, "LiOnHeAd LiOnHeAd LiOnHeAd LiOnHeAd", 35, true},
        {"readme.txt", 0, "", 0, false},
        {"Art/b_tree.bwm", 0, "tree", 4, false}};
    static const wm_archive_kind kinds[TEST_ARCHIVE_KINDS] = {
        WM_ARCHIVE_KIND_ERF, WM_ARCHIVE_KIND_ERF, WM_ARCHIVE_KIND_RIM,  WM_ARCHIVE_KIND_KEY,
        WM_ARCHIVE_KIND_BIF, WM_ARCHIVE_KIND_ZIP, WM_ARCHIVE_KIND_STUFF};
    if (i >= TEST_ARCHIVE_KINDS)
        return NULL;
    *kind = kinds[i];
    return test_archive(*kind, i == 1 ? "V1.1" : "V1.0", i < 5 ? fixed : paths, 3, size);
}

wm_source test_source(const void *data, size_t size)
{
    return (wm_source){.size = size, .data = data};
}
