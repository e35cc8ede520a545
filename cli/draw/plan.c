/* Opening and closing of plans. */
#include "draw/plan.h"

#include <stdlib.h>

bool plan_no_memory(wm_error *error)
{
    *error = (wm_error){.code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
    return false;
}

enum { LENGTH_TEXT = 24 };

/* Millimetres do not matter in a picture, and nobody wants to read 1.53e-07. */
static void length_text(double metres, char text[LENGTH_TEXT])
{
    snprintf(text, LENGTH_TEXT, "%.*g", metres < 1000 ? 3 : 6, metres < 0.0005 ? 0 : metres);
}

void plan_extent(wm_vec3 min, wm_vec3 max, char text[PLAN_EXTENT])
{
    char x[LENGTH_TEXT], y[LENGTH_TEXT], z[LENGTH_TEXT];
    length_text((double)max.x - (double)min.x, x);
    length_text((double)max.y - (double)min.y, y);
    length_text((double)max.z - (double)min.z, z);
    snprintf(text, PLAN_EXTENT, "%s x %s x %s m", x, y, z);
}

int plan_open(cli *c, const wm_buffer *bytes, wm_format format, bool findings, bool objects,
              plan *p)
{
    wm_error error;
    *p = (plan){.file = c->files[0]};
    wm_report_init(&p->report, cli_allocator());
    p->report.max_per_code = 100000; /* as for 'check' */
    p->ground.file = p->file;
    p->ground.objects = objects ? CLI_DRAWN_OBJECTS : CLI_NO_OBJECTS;
    bool good = format == WM_FORMAT_KOTOR_LYT  ? plan_area(c, bytes, findings, p, &error)
                : format == WM_FORMAT_NWN2_TRN ? plan_nwn2(c, bytes, findings, p, &error)
                                               : plan_kotor(c, bytes, findings, p, &error);
    if (good)
        p->ground.query = wm_query_new(p->ground.mesh, cli_allocator(), &error);
    if (!good || !p->ground.query)
        return cli_unreadable(c, p->file, &error);
    wm_report_finish(&p->report);
    p->job.mesh = p->ground.mesh;
    p->job.surfaces = cli_surfaces(c, format);
    p->job.report = findings ? &p->report : NULL;
    p->job.trn = p->trn;
    p->job.rooms = p->rooms;
    p->job.hooks = p->hooks;
    p->job.borders = p->borders;
    p->job.room_names = p->names;
    return EXIT_FINE;
}

void plan_close(plan *p)
{
    for (size_t i = 0; p->ways && i < p->job.way_count; i++)
        free(p->ways[i].points);
    free(p->ways);
    free(p->names);
    free(p->rooms);
    free(p->hooks);
    free(p->borders);
    budget_free(&p->budget);
    cli_ground_close(&p->ground);
    wm_document_free(p->room);
    wm_kotor_lyt_free(p->layout);
    wm_nwn2_trn_free(p->trn);
    wm_report_free(&p->report);
}
