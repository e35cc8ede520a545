/* Damaged TRN and TRX files: each kind of damage has its own error, and none makes the
 * reader take more memory than it says. */
#include <zlib.h>

#include "fixtures.h"
#include "memory.h"
#include "support.h"
#include "terrain.h"
#include "walk.h"

/* hall.trx: TRWH, WATR, ASWM. */
typedef struct file {
    uint8_t *data;
    size_t size;
    uint32_t at[3]; /* where the packets are */
} file;

static uint32_t get(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void set(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

static file hall(void)
{
    file f;
    f.data = test_terrain_bytes("hall.trx", &f.size);
    for (int i = 0; i < 3; i++)
        f.at[i] = get(f.data + 16 + 8 * i);
    return f;
}

static void refused(const void *data, size_t size, wm_status code, const char *path)
{
    wm_error error = {0};
    wm_nwn2_trn *trn = wm_nwn2_trn_read(data, size, NULL, &error);
    if (trn || error.code != code || strcmp(error.path, path) != 0)
        fail_msg("expected %s at %s, got %s at %s: %s", wm_status_name(code), path,
                 wm_status_name(error.code), error.path, error.message);
}

/* The packet stays as bytes, or one triangle becomes a point; all is written back. */
static void kept(const void *data, size_t size, wm_status code, const char *path)
{
    wm_error error = {0};
    wm_report report;
    wm_buffer out;
    wm_report_init(&report, NULL);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(data, size, NULL, &error);
    if (!trn)
        fail_msg("refused: %s: %s", error.path, error.message);
    if (trn->fault_count == 0 || trn->first_fault.code != code ||
        strcmp(trn->first_fault.path, path) != 0)
        fail_msg("expected %s at %s, got %s at %s", wm_status_name(code), path,
                 wm_status_name(trn->first_fault.code), trn->first_fault.path);
    test_walk_trn(trn);
    wm_walkmesh *mesh = trn->aswm ? wm_walkmesh_from_nwn2_aswm(trn->aswm, NULL, &error) : NULL;
    assert_int_equal(mesh != NULL, trn->aswm != NULL);
    wm_walkmesh_free(mesh);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
    if (out.size != size || memcmp(out.data, data, size) != 0)
        fail_msg("%s: other bytes are written", path);
    wm_buffer_free(&out);
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(trn, NULL, NULL);
    assert_non_null(copy);
    assert_int_equal(wm_nwn2_trn_write(copy, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, data, size);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(copy);
    wm_nwn2_trn_free(trn);
    trn = wm_nwn2_trn_read(data, size, &(wm_nwn2_trn_read_opts){.base.report = &report}, NULL);
    assert_non_null(trn);
    assert_true(report.errors > 0);
    wm_nwn2_trn_free(trn);
    wm_report_free(&report);
}

static void cut_at_packets(void **state)
{
    file f = hall();
    (void)state;
    refused(f.data, 0, WM_TRUNCATED, "magic");
    refused(f.data, 11, WM_TRUNCATED, "magic");
    refused(f.data, 12, WM_TRUNCATED, "packets");
    kept(f.data, f.at[0], WM_BAD_OFFSET, "packets[0].offset");
    kept(f.data, f.at[1], WM_BAD_OFFSET, "packets[1].offset");
    kept(f.data, f.at[1] + 8, WM_TRUNCATED, "packets[1].size");
    kept(f.data, f.at[2], WM_BAD_OFFSET, "packets[2].offset");
    kept(f.data, f.at[2] + 8, WM_TRUNCATED, "packets[2].size");
    kept(f.data, f.size - 1, WM_TRUNCATED, "packets[2].size");
    free(f.data);
}

/* The packets before the cut are parsed. Once one of them has another length, the file is written
 * without the damage, and the lost packet is empty. */
static void edit_after_a_cut(void **state)
{
    file f = hall();
    wm_buffer out;
    (void)state;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.at[2] + 4, NULL, NULL);
    assert_non_null(trn);
    assert_int_equal(trn->packet_count, 3);
    assert_non_null(trn->trwh);
    assert_non_null(trn->packets[1].watr);
    assert_null(trn->aswm);
    assert_int_equal(trn->packets[2].raw.size, 0);
    assert_int_equal(trn->packets[2].offset, 0);
    trn->trwh->width++; /* the same length */
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, f.at[2] + 4);
    assert_int_equal(get(out.data + f.at[0] + 8), get(f.data + f.at[0] + 8) + 1);
    wm_buffer_free(&out);
    trn->packets[1].watr->extra = (wm_nwn2_bytes){4, (uint8_t *)trn->trwh};
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, f.at[2] + 4 + 8);
    assert_int_equal(get(out.data + 16 + 16), f.at[2] + 4);
    assert_int_equal(get(out.data + out.size - 4), 0);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(trn);
    free(f.data);
}

