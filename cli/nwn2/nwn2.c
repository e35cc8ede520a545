/* NWN2 terrain: reading it, and its materials' names. */
#include "nwn2/nwn2.h"

#include <string.h>

#include "open.h"

static wm_nwn2_trn *read_trn(const wm_buffer *bytes, wm_error *error)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (format == WM_FORMAT_NWN2_TRN)
        return wm_nwn2_trn_read(bytes->data, bytes->size,
                                &(wm_nwn2_trn_read_opts){.base = {.allocator = cli_allocator()}},
                                error);
    wm_format_error(format, bytes->size, "a TRN or TRX", error);
    return NULL;
}

wm_nwn2_trn *cli_read_trn(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error)
{
    wm_nwn2_trn *trn = read_trn(bytes, error);
    if (trn)
        cli_say_faults(c, file, trn->fault_count, &trn->first_fault);
    return trn;
}

wm_nwn2_trn *cli_read_trn_mesh(const cli *c, const char *file, const wm_buffer *bytes,
                               wm_error *error)
{
    wm_nwn2_trn *trn = read_trn(bytes, error);
    if (trn && trn->aswm)
        cli_say_faults(c, file, trn->fault_count, &trn->first_fault);
    if (!trn || trn->aswm)
        return trn;
    *error = (wm_error){.code = WM_BAD_VALUE, .offset = WM_NO_OFFSET, .path = "packets"};
    snprintf(error->message, sizeof error->message, "the file has no walkmesh (ASWM packet)");
    if (trn->fault_count) /* it has one that cannot be read */
        *error = trn->first_fault;
    wm_nwn2_trn_free(trn);
    return NULL;
}

void cli_nwn2_surfaces(wm_kotor_surfaces *surfaces)
{
    *surfaces = (wm_kotor_surfaces){.row = {{.known = false}}};
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT; i++) {
        wm_kotor_surface *row = &surfaces->row[i];
        snprintf(row->name, sizeof row->name, "%s", wm_nwn2_material_name(i));
        row->known = true;
    }
}
