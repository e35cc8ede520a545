/* Files with their companions, for the command. */
#include "open.h"
#include "game.h"

#include <string.h>

/* For a file in an archive. */
static bool open_archive(cli_place *place, const char *file, wm_error *error)
{
    size_t size = cli_archive_prefix(file);
    if (!size)
        return true;
    place->opts.name = file + size + 1;
    return cli_archive_open(&place->archive, file, size, error);
}

/* Where companions come from, in this order. */
static bool chain_finders(cli_place *place, wm_format format, wm_error *error)
{
    wm_finder all[3], game = cli_game_finder();
    size_t count = 0;
    if (place->archive.archive)
        all[count++] = wm_archive_finder(place->archive.archive);
    if (place->beside.folder)
        all[count++] = wm_folder_finder(place->beside.folder);
    if (game.find)
        all[count++] = game;
    place->opts.complete = game.find && cli_game_is_of(format);
    if (count == 1)
        place->opts.finder = all[0];
    if (count < 2)
        return true;
    place->chain = wm_chain_new(all, count, cli_allocator(), error);
    if (place->chain)
        place->opts.finder = wm_chain_finder(place->chain);
    return place->chain;
}

/* Of KotOR; a layout and a VIS have those of their rooms. */
static bool has_walkmesh(wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT:
    case WM_FORMAT_KOTOR_LYT:
    case WM_FORMAT_KOTOR_VIS:
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return true;
    default: return false;
    }
}

bool cli_place_open(const cli *c, const char *file, wm_format format, const wm_open_opts *opts,
                    cli_place *place, wm_error *error)
{
    bool has_folder = strcmp(file, "-") != 0 || format == WM_FORMAT_KOTOR_LYT ||
                      format == WM_FORMAT_GLTF || format == WM_FORMAT_OBJ;
    memset(place, 0, sizeof *place);
    if (opts)
        place->opts = *opts;
    place->opts.name = file;
    place->opts.base.allocator = cli_allocator();
    place->opts.surfaces = has_walkmesh(format) ? cli_kotor_surfaces(c) : NULL;
    place->opts.nwn1 = c->nwn1;
    if (!has_folder)
        return true;
    if (!cli_game_has(file)) {
        if (!cli_folder_open(&place->beside, file, error) || !open_archive(place, file, error))
            return false;
    }
    return chain_finders(place, format, error);
}

void cli_place_close(cli_place *place)
{
    wm_chain_free(place->chain);
    cli_archive_close(&place->archive);
    cli_folder_close(&place->beside);
}

void cli_say_faults(const cli *c, const char *file, uint32_t count, const wm_error *first)
{
    FILE *to = cli_messages();
    char text[512];
    if (count == 0 || c->quiet)
        return;
    cli_error_text(first, file, text, sizeof text);
    cli_print(to, "waymark: warning: %s", text);
    if (count > 1)
        cli_print(to, " and %u more %s", (unsigned)count - 1,
                  cli_word(count - 1, "fault", "faults"));
    fputs("; the rest was read (see 'waymark check')\n", to);
}

const char *cli_mdx_fault(wm_kotor_mdx_state state)
{
    switch (state) {
    case WM_KOTOR_MDX_STATE_FINE: break;
    case WM_KOTOR_MDX_STATE_MISSING:
        return "the MDX is missing: of vertices, only positions are known";
    case WM_KOTOR_MDX_STATE_SHORT:
        return "the MDX is too short: of some meshes, only positions are known";
    case WM_KOTOR_MDX_STATE_NEWLINES:
        return "the MDX was damaged by a transfer in text mode: line ends were changed";
    case WM_KOTOR_MDX_STATE_SIZE: return "the MDX does not have the size that the model states";
    }
    return NULL;
}

/* Whether the header of the MDL states another size than the file has. */
static bool has_wrong_size(const wm_kotor_mdl *mdl)
{
    for (uint32_t i = 0; i < mdl->odd_count; i++)
        if (mdl->odd[i].offset == 4)
            return true;
    return false;
}

