/* Fuzzes the uncompressed bytes of a TRX walkmesh, which a fuzzer cannot reach through a
 * checksum. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"
#include "waymark/waymark.h"

/* Uncompressed bytes of the newest version must be written unchanged. */
static void try_walkmesh(const wm_nwn2_aswm *aswm, const uint8_t *data, size_t size)
{
    wm_buffer plain;
    wm_walkmesh_free(wm_walkmesh_from_nwn2_aswm(aswm, NULL, NULL));
    if (!aswm->compressed && aswm->version == WM_NWN2_ASWM_VERSION &&
        wm_nwn2_aswm_write(aswm, NULL, &plain, NULL) == WM_OK) {
        FUZZ_CHECK(plain.size == size && memcmp(plain.data, data, size) == 0);
        wm_buffer_free(&plain);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_buffer file;
    wm_nwn2_trn *made = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_packet *p = made && size < 1u << 24 ? wm_nwn2_trn_add_packet(made, "ASWM", NULL) : NULL;
    if (!p) {
        wm_nwn2_trn_free(made);
        return;
    }
    p->raw = (wm_nwn2_bytes){(uint32_t)size, data};
    bool written = wm_nwn2_trn_write(made, NULL, &file, NULL) == WM_OK;
    wm_nwn2_trn_free(made);
    if (!written)
        return;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(file.data, file.size, NULL, NULL);
    if (trn) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_walk_trn(trn);
        wm_nwn2_trn_check(trn, NULL, &report, NULL);
        wm_report_free(&report);
        if (trn->aswm) /* NULL: damaged, and kept as bytes */
            try_walkmesh(trn->aswm, data, size);
    }
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&file);
}
