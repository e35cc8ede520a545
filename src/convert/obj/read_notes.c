/* Names in an OBJ, and the comments in which this library keeps what OBJ cannot hold.
 * docs/gltf.md, "OBJ". */
#include "convert/obj/read.h"
#include "scene/internal.h"

/* ---- names ------------------------------------------------------------- */

bool wmi_obj_open_names(wmi_obj_reader *r, wmi_obj_names *names, size_t most)
{
    names->list = wmi_arena_raw(&r->scratch, most, sizeof *names->list);
    return names->list && wmi_distinct_init(&names->keys, &r->scratch, most);
}

uint32_t wmi_obj_number(wmi_obj_reader *r, wmi_obj_names *names, wmi_word name, bool add)
{
    uint32_t before = names->keys.count;
    if (!add)
        return wmi_distinct_find(&names->keys, name.text, name.size);
    uint32_t index = wmi_distinct_add(&names->keys, name.text, name.size);
    if (index < before)
        return index;
    names->list[index] = wm_scene_text(r->scene, name.text, name.size, NULL);
    return names->list[index] ? index : WM_NO_INDEX;
}

/* ---- notes ------------------------------------------------------------- */

static wm_status bad_note(const wmi_obj_reader *r)
{
    return wmi_fail_line(r->error, WM_BAD_TEXT, r->line.number, 0, "# waymark",
                         "the comment is damaged: remove or restore it");
}

static bool note_number(wmi_word word, double *value)
{
    int64_t whole;
    float number;
    if (word.text[0] != '-' && wmi_word_int(word, &whole))
        *value = (double)whole;
    else if (wmi_word_float(word, &number))
        *value = (double)number;
    else
        return false;
    return true;
}

static uint32_t count_words(wmi_line line)
{
    uint32_t n = 0;
    while (wmi_next_word(&line).size)
        n++;
    return n;
}

static char *copy_word(wmi_obj_reader *r, wmi_word word)
{
    return wm_scene_text(r->scene, word.text, word.size, NULL);
}

/* numbers NAME VALUE..., number NAME VALUE */
static wm_status read_numbers(wmi_obj_reader *r, wm_extra *e)
{
    double *values = wm_scene_alloc(r->scene, e->count, sizeof *values, NULL);
    if (!values)
        return wm_scene_no_memory(r->scene, r->error);
    for (uint32_t i = 0; i < e->count; i++)
        if (!note_number(wmi_next_word(&r->line), &values[i]))
            return bad_note(r);
    e->numbers = values;
    return WM_OK;
}

static wm_status read_text(wmi_obj_reader *r, wm_extra *e)
{
    const char **texts = wm_scene_alloc(r->scene, 1, sizeof *texts, NULL);
    if (!texts || !(texts[0] = copy_word(r, wmi_next_word(&r->line))))
        return wm_scene_no_memory(r->scene, r->error);
    e->texts = texts;
    return WM_OK;
}

/* NAME X Y Z (KEY NUMBER)... */
static wm_status read_empty(wmi_obj_reader *r)
{
    float p[3];
    wm_scene_node *n = &r->empties[r->empty_count];
    *n = wmi_scene_node(copy_word(r, wmi_next_word(&r->line)));
    for (int k = 0; k < 3; k++)
        if (!wmi_word_float(wmi_next_word(&r->line), &p[k]))
            return bad_note(r);
    n->rest.translation = (wm_vec3){p[0], p[1], p[2]};
    uint32_t pairs = count_words(r->line) / 2;
    wm_extra *items = wm_scene_alloc(r->scene, pairs, sizeof *items, NULL);
    double *values = wm_scene_alloc(r->scene, pairs, sizeof *values, NULL);
    if (!n->name || !items || !values)
        return wm_scene_no_memory(r->scene, r->error);
    for (uint32_t i = 0; i < pairs; i++) {
        char *key = copy_word(r, wmi_next_word(&r->line));
        if (!key)
            return wm_scene_no_memory(r->scene, r->error);
        if (!note_number(wmi_next_word(&r->line), &values[i]))
            return bad_note(r);
        items[i] = (wm_extra){key, false, 1, &values[i], NULL};
    }
    n->extras = (wm_extras){pairs, items};
    r->empty_count++;
    return WM_OK;
}

wm_status wmi_obj_note(wmi_obj_reader *r)
{
    wmi_word kind = wmi_next_word(&r->line);
    if (r->note_count >= r->room.comments || r->empty_count >= r->room.comments)
        return WM_OK; /* cannot happen: counted before */
    if (wmi_word_is(kind, "empty"))
        return read_empty(r);
    bool list = wmi_word_is(kind, "numbers"), text = wmi_word_is(kind, "text");
    if (!list && !text && !wmi_word_is(kind, "number"))
        return WM_OK; /* an unrelated comment */
    wmi_word name = wmi_next_word(&r->line);
    wm_extra e = {.list = list, .count = count_words(r->line)};
    if (name.size == 0 || (!list && e.count != 1))
        return bad_note(r);
    e.name = copy_word(r, name);
    if (!e.name)
        return wm_scene_no_memory(r->scene, r->error);
    wm_status status = text ? read_text(r, &e) : read_numbers(r, &e);
    if (status != WM_OK)
        return status;
    if (text && strcmp(e.name, "source") == 0)
        r->scene->source = e.texts[0];
    else
        r->notes[r->note_count++] = e;
    return WM_OK;
}