/* Every allocation may fail while a file with packets in wrong places is read, copied and written.
 */
static void refused_memory(void **state)
{
    file f = hall();
    uint64_t calls = UINT64_MAX, failures = 0;
    (void)state;
    for (uint64_t fail = 0; fail <= calls; fail++) {
        test_memory m;
        wm_buffer out = {0};
        test_memory_init(&m);
        m.fail_at = fail;
        const wm_nwn2_trn_read_opts reading = {.base = {.allocator = &m.allocator}};
        const wm_nwn2_trn_write_opts writing = {.base = {.allocator = &m.allocator}};
        wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.at[2] + 4, &reading, NULL);
        wm_nwn2_trn *copy = trn ? wm_nwn2_trn_copy(trn, &m.allocator, NULL) : NULL;
        wm_nwn2_trn_free(trn);
        if (copy && wm_nwn2_trn_write(copy, &writing, &out, NULL) == WM_OK) {
            assert_int_equal(out.size, f.at[2] + 4);
            assert_memory_equal(out.data, f.data, out.size);
        } else {
            failures++;
            assert_true(m.refused > 0);
        }
        calls = fail ? calls : m.calls;
        wm_buffer_free(&out);
        wm_nwn2_trn_free(copy);
        test_memory_done(&m, "cut.trx");
    }
    assert_int_equal(failures, calls);
    free(f.data);
}

static void wrong_offsets(void **state)
{
    file f = hall();
    (void)state;
    set(f.data + 16 + 16, (uint32_t)f.size);
    kept(f.data, f.size, WM_BAD_OFFSET, "packets[2].offset");
    set(f.data + 16 + 16, 20);
    kept(f.data, f.size, WM_BAD_OFFSET, "packets[2].offset");
    set(f.data + 16 + 16, f.at[1]); /* two packets in one place */
    kept(f.data, f.size, WM_BAD_OFFSET, "packets[2].offset");
    set(f.data + 16 + 16, f.at[1] + 100);
    kept(f.data, f.size, WM_BAD_OFFSET, "packets[2].offset");
    set(f.data + 8, 0x20000000);
    refused(f.data, f.size, WM_TRUNCATED, "packets");
    f.data[0] = 'X';
    refused(f.data, f.size, WM_BAD_MAGIC, "magic");
    free(f.data);
}

static void wrong_sizes(void **state)
{
    file f = hall();
    uint8_t *pack = f.data + f.at[2] + 8;
    uint32_t packed = get(pack + 4), size = get(pack + 8);
    (void)state;
    set(pack + 4, packed + 1);
    kept(f.data, f.size, WM_TRUNCATED, "ASWM.compressed_size");
    set(pack + 4, packed - 1);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.compressed_size");
    set(pack + 4, packed / 2);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.compressed_size");
    set(pack + 4, 0);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.uncompressed_size");
    set(pack + 4, packed);
    set(pack + 8, size - 1);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.uncompressed_size");
    set(pack + 8, size + 1);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.uncompressed_size");
    set(pack + 8, UINT32_MAX);
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.uncompressed_size");
    set(pack + 8, size);
    pack[12 + packed - 1] ^= 0x55; /* the checksum */
    kept(f.data, f.size, WM_BAD_VALUE, "ASWM.compressed_data");
    free(f.data);
}

/* Zeros, with the true size, and with a size a little below the most that deflate can reach.
 * They are never worth more than SECURITY.md promises. */
static void bomb(uLong plain, wm_status code)
{
    uLong packed = compressBound(plain);
    uint8_t *zeros = calloc(plain, 1), *pack = malloc(packed + 12);
    assert_true(zeros && pack);
    assert_int_equal(compress2(pack + 12, &packed, zeros, plain, 9), Z_OK);
    memcpy(pack, "COMP", 4);
    set(pack + 4, (uint32_t)packed);
    for (int lie = 0; lie < 2; lie++) {
        wm_buffer bytes;
        wm_error error = {0};
        test_memory m;
        set(pack + 8, lie ? (uint32_t)(packed * 1032) : (uint32_t)plain);
        wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
        wm_nwn2_trn_add_packet(trn, "ASWM", NULL)->raw =
            (wm_nwn2_bytes){(uint32_t)packed + 12, pack};
        assert_int_equal(wm_nwn2_trn_write(trn, NULL, &bytes, NULL), WM_OK);
        wm_nwn2_trn_free(trn);
        test_memory_init(&m);
        wm_nwn2_trn_read_opts opts = {.base = {.allocator = &m.allocator}};
        trn = wm_nwn2_trn_read(bytes.data, bytes.size, &opts, &error);
        assert_int_equal(trn ? WM_OK : error.code, code);
        wm_nwn2_trn_free(trn);
        if (m.peak > 64000000 + 64 * (uint64_t)bytes.size)
            fail_msg("took %llu bytes", (unsigned long long)m.peak);
        test_memory_done(&m, "bomb");
        wm_buffer_free(&bytes);
    }
    free(zeros);
    free(pack);
}

