/* Small edits of NWN2 and Black & White 2 models and of KotOR model texts: a texture gets another
 * name, a hook or entity another place. `waymark set` does the same; a text is changed word by
 * word, so that everything else in it stays. */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "change.h"

static wm_status bad(wm_error *error, const char *what)
{
    return wm_error_set(error, WM_BAD_ARGUMENT, "", "%s", what);
}

/* The names of an edit {"texture": from, "name": to}; false if it is none. */
static bool is_rename(const wm_json_value *ask, const char **from, const char **to)
{
    *from = wm_json_as_text(wm_json_find(ask, "texture"), NULL);
    *to = wm_json_as_text(wm_json_find(ask, "name"), NULL);
    return *from && *to;
}

/* The place of an edit {"hook": index, "at": [x, y, z]}, whose index is below count. */
static bool is_move(const wm_json_value *ask, uint32_t count, uint32_t *index, wm_vec3 *to)
{
    const wm_json_value *at = wm_json_find(ask, "at");
    uint64_t number;
    if (!wm_json_as_uint(wm_json_find(ask, "hook"), &number) || number >= count)
        return false;
    *index = (uint32_t)number;
    return wm_json_as_float(wm_json_item(at, 0), &to->x) &&
           wm_json_as_float(wm_json_item(at, 1), &to->y) &&
           wm_json_as_float(wm_json_item(at, 2), &to->z);
}

/* ---- NWN2 ---- */

static wm_status rename_mdb(wm_nwn2_mdb *m, const char *from, const char *to, wm_error *error)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < m->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &m->packets[i];
        bool material = p->mesh && p->kind != WM_NWN2_MDB_KIND_WALK;
        for (uint32_t t = 0; material && t < WM_NWN2_MDB_TEXTURES; t++) {
            char name[WM_NWN2_MDB_NAME + 1] = "";
            memcpy(name, p->mesh->material.texture[t], WM_NWN2_MDB_NAME);
            if (!*name || strcasecmp(name, from) != 0)
                continue;
            found++;
            wm_status status = wm_nwn2_mdb_set_texture(m, i, t, to, error);
            if (status != WM_OK)
                return status;
        }
    }
    return found ? WM_OK : bad(error, "no mesh uses this texture");
}

wm_status core_edit_mdb(core_change *ch, core_document *d, const wm_json_value *ask,
                        wm_error *error)
{
    const char *from, *to;
    uint32_t index;
    wm_vec3 at;
    wm_buffer bytes;
    wm_nwn2_mdb *m = wm_nwn2_mdb_copy(d->doc->mdb, NULL, error);
    wm_status status = m ? WM_OK : error->code;
    if (status == WM_OK && is_rename(ask, &from, &to))
        status = rename_mdb(m, from, to, error);
    else if (status == WM_OK && is_move(ask, m->packet_count, &index, &at) &&
             m->packets[index].point)
        m->packets[index].point->position = at;
    else if (status == WM_OK)
        status = bad(error, "there is no such hook or edit of a model");
    if (status == WM_OK)
        status = wm_nwn2_mdb_write(m, NULL, &bytes, error);
    if (status == WM_OK) {
        core_change_file(ch, d->file, &bytes);
        status = wm_nwn2_mdb_diff(d->doc->mdb, m, &ch->diff, error);
    }
    wm_nwn2_mdb_free(m);
    return status;
}

/* ---- Black & White 2 ---- */

static wm_status rename_bw2(wm_bw2_model *m, const char *from, const char *to, wm_error *error)
{
    uint32_t found = 0;
    size_t n = strlen(from);
    for (uint32_t i = 0; i < m->material_count; i++)
        for (uint32_t t = 0; n && n <= WM_BW2_NAME && t < WM_BW2_TEXTURES; t++) {
            const char *name = m->materials[i].texture[t];
            if (strncmp(name, from, n) != 0 || (n < WM_BW2_NAME && name[n]))
                continue;
            found++;
            wm_status status = wm_bw2_model_set_texture(m, i, t, to, error);
            if (status != WM_OK)
                return status;
        }
    return found ? WM_OK : bad(error, "no material uses this texture");
}

wm_status core_edit_bw2(core_change *ch, core_document *d, const wm_json_value *ask,
                        wm_error *error)
{
    const char *from, *to;
    uint32_t index;
    wm_vec3 at;
    wm_buffer bytes;
    wm_bw2_model *m = wm_bw2_model_copy(d->doc->bw2, NULL, error);
    wm_status status = m ? WM_OK : error->code;
    if (status == WM_OK && is_rename(ask, &from, &to))
        status = rename_bw2(m, from, to, error);
    else if (status == WM_OK && is_move(ask, m->entity_count, &index, &at))
        m->entities[index].frame.position = at;
    else if (status == WM_OK)
        status = bad(error, "there is no such entity or edit of a model");
    if (status == WM_OK)
        status = wm_bw2_model_write(m, NULL, &bytes, error);
    if (status == WM_OK) {
        core_change_file(ch, d->file, &bytes);
        status = wm_bw2_model_diff(d->doc->bw2, m, &ch->diff, error);
    }
    wm_bw2_model_free(m);
    return status;
}

