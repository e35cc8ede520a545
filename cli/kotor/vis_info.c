/* waymark info on a visibility list: which rooms are drawn from which. */
#include "kotor/area.h"

static void print_room(FILE *to, const wm_kotor_vis *vis, const wm_kotor_vis_room *room)
{
    fputs("  from ", to);
    cli_put_name(to, room->name);
    cli_print(to, ": %u %s visible", room->count, cli_word(room->count, "room is", "rooms are"));
    for (uint32_t i = 0; i < room->count; i++) {
        fputs(i ? " " : ": ", to);
        cli_put_name(to, vis->names[room->first + i].name);
    }
    fputc('\n', to);
}

static void print_words(cli_out *out, const wm_document *d)
{
    const wm_kotor_vis *vis = d->vis;
    cli_print(out->data, "%s: KotOR visibility list, %zu bytes, %u %s, %u %s\n", out->file, d->size,
              vis->room_count, cli_word(vis->room_count, "room", "rooms"), vis->name_count,
              cli_word(vis->name_count, "visible room", "visible rooms"));
    cli_print(out->data, "  next to it: %s\n", d->layout ? "a layout" : "no layout");
    for (uint32_t i = 0; i < vis->room_count; i++)
        print_room(out->data, vis, &vis->rooms[i]);
}

int cli_vis_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    int code = EXIT_FINE;
    wm_document *d = cli_open(c, bytes, out->file, NULL, &error);
    if (!d)
        return cli_unreadable(c, out->file, &error);
    if (c->json)
        code = json_print_made(wm_document_info(d, CLI_INFO_OPTS, &json, &error), &json, &error,
                               out->data);
    else
        print_words(out, d);
    wm_document_free(d);
    return code;
}
