/* TRN, TRX and MDB files that no tool of the game would write: packets in another order than the
 * table, bytes between them, streams of another compressor. Written unchanged they give the same
 * bytes. */
#include <zlib.h>

#include "mdb_models.h"
#include "memory.h"
#include "support.h"
#include "terrain.h"

typedef struct file {
    uint8_t *data;
    size_t size;
} file;

static uint32_t get(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void set(uint8_t *p, size_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t packet_at(const file *f, uint32_t i)
{
    return get(f->data + 16 + 8 * (size_t)i);
}

/* The same packets: packet (k * step) % count is the k-th in the file. `gap` bytes come before each
 * of them and after the last one. step and count have no common divisor. */
static file laid_out(const file *plain, uint32_t step, uint32_t gap)
{
    uint32_t count = get(plain->data + 8);
    file f = {malloc(plain->size + (size_t)gap * (count + 1)), 12 + 8 * (size_t)count};
    assert_non_null(f.data);
    memcpy(f.data, plain->data, f.size);
    for (uint32_t k = 0; k <= count; k++) {
        memset(f.data + f.size, (int)(0xA0 + k), gap);
        f.size += gap;
        if (k == count)
            break;
        uint32_t i = k * step % count, at = packet_at(plain, i), size = get(plain->data + at + 4);
        set(f.data + 16 + 8 * (size_t)i, f.size);
        memcpy(f.data + f.size, plain->data + at, 8 + (size_t)size);
        f.size += 8 + (size_t)size;
    }
    return f;
}

/* ---- the same bytes ---- */

static void expect(const file *f, wm_status status, wm_buffer *out, const char *what)
{
    assert_int_equal(status, WM_OK);
    if (out->size != f->size || memcmp(out->data, f->data, f->size) != 0)
        fail_msg("%s: other bytes are written", what);
    wm_buffer_free(out);
}

static void trn_comes_back(const file *f, uint32_t unclaimed, const char *what)
{
    wm_error error = {0};
    wm_buffer out;
    uint32_t dropped = 99;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f->data, f->size, NULL, &error), *copy;
    if (!trn)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_int_equal(trn->unclaimed, unclaimed);
    expect(f, wm_nwn2_trn_write(trn, &(wm_nwn2_trn_write_opts){.dropped = &dropped}, &out, NULL),
           &out, what);
    assert_int_equal(dropped, 0);
    copy = wm_nwn2_trn_copy(trn, NULL, NULL);
    wm_nwn2_trn_free(trn);
    expect(f, wm_nwn2_trn_write(copy, NULL, &out, NULL), &out, what);
    wm_nwn2_trn_free(copy);
}

static void mdb_comes_back(const file *f, uint32_t unclaimed, const char *what)
{
    wm_error error = {0};
    wm_buffer out;
    wm_nwn2_mdb *mdb = wm_nwn2_mdb_read(f->data, f->size, NULL, &error), *copy;
    if (!mdb)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_int_equal(mdb->unclaimed, unclaimed);
    expect(f, wm_nwn2_mdb_write(mdb, NULL, &out, NULL), &out, what);
    copy = wm_nwn2_mdb_copy(mdb, NULL, NULL);
    wm_nwn2_mdb_free(mdb);
    expect(f, wm_nwn2_mdb_write(copy, NULL, &out, NULL), &out, what);
    wm_nwn2_mdb_free(copy);
}

/* Each layout of a file: steps of 1 keep the order of the table, count - 1 reverses most of it. */
static void every_layout(const file *plain, const char *what,
                         void (*comes_back)(const file *, uint32_t, const char *))
{
    uint32_t count = get(plain->data + 8);
    for (uint32_t gap = 0; gap < 4; gap++)
        for (uint32_t back = 0; back < 2; back++) {
            file f = laid_out(plain, back && count > 1 ? count - 1 : 1, gap);
            comes_back(&f, gap * (count + 1), what);
            free(f.data);
        }
}

static void packets_stay_in_place(void **state)
{
    int count = 0;
    (void)state;
    for (const test_terrain *t = test_terrains; t->name; t++, count++) {
        file plain;
        plain.data = test_terrain_bytes(t->name, &plain.size);
        every_layout(&plain, t->name, trn_comes_back);
        free(plain.data);
    }
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++, count++) {
        file plain;
        plain.data = test_mdb_bytes(s->name, &plain.size);
        every_layout(&plain, s->name, mdb_comes_back);
        free(plain.data);
    }
    assert_true(count > 6);
}

/* The last packet of hall.trx is its walkmesh: compressed again, with bytes after the stream, some
 * of which the stated size covers. */
static file repacked(int level, uint32_t inside, uint32_t after)
{
    file f;
    f.data = test_terrain_bytes("hall.trx", &f.size);
    uint32_t at = packet_at(&f, 2) + 8;
    uLong size = get(f.data + at + 8), packed = compressBound(size);
    uint8_t *bytes = malloc(size), *all = malloc(at + 12 + packed + inside + after);
    assert_true(bytes && all);
    assert_int_equal(memcmp(f.data + at, "COMP", 4), 0);
    assert_int_equal(uncompress(bytes, &size, f.data + at + 12, get(f.data + at + 4)), Z_OK);
    memcpy(all, f.data, at + 12);
    assert_int_equal(compress2(all + at + 12, &packed, bytes, size, level), Z_OK);
    memset(all + at + 12 + packed, 7, inside + after);
    set(all + at + 4, packed + inside);
    set(all + at - 4, 12 + packed + inside + after);
    free(bytes);
    free(f.data);
    return (file){all, at + 12 + packed + inside + after};
}