static void bombs(void **state)
{
    (void)state;
    bomb(300u << 20, WM_LIMIT);
    bomb(40u << 20, WM_OK); /* fits, but is no walkmesh: it is kept as bytes */
}

/* A walkmesh in which the first triangle is there 60,000 times. Compressed well, it takes no bytes
 * and costs as much as an area: it is refused. Written, it is compressed less, so that it can be
 * read. */
static void dense(void **state)
{
    enum { MANY = 60000 };
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_triangle *first = trn->aswm->triangles, *many = malloc(MANY * sizeof *many);
    uint32_t count = trn->aswm->triangle_count;
    wm_buffer plain, bytes;
    wm_error error = {0};
    (void)state;
    assert_non_null(many);
    for (uint32_t i = 0; i < MANY; i++)
        many[i] = first[0];
    trn->aswm->triangles = many;
    trn->aswm->triangle_count = MANY;
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &bytes, NULL), WM_OK);
    assert_true(bytes.size > MANY * sizeof *many / 10);
    wm_nwn2_trn *again = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    if (!again || !again->aswm)
        fail_msg("refused: %s: %s", error.path, error.message);
    assert_int_equal(again->aswm->triangle_count, MANY);
    assert_memory_equal(again->aswm->triangles, many, MANY * sizeof *many);
    wm_nwn2_trn_free(again);
    wm_buffer_free(&bytes);
    assert_int_equal(wm_nwn2_aswm_write(trn->aswm, NULL, &plain, NULL), WM_OK);
    trn->aswm->triangles = first;
    trn->aswm->triangle_count = count;
    wm_nwn2_trn_free(trn);
    free(many);
    uLong packed = compressBound((uLong)plain.size);
    uint8_t *pack = malloc(packed + 12);
    assert_non_null(pack);
    assert_int_equal(compress2(pack + 12, &packed, plain.data, (uLong)plain.size, 9), Z_OK);
    memcpy(pack, "COMP", 4);
    set(pack + 4, (uint32_t)packed);
    set(pack + 8, (uint32_t)plain.size);
    trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_trn_add_packet(trn, "ASWM", NULL)->raw = (wm_nwn2_bytes){(uint32_t)packed + 12, pack};
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &bytes, NULL), WM_OK);
    wm_nwn2_trn_free(trn);
    refused(bytes.data, bytes.size, WM_LIMIT, "ASWM");
    wm_buffer_free(&bytes);
    wm_buffer_free(&plain);
    free(pack);
}

/* Uncompressed bytes of a walkmesh with one 32-bit value changed. */
static void inner(uint32_t at, uint32_t value, wm_status code, const char *path)
{
    size_t size;
    uint8_t *data = test_terrain_bytes("closet.trx", &size);
    uint32_t start = get(data + 16 + 8) + 8;
    set(data + start + at, value);
    kept(data, size, code, path);
    free(data);
}

static void wrong_inside(void **state)
{
    wm_nwn2_trn *trn = test_terrain_make("closet.trx");
    const wm_nwn2_aswm *a = trn->aswm;
    uint32_t triangles = 53 + 12 * a->vertex_count + 16 * a->edge_count;
    uint32_t grid = triangles + 64 * a->triangle_count, tile = grid + 16;
    uint32_t islands = tile + 2 * (74 + 2 + 8 + 4) + 4;
    (void)state;
    inner(0, 0x68, WM_UNSUPPORTED, "ASWM.version");
    inner(0, 0x6d, WM_UNSUPPORTED, "ASWM.version");
    inner(37, UINT32_MAX, WM_TRUNCATED, "ASWM.vertices");
    inner(41, 1000, WM_TRUNCATED, "ASWM.edges");
    inner(45, 0x40000000, WM_TRUNCATED, "ASWM.triangles");
    inner(triangles + 64 + 8, a->vertex_count, WM_BAD_VALUE, "ASWM.triangles[1].vertex[2]");
    inner(grid + 8, UINT32_MAX, WM_TRUNCATED, "ASWM.tiles");
    inner(tile + 30, 0x00010000, WM_UNSUPPORTED, "ASWM.tiles[0].owns_data");
    inner(tile + 57, 1, WM_UNSUPPORTED, "ASWM.tiles[0].compression_flags");
    inner(tile + 61, 0x7FFFFFFF, WM_TRUNCATED, "ASWM.tiles[0].local_to_node");
    inner(islands, 0x10000000, WM_TRUNCATED, "ASWM.islands");
    inner(islands + 4 + 24, 0x10000000, WM_TRUNCATED, "ASWM.islands[0].linked_islands");
    inner(islands + 4 + 32, 0, WM_BAD_VALUE, "ASWM.islands[0].linked_islands_dist");
    wm_nwn2_trn_free(trn);
}

