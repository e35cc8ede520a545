/* Repairs of what the reader could not read, where it follows from the rest: the copies of
 * vertex tables. docs/formats/kotor-mdl.md, "Faults and what happens". */
#include "kotor/mdl/edit.h"

/* Models do not keep a list of their faults. A written model has the same faults as the files that
 * it was read from, so reading it again gives the list. */
wm_status wmi_mdl_list_faults(const wm_kotor_mdl *mdl, wm_report *report, wm_error *error)
{
    const wm_allocator *memory = &wmi_mdl_arena(mdl)->allocator;
    const wm_write_opts write = {.allocator = memory};
    const wm_read_opts read = {.allocator = memory, .report = report};
    wm_buffer files[2];
    wm_status status = wm_kotor_mdl_write(mdl, &write, &files[0], &files[1], error);
    if (status != WM_OK)
        return status;
    wm_error local;
    wm_kotor_mdl *again = wm_kotor_mdl_read(files[0].data, files[0].size, files[1].data,
                                            files[1].size, &read, &local);
    if (!again) {
        status = local.code;
        if (error)
            *error = local;
    } else if (report->out_of_memory) {
        status = wmi_no_memory(error);
    }
    wm_kotor_mdl_free(again);
    wm_buffer_free(&files[0]);
    wm_buffer_free(&files[1]);
    return status;
}

/* ---- copies -------------------------------------------------------------- */

/* Sabers have a table of their own, and models for Xbox have none. */
static bool has_table(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh)
{
    return mesh && !mesh->saber && mesh->vertex_count && mdl->platform == WM_KOTOR_PLATFORM_PC;
}

bool wmi_mdl_can_fix_copies(const wm_kotor_mdl *mdl)
{
    wm_vec3 first;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (has_table(mdl, mesh) && !wm_kotor_mesh_position(mesh, 0, &first))
            return false;
    }
    return true;
}

static wm_status copy_positions(wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh, wm_vec3 **out,
                                wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    wm_vec3 *table = wmi_arena_raw(memory, mesh->vertex_count, sizeof *table);
    if (!table)
        return wmi_arena_fail(memory, error, "vertices");
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        wm_kotor_mesh_position(mesh, v, &table[v]);
    *out = table;
    return WM_OK;
}

static wm_status fix_mesh(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, wm_error *error)
{
    wm_status status = WM_OK;
    if (!has_table(mdl, mesh))
        return WM_OK;
    if (!mesh->vertices)
        status = copy_positions(mdl, mesh, &mesh->vertices, error);
    if (status == WM_OK && mesh->dangly && !mesh->dangly->vertices)
        status = copy_positions(mdl, mesh, &mesh->dangly->vertices, error);
    return status;
}

wm_status wmi_mdl_fix_copies(wm_kotor_mdl *mdl, wm_error *error)
{
    wmi_edit edit;
    wm_status status = wmi_edit_begin(&edit, mdl, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; status == WM_OK && i < mdl->tree.count; i++)
        status = fix_mesh(mdl, mdl->tree.nodes[i].mesh, error);
    wmi_edit_end(&edit);
    return status;
}