/* ---- texts of KotOR models ---- */

typedef struct word {
    const uint8_t *text;
    size_t size;
} word;

/* The next word of a line, which ends at `end`; *at moves behind it. */
static word next_word(const uint8_t **at, const uint8_t *end)
{
    while (*at < end && isspace(**at))
        (*at)++;
    word w = {*at, 0};
    for (; *at < end && !isspace(**at); (*at)++)
        w.size++;
    return w;
}

static bool is_word(word w, const char *text)
{
    return w.size == strlen(text) && strncasecmp((const char *)w.text, text, w.size) == 0;
}

static bool names_texture(word keyword)
{
    static const char *const keywords[] = {"bitmap",   "bitmap2",  "texture0",
                                           "texture1", "lightmap", "texture"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (is_word(keyword, keywords[i]))
            return true;
    return false;
}

/* The word of a line that names a texture; size 0 if there is none. left: lines of a list of
 * textures that follow. */
static word texture_of(const uint8_t *line, const uint8_t *end, uint32_t *left)
{
    word first = next_word(&line, end), second = next_word(&line, end);
    if (!first.size)
        return first;
    if (*left) {
        --*left;
        return first;
    }
    if (is_word(first, "texturenames")) {
        for (size_t i = 0; i < second.size && i < 6 && isdigit(second.text[i]); i++)
            *left = 10 * *left + (uint32_t)(second.text[i] - '0');
        return (word){end, 0};
    }
    return names_texture(first) ? second : (word){end, 0};
}

/* Copies a text with another name wherever a texture has the old one. Returns how often. */
static uint32_t rename_words(const core_file *f, const char *from, const char *to, core_bytes *out)
{
    const uint8_t *at = f->data, *stop = f->data + f->size;
    uint32_t left = 0, found = 0;
    while (at < stop) {
        const uint8_t *end = memchr(at, '\n', (size_t)(stop - at));
        end = end ? end + 1 : stop;
        word w = texture_of(at, end, &left);
        if (w.size && is_word(w, from)) {
            core_put(out, at, (size_t)(w.text - at));
            core_put(out, to, strlen(to));
            at = w.text + w.size;
            found++;
        }
        core_put(out, at, (size_t)(end - at));
        at = end;
    }
    return found;
}

/* Whether the text can be read and its model now has the new name and not the old one. */
static wm_status prove(const core_bytes *text, const char *from, const char *to, wm_error *error)
{
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text->data, text->size, NULL, error);
    wm_kotor_textures *list = m ? wm_kotor_mdl_textures(m, NULL, error) : NULL;
    bool old = false, new = false;
    for (uint32_t i = 0; list && i < list->count; i++) {
        old = old || strcasecmp(list->names[i], from) == 0;
        new = new || strcasecmp(list->names[i], to) == 0;
    }
    wm_status status = list ? WM_OK : error->code;
    if (list && (!new || (old && strcasecmp(from, to) != 0)))
        status = bad(error, "a texture of a model text cannot have this name");
    wm_kotor_textures_free(list);
    wm_kotor_mdl_free(m);
    return status;
}

wm_status core_edit_text(core_change *ch, core_document *d, const wm_json_value *ask,
                         wm_error *error)
{
    const char *from, *to;
    core_bytes text = {0};
    if (!is_rename(ask, &from, &to))
        return bad(error, "a texture needs its old name and its new name");
    uint32_t found = rename_words(d->file, from, to, &text);
    wm_status status = WM_OK;
    if (text.failed)
        status = wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    else if (!found)
        status = bad(error, "no node uses this texture");
    else
        status = prove(&text, from, to, error);
    if (status == WM_OK) {
        wm_buffer bytes = core_buffer(text.size, 1);
        if (bytes.data) {
            memcpy(bytes.data, text.data, text.size);
            core_change_file(ch, d->file, &bytes);
            core_change_count(ch, "textures", found, "line changed", "lines changed");
        } else {
            status = wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        }
    }
    free(text.data);
    return status;
}

/* ---- what can be moved ---- */

static void put_hook(uint32_t index, const char *name, size_t size, wm_vec3 at, wm_json_writer *j)
{
    char text[WM_BW2_ENTITY_NAME + 1];
    snprintf(text, sizeof text, "%.*s", (int)size, name);
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "index", index);
    wm_json_add_text(j, "name", text);
    wm_json_add_vec3(j, "at", at);
    wm_json_end(j);
}

void core_put_hooks(const core_document *d, wm_json_writer *j)
{
    const wm_nwn2_mdb *mdb = d->doc->mdb;
    const wm_bw2_model *bw2 = d->doc->bw2;
    wm_json_begin_array(j, "hooks");
    for (uint32_t i = 0; mdb && i < mdb->packet_count; i++)
        if (mdb->packets[i].point)
            put_hook(i, mdb->packets[i].point->name, WM_NWN2_MDB_NAME,
                     mdb->packets[i].point->position, j);
    for (uint32_t i = 0; bw2 && i < bw2->entity_count; i++)
        put_hook(i, bw2->entities[i].name, WM_BW2_ENTITY_NAME, bw2->entities[i].frame.position, j);
    wm_json_end(j);
}