/* A file cut after the islands, before the end of their table. */
static void cut_inside(void **state)
{
    size_t size;
    uint8_t *data = test_terrain_bytes("closet.trx", &size);
    uint32_t at = get(data + 16 + 8);
    (void)state;
    set(data + at + 4, get(data + at + 4) - 1);
    kept(data, size - 1, WM_TRUNCATED, "ASWM.islands_path_nodes");
    free(data);
}

/* Unused bytes: the file is read, and they are reported. */
static void loose_bytes(void **state)
{
    file f = hall();
    uint8_t *more = malloc(f.size + 7);
    wm_report report;
    (void)state;
    assert_non_null(more);
    memcpy(more, f.data, f.size);
    memset(more + f.size, 1, 7);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(more, f.size + 7, NULL, NULL);
    assert_non_null(trn);
    assert_int_equal(trn->unclaimed, 7);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, WM_NWN2_UNCLAIMED);
    wm_report_free(&report);
    wm_nwn2_trn_free(trn);
    free(more);
    free(f.data);
}

/* Packets in another order than the table's are read and stay in their places. */
static void shuffled_packets(void **state)
{
    file f = hall();
    uint8_t entry[8];
    (void)state;
    memcpy(entry, f.data + 12, 8);
    memmove(f.data + 12, f.data + 20, 8);
    memcpy(f.data + 20, entry, 8);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f.data, f.size, NULL, NULL);
    wm_buffer out;
    wm_report report;
    assert_non_null(trn);
    assert_non_null(trn->packets[0].watr);
    assert_non_null(trn->packets[1].trwh);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, WM_NWN2_PACKET_ORDER);
    assert_int_equal(report.errors, 0);
    wm_report_free(&report);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, f.size);
    assert_memory_equal(out.data, f.data, f.size);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(trn);
    free(f.data);
}

/* Any of 0x69 to 0x6b is written back, or becomes what the newest version says. */
static void old_versions(void **state)
{
    static const char *const names[] = {"old-69.trx", "old-6a.trx", "old-6b.trx"};
    wm_nwn2_trn *now = test_terrain_make("closet.trx");
    wm_buffer right, out;
    (void)state;
    assert_int_equal(wm_nwn2_trn_write(now, NULL, &right, NULL), WM_OK);
    for (uint32_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *bytes = test_terrain_bytes(names[i], &size);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, NULL);
        assert_int_equal(trn->aswm->version, 0x69 + i);
        assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, bytes, size);
        wm_buffer_free(&out);
        free(bytes);
        trn->aswm->version = WM_NWN2_ASWM_VERSION;
        assert_int_equal(wm_nwn2_trn_write(trn, NULL, &out, NULL), WM_OK);
        assert_int_equal(out.size, right.size);
        assert_memory_equal(out.data, right.data, out.size);
        wm_buffer_free(&out);
        wm_nwn2_trn_free(trn);
    }
    wm_buffer_free(&right);
    wm_nwn2_trn_free(now);
}

/* The fast compressor makes other bytes of the same document. */
static void fast_writing(void **state)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_buffer out;
    wm_diff diff;
    (void)state;
    assert_int_equal(wm_nwn2_trn_write(trn, &(wm_nwn2_trn_write_opts){.fast = true}, &out, NULL),
                     WM_OK);
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, NULL, NULL);
    assert_non_null(again);
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_nwn2_trn_diff(trn, again, &diff, NULL), WM_OK);
    assert_int_equal(diff.count, 0);
    wm_diff_free(&diff);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(again);
    wm_nwn2_trn_free(trn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_packets), cmocka_unit_test(edit_after_a_cut),
        cmocka_unit_test(refused_memory), cmocka_unit_test(wrong_offsets),
        cmocka_unit_test(wrong_sizes),    cmocka_unit_test(bombs),
        cmocka_unit_test(wrong_inside),   cmocka_unit_test(cut_inside),
        cmocka_unit_test(loose_bytes),    cmocka_unit_test(shuffled_packets),
        cmocka_unit_test(old_versions),   cmocka_unit_test(fast_writing),
        cmocka_unit_test(dense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
