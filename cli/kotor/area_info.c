/* waymark info on a layout: its rooms, seams, and which of them hang together. */
#include "kotor/area.h"

typedef struct seam_counts {
    uint32_t exact, crossable;
} seam_counts;

static seam_counts count_seams(const wm_kotor_area *area)
{
    seam_counts n = {0, 0};
    for (uint32_t i = 0; i < area->seam_count; i++) {
        n.exact += area->seams[i].exact;
        n.crossable += area->seams[i].crossable;
    }
    return n;
}

static uint32_t count_walkmeshes(const wm_kotor_area *area)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < area->room_count; i++)
        n += area->rooms[i].walkmesh != NULL;
    return n;
}

static void print_room(FILE *to, const wm_kotor_area_room *room, uint32_t index)
{
    const wm_kotor_bwm *b = room->walkmesh;
    cli_print(to, "  room %u ", index);
    cli_put_name(to, room->name);
    fputs(": ", to);
    if (!b) {
        fputs(room->placeholder ? "placeholder\n"
              : room->duplicate ? "listed twice\n"
                                : "no walkmesh\n",
              to);
        return;
    }
    cli_print(to, "%u of %u faces walkable", room->walkable, room->faces);
    for (uint32_t i = 0, shown = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            cli_print(to, "%s%u", shown++ ? ", " : ", leads to ", b->edges[i].transition);
    fputc('\n', to);
}

static void print_components(FILE *to, const wm_kotor_area *area)
{
    if (area->component_count == 1)
        cli_print(to, "  all walkable rooms form one connected area (%.2f m2)\n",
                  area->components[0].walkable_m2);
    for (uint32_t k = 0; area->component_count > 1 && k < area->component_count; k++) {
        cli_print(to, "  %s (%.2f m2):", k ? "cut off from it" : "connected area",
                  area->components[k].walkable_m2);
        for (uint32_t i = 0; i < area->room_count; i++)
            if (area->rooms[i].component == k) {
                fputc(' ', to);
                cli_put_name(to, area->rooms[i].name);
            }
        fputs(area->components[k].rooms ? "\n" : " parts of the rooms above\n", to);
    }
}

/* Path points and objects, if there are any. */
static void print_content(FILE *to, const wm_document *d)
{
    if (d->pth) {
        cli_put_item(to, "  ", d->pth->point_count, "path point", "path points");
        cli_put_item(to, ", ", d->pth->link_count, "link", "links");
        fputc('\n', to);
    }
    for (int k = 0, shown = 0; d->git && k < WM_KOTOR_OBJECT_KINDS; k++) {
        const char *name = wm_kotor_object_kind_name((wm_kotor_object_kind)k);
        uint32_t count = d->git->count[k];
        if (count)
            cli_print(to, "%s%u %s%s", shown++ ? ", " : "  ", (unsigned)count, name,
                      count == 1 ? "" : "s");
        if (k + 1 == WM_KOTOR_OBJECT_KINDS && shown)
            fputc('\n', to);
    }
    if (d->objects && d->objects->count)
        cli_print(to, "  %u of %u doors and placeables have a walkmesh here%s\n",
                  (unsigned)d->objects->obstacle_count, (unsigned)d->objects->count,
                  d->objects->tables ? ""
                                     : "; the tables of the game (--game-dir) are needed for them");
}

static void print_words(cli_out *out, const wm_document *d)
{
    const wm_kotor_lyt *lyt = d->lyt;
    const wm_kotor_area *area = d->area;
    seam_counts seams = count_seams(area);
    FILE *to = out->data;
    uint32_t walkmeshes = count_walkmeshes(area);
    cli_print(to, "%s: KotOR area layout, %zu bytes, %u %s, %u %s, %u %s, %u %s\n", out->file,
              d->size, lyt->room_count, cli_word(lyt->room_count, "room", "rooms"),
              lyt->track_count, cli_word(lyt->track_count, "track", "tracks"), lyt->obstacle_count,
              cli_word(lyt->obstacle_count, "obstacle", "obstacles"), lyt->doorhook_count,
              cli_word(lyt->doorhook_count, "door hook", "door hooks"));
    cli_print(to, "  next to it: %u %s, %s\n", walkmeshes,
              cli_word(walkmeshes, "walkmesh", "walkmeshes"),
              d->vis ? "a visibility list" : "no visibility list");
    cli_print(to, "  %u %s, %u of them with a matching edge\n", area->transitions,
              cli_word(area->transitions, "transition", "transitions"), area->matched);
    cli_print(to, "  %u %s, %u exact, %u crossable\n", area->seam_count,
              cli_word(area->seam_count, "seam", "seams"), seams.exact, seams.crossable);
    print_content(to, d);
    print_components(to, area);
    for (uint32_t i = 0; i < area->room_count; i++)
        print_room(to, &area->rooms[i], i);
}

int cli_area_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_document *d = cli_open(c, bytes, out->file, NULL, &error);
    if (!d)
        return cli_unreadable(c, out->file, &error);
    int code = cli_say_unreadable(d, "wok") ? EXIT_INPUT : EXIT_FINE;
    if (c->json) {
        wm_buffer json;
        wm_status status = wm_document_info(d, CLI_INFO_OPTS, &json, &error);
        int printed = json_print_made(status, &json, &error, out->data);
        code = code > printed ? code : printed;
    } else {
        print_words(out, d);
    }
    wm_document_free(d);
    return code;
}