static void say_model_faults(const cli *c, const char *file, const wm_kotor_mdl *mdl)
{
    static const char see[] = "(see 'waymark check')";
    cli_say_faults(c, file, mdl->fault_count, &mdl->first_fault);
    if (c->quiet)
        return;
    if (has_wrong_size(mdl))
        cli_print(cli_messages(),
                  "waymark: warning: %s: the header of the MDL states a wrong size %s\n", file,
                  see);
    if (mdl->mdx_state > WM_KOTOR_MDX_STATE_MISSING) /* which may be what the verb wants */
        cli_print(cli_messages(), "waymark: warning: %s: %s %s\n", file,
                  cli_mdx_fault(mdl->mdx_state), see);
}

void cli_say_document_faults(const cli *c, const char *file, const wm_document *d)
{
    if (d->format == WM_FORMAT_KOTOR_BWM)
        cli_say_faults(c, file, d->bwm->fault_count, &d->bwm->first_fault);
    if (d->format == WM_FORMAT_NWN2_TRN)
        cli_say_faults(c, file, d->trn->fault_count, &d->trn->first_fault);
    if (d->format == WM_FORMAT_NWN2_MDB)
        cli_say_faults(c, file, d->mdb->fault_count, &d->mdb->first_fault);
    if (d->format == WM_FORMAT_BW2_MODEL)
        cli_say_faults(c, file, d->bw2->fault_count, &d->bw2->first_fault);
    if (d->format == WM_FORMAT_KOTOR_MDL)
        say_model_faults(c, file, d->mdl);
    for (uint32_t i = 0; d->lyt && d->rooms && i < d->lyt->room_count; i++) {
        const wm_document_room *room = &d->rooms[i];
        if (room->bwm && room->walkmesh)
            cli_say_faults(c, room->walkmesh->found.where, room->bwm->fault_count,
                           &room->bwm->first_fault);
    }
}

wm_document *cli_open(const cli *c, const wm_buffer *bytes, const char *file,
                      const wm_open_opts *opts, wm_error *error)
{
    cli_place place;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_document *document = NULL;
    if (cli_place_open(c, file, format, opts, &place, error))
        document = wm_open(bytes->data, bytes->size, &place.opts, error);
    cli_place_close(&place); /* files found in a folder do not need it */
    if (document)
        cli_say_document_faults(c, file, document);
    return document;
}

wm_status cli_find(const cli_place *place, const char *name, const char *type, wm_found *found,
                   wm_error *error)
{
    const wm_finder *finder = &place->opts.finder;
    *found = (wm_found){0};
    wm_status status = finder->find ? finder->find(finder->user, name, type, found, error) : WM_OK;
    if (status == WM_OK && found->where && !found->data && found->load)
        status = found->load(found, error);
    return status;
}

void cli_found_free(wm_found *found)
{
    if (found->release)
        found->release(found);
}

bool cli_has_companion(const cli *c, const char *file, const char *type)
{
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    cli_place place;
    wm_found found = {0};
    char stem[256];
    snprintf(stem, sizeof stem, "%.*s", (int)(dot ? dot - base : (long)strlen(base)), base);
    if (!cli_place_open(c, file, WM_FORMAT_UNKNOWN, NULL, &place, NULL))
        return false;
    const wm_finder *finder = &place.opts.finder;
    if (finder->find)
        finder->find(finder->user, stem, type, &found, NULL);
    bool has = found.where != NULL;
    cli_found_free(&found);
    cli_place_close(&place);
    return has;
}

uint32_t cli_say_unreadable(const wm_document *document, const char *type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < document->companion_count; i++) {
        const wm_companion *c = &document->companions[i];
        if (!c->error || strcmp(c->type, type) != 0)
            continue;
        cli_fail_on(CLI_READING, c->found.where ? c->found.where : c->name, c->error);
        count++;
    }
    return count;
}