static void other_compressors(void **state)
{
    (void)state;
    for (int level = 0; level <= 9; level++) {
        file f = repacked(level, 0, 0);
        trn_comes_back(&f, 0, "another level");
        free(f.data);
    }
    file f = repacked(9, 3, 5);
    trn_comes_back(&f, 8, "bytes after the stream");
    file spread = laid_out(&f, 2, 4);
    trn_comes_back(&spread, 8 + 16, "bytes after the stream and between packets");
    free(spread.data);
    free(f.data);
}

/* ---- edits ---- */

/* An edit that changes no size leaves all packets where they are. */
static void same_sizes(void **state)
{
    file plain, f;
    wm_buffer out;
    (void)state;
    plain.data = test_terrain_bytes("hall.trx", &plain.size);
    f = laid_out(&plain, 2, 3);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.size, NULL, NULL);
    assert_non_null(trn);
    trn->trwh->id++;
    set(f.data + packet_at(&f, 0) + 16, trn->trwh->id);
    expect(&f, wm_nwn2_trn_write(trn, NULL, &out, NULL), &out, "hall.trx");
    wm_nwn2_trn_free(trn);
    free(plain.data);
    free(f.data);
}

/* An edit that changes one lays the file out again, and says how many bytes that drops. */
static void other_sizes(void **state)
{
    file plain, f;
    wm_buffer out;
    uint32_t dropped = 0;
    (void)state;
    plain.data = test_terrain_bytes("hall.trx", &plain.size);
    f = laid_out(&plain, 2, 3);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.size, NULL, NULL);
    assert_non_null(trn);
    const wm_nwn2_trn_write_opts opts = {.dropped = &dropped};
    assert_non_null(wm_nwn2_trn_add_packet(trn, "MORE", NULL));
    assert_int_equal(wm_nwn2_trn_write(trn, &opts, &out, NULL), WM_OK);
    assert_int_equal(dropped, 12);
    assert_int_equal(out.size, plain.size + 16);
    trn->packet_count--;
    wm_buffer_free(&out);
    trn->packets[1].watr->extra = (wm_nwn2_bytes){4, (uint8_t *)trn->trwh};
    assert_int_equal(wm_nwn2_trn_write(trn, &opts, &out, NULL), WM_OK);
    assert_int_equal(dropped, 12);
    assert_int_equal(out.size, plain.size + 4);
    assert_int_equal(get(out.data + 16), 12 + 3 * 8);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(trn);
    free(plain.data);
    free(f.data);
}

/* A walkmesh that was edited is compressed again; the bytes after its stream are dropped. */
static void edited_walkmesh(void **state)
{
    file f = repacked(6, 3, 5);
    wm_buffer out;
    uint32_t dropped = 0;
    (void)state;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.size, NULL, NULL);
    assert_non_null(trn);
    trn->aswm->vertices[0].z += 1;
    const wm_nwn2_trn_write_opts opts = {.dropped = &dropped};
    assert_int_equal(wm_nwn2_trn_write(trn, &opts, &out, NULL), WM_OK);
    assert_int_equal(dropped, 8);
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, NULL, NULL);
    assert_non_null(again);
    assert_true(again->aswm->vertices[0].z == trn->aswm->vertices[0].z);
    wm_nwn2_trn_free(again);
    wm_buffer_free(&out);
    trn->aswm->vertices[0].z -= 1; /* as it was: as it is in the file */
    expect(&f, wm_nwn2_trn_write(trn, &opts, &out, NULL), &out, "hall.trx");
    assert_int_equal(dropped, 0);
    assert_int_equal(
        wm_nwn2_trn_write(trn, &(wm_nwn2_trn_write_opts){.small = true, .dropped = &dropped}, &out,
                          NULL),
        WM_OK);
    assert_int_equal(dropped, 8); /* it is compressed again on request */
    wm_buffer_free(&out);
    wm_nwn2_trn_free(trn);
    free(f.data);
}

/* Every allocation may fail while such a file is read, copied and written. */
static void refused_memory(void **state)
{
    file plain, f;
    uint64_t calls = UINT64_MAX, failures = 0;
    (void)state;
    plain.data = test_mdb_bytes("c_toy.mdb", &plain.size);
    f = laid_out(&plain, 3, 2);
    for (uint64_t fail = 0; fail <= calls; fail++) {
        test_memory m;
        wm_buffer out = {0};
        test_memory_init(&m);
        m.fail_at = fail;
        wm_nwn2_mdb *mdb =
            wm_nwn2_mdb_read(f.data, f.size, &(wm_read_opts){.allocator = &m.allocator}, NULL);
        wm_nwn2_mdb *copy = mdb ? wm_nwn2_mdb_copy(mdb, &m.allocator, NULL) : NULL;
        wm_nwn2_mdb_free(mdb);
        wm_write_opts writing = {.allocator = &m.allocator};
        if (copy && wm_nwn2_mdb_write(copy, &writing, &out, NULL) == WM_OK)
            expect(&f, WM_OK, &out, "c_toy.mdb");
        else
            failures += fail > 0; /* an arena may ask again for less */
        wm_nwn2_mdb_free(copy);
        test_memory_done(&m, "c_toy.mdb");
        if (fail == 0)
            calls = m.calls;
    }
    assert_true(calls > 3 && failures > 2);
    free(plain.data);
    free(f.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_stay_in_place),
        cmocka_unit_test(other_compressors),
        cmocka_unit_test(same_sizes),
        cmocka_unit_test(other_sizes),
        cmocka_unit_test(edited_walkmesh),
        cmocka_unit_test(refused_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
