/* waymark info on a layout: its rooms, seams, and which of them hang together. */
#include "area.h"

static cJSON *placed_json(const wm_kotor_placed *list, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "name", json_text(list[i].name));
        json_add(o, "position", json_vec3(list[i].position));
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

static cJSON *doorhooks_json(const wm_kotor_lyt *lyt)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *hook = &lyt->doorhooks[i];
        cJSON *o = cJSON_CreateObject(), *rotation = cJSON_CreateArray();
        for (int k = 0; k < 4; k++)
            cJSON_AddItemToArray(rotation, json_float(hook->rotation[k]));
        json_add(o, "room", json_text(hook->room));
        json_add(o, "door", json_text(hook->door));
        json_add(o, "position", json_vec3(hook->position));
        json_add(o, "rotation", rotation);
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

static cJSON *room_json(const wm_area_room *room, uint32_t index)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "index", json_uint(index));
    json_add(o, "name", json_text(room->name));
    json_add(o, "position", json_vec3(room->position));
    json_add(o, "walkmesh", cJSON_CreateBool(room->walkmesh != NULL));
    json_add(o, "faces", json_uint(room->faces));
    json_add(o, "walkable", json_uint(room->walkable));
    json_add(o, "edges", json_uint(room->edges));
    json_add(o, "transitions", json_uint(room->transitions));
    json_add(o, "regions", json_uint(room->regions));
    json_add(o, "walkable_area", json_double(room->walkable_area));
    json_add(o, "component",
             room->component == WM_NO_INDEX ? cJSON_CreateNull() : json_uint(room->component));
    return o;
}

static cJSON *components_json(const wm_area *area)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t k = 0; k < area->component_count; k++) {
        cJSON *o = cJSON_CreateObject(), *rooms = cJSON_CreateArray();
        for (uint32_t i = 0; i < area->room_count; i++)
            if (area->rooms[i].component == k)
                cJSON_AddItemToArray(rooms, json_uint(i));
        json_add(o, "rooms", rooms);
        json_add(o, "walkable_area", json_double(area->components[k].walkable_area));
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

typedef struct seam_counts {
    uint32_t exact, crossable;
} seam_counts;

static seam_counts count_seams(const wm_area *area)
{
    seam_counts n = {0, 0};
    for (uint32_t i = 0; i < area->seam_count; i++) {
        n.exact += area->seams[i].exact;
        n.crossable += area->seams[i].crossable;
    }
    return n;
}

static uint32_t count_walkmeshes(const wm_area *area)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < area->room_count; i++)
        n += area->rooms[i].walkmesh != NULL;
    return n;
}

static void print_json(cli_out *out, size_t bytes, const cli_area *files, const wm_area *area)
{
    const wm_kotor_lyt *lyt = files->lyt;
    seam_counts seams = count_seams(area);
    cJSON *o = cJSON_CreateObject(), *rooms = cJSON_CreateArray();
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("kotor-lyt"));
    json_add(o, "bytes", json_uint(bytes));
    json_add(o, "dependency", json_text(lyt->dependency));
    for (uint32_t i = 0; i < area->room_count; i++)
        cJSON_AddItemToArray(rooms, room_json(&area->rooms[i], i));
    json_add(o, "rooms", rooms);
    json_add(o, "tracks", placed_json(lyt->tracks, lyt->track_count));
    json_add(o, "obstacles", placed_json(lyt->obstacles, lyt->obstacle_count));
    json_add(o, "doorhooks", doorhooks_json(lyt));
    json_add(o, "vis", files->vis ? json_text(files->vis_path) : cJSON_CreateNull());
    json_add(o, "walkmeshes", json_uint(count_walkmeshes(area)));
    json_add(o, "transitions", json_uint(area->transitions));
    json_add(o, "matched", json_uint(area->matched));
    json_add(o, "seams", json_uint(area->seam_count));
    json_add(o, "exact_seams", json_uint(seams.exact));
    json_add(o, "crossable_seams", json_uint(seams.crossable));
    json_add(o, "components", components_json(area));
    json_print(o, out->data);
}

static void print_room(FILE *to, const wm_area_room *room, uint32_t index)
{
    const wm_kotor_bwm *b = room->walkmesh;
    fprintf(to, "  room %u ", index);
    cli_put_name(to, room->name);
    fputs(": ", to);
    if (!b) {
        fputs(room->placeholder ? "empty place\n"
              : room->doubled   ? "listed before\n"
                                : "no walkmesh\n",
              to);
        return;
    }
    fprintf(to, "%u of %u faces walkable", room->walkable, room->faces);
    for (uint32_t i = 0, shown = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            fprintf(to, "%s%u", shown++ ? ", " : ", leads to ", b->edges[i].transition);
    fputc('\n', to);
}

static void print_components(FILE *to, const wm_area *area)
{
    if (area->component_count == 1)
        fprintf(to, "  all walkable rooms form one connected area (%.2f m2)\n",
                area->components[0].walkable_area);
    for (uint32_t k = 0; area->component_count > 1 && k < area->component_count; k++) {
        fprintf(to, "  %s (%.2f m2):", k ? "cut off from it" : "connected area",
                area->components[k].walkable_area);
        for (uint32_t i = 0; i < area->room_count; i++)
            if (area->rooms[i].component == k) {
                fputc(' ', to);
                cli_put_name(to, area->rooms[i].name);
            }
        fputs(area->components[k].rooms ? "\n" : " parts of the rooms above\n", to);
    }
}

static void print_words(cli_out *out, size_t bytes, const cli_area *files, const wm_area *area)
{
    const wm_kotor_lyt *lyt = files->lyt;
    seam_counts seams = count_seams(area);
    FILE *to = out->data;
    fprintf(to,
            "%s: KotOR area layout, %zu bytes, %u rooms, %u tracks, %u obstacles, %u door hooks\n",
            out->file, bytes, lyt->room_count, lyt->track_count, lyt->obstacle_count,
            lyt->doorhook_count);
    fprintf(to, "  %u walkmeshes beside it, %s; %u transitions, %u of them meet their room\n",
            count_walkmeshes(area), files->vis ? "and a visibility list" : "no visibility list",
            area->transitions, area->matched);
    fprintf(to, "  %u seams, %u of them exact, %u crossable\n", area->seam_count, seams.exact,
            seams.crossable);
    print_components(to, area);
    for (uint32_t i = 0; i < area->room_count; i++)
        print_room(to, &area->rooms[i], i);
}

int cli_area_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    cli_area files;
    wm_error error;
    wm_area *area = NULL;
    wm_area_opts opts = {.surfaces = &c->surfaces};
    int code = EXIT_INPUT;
    if (cli_area_open(c, &files, out->file, bytes, NULL, &error))
        area = wm_area_new(files.lyt, (const wm_kotor_bwm *const *)files.walkmeshes, &opts, &error);
    if (!area) {
        cli_say_error(out->talk, out->file, &error);
        if (c->json)
            json_print_error(out->data, out->file, &error);
    } else {
        code = files.unreadable ? EXIT_INPUT : EXIT_FINE;
        for (uint32_t i = 0; i < area->room_count; i++)
            if (files.rooms[i].path && !files.rooms[i].walkmesh)
                cli_say_error(out->talk, files.rooms[i].path, &files.rooms[i].error);
        if (c->json)
            print_json(out, bytes->size, &files, area);
        else
            print_words(out, bytes->size, &files, area);
    }
    wm_area_free(area);
    cli_area_close(&files);
    return code;
}
