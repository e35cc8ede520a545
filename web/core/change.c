/* The answers of fix and edit: files as they are after a change, and what changed. The documents
 * stay as they are until the page passes the new files. */
#include "change.h"

void core_change_begin(core_change *ch, core *c, wm_json_writer *j)
{
    *ch = (core_change){.c = c, .j = j};
    wm_diff_init(&ch->diff, NULL);
    wm_json_begin_object(j, NULL);
    wm_json_begin_array(j, "files");
}

void core_change_bytes(core_change *ch, const char *name, wm_buffer *bytes)
{
    wm_json_begin_object(ch->j, NULL);
    wm_json_add_text(ch->j, "name", name);
    core_add_owned(ch->c, ch->j, "bytes", "u8", bytes);
    wm_json_end(ch->j);
}

void core_change_file(core_change *ch, const core_file *f, wm_buffer *bytes)
{
    core_change_bytes(ch, f->name, bytes);
}

void core_change_note(core_change *ch, const char *field, const char *message)
{
    if (ch->note_count == CORE_NOTES)
        return;
    ch->notes[ch->note_count].field = field;
    snprintf(ch->notes[ch->note_count++].message, CORE_NOTE, "%s", message);
}

void core_change_count(core_change *ch, const char *field, uint32_t count, const char *one,
                       const char *many)
{
    char text[CORE_NOTE];
    snprintf(text, sizeof text, "%u %s", (unsigned)count, count == 1 ? one : many);
    if (count)
        core_change_note(ch, field, text);
}

void core_change_number(core_change *ch, const char *field, const char *name, uint32_t was,
                        uint32_t now)
{
    char text[CORE_NOTE];
    snprintf(text, sizeof text, "%s %u instead of %u", name, (unsigned)now, (unsigned)was);
    if (was != now)
        core_change_note(ch, field, text);
}

void core_change_result(core_change *ch, const core_document *d, const char *name, const char *what)
{
    char text[CORE_NOTE];
    if (strcmp(name, d->file->name) == 0)
        snprintf(text, sizeof text, "%.50s is now %s", core_basename(name), what);
    else
        snprintf(text, sizeof text, "%.50s, %s made from %.50s%s", core_basename(name), what,
                 core_basename(d->file->name),
                 core_named(ch->c, name) ? "; replaces the old one" : "");
    core_change_note(ch, "file", text);
    snprintf(ch->result, sizeof ch->result, "%s", name);
}

void core_change_end(core_change *ch)
{
    wm_json_end(ch->j);
    wm_json_begin_array(ch->j, "changes");
    for (uint32_t i = 0; i < ch->note_count; i++) {
        wm_json_begin_object(ch->j, NULL);
        wm_json_add_text(ch->j, "field", ch->notes[i].field);
        wm_json_add_text(ch->j, "message", ch->notes[i].message);
        wm_json_end(ch->j);
    }
    for (uint32_t i = 0; i < ch->diff.count; i++) {
        wm_json_begin_object(ch->j, NULL);
        wm_json_add_text(ch->j, "field", ch->diff.items[i].field);
        wm_json_add_text(ch->j, "message", ch->diff.items[i].message);
        wm_json_end(ch->j);
    }
    wm_json_end(ch->j);
    if (ch->result[0])
        wm_json_add_text(ch->j, "result", ch->result);
    wm_json_end(ch->j);
    wm_diff_free(&ch->diff);
}

wm_status core_change_walkmesh(core_change *ch, const char *name, const wm_kotor_bwm *before,
                               wm_kotor_bwm *after, wm_error *error)
{
    wm_buffer bytes;
    wm_status status = wm_kotor_bwm_write(after, NULL, &bytes, error);
    if (status == WM_BAD_OFFSET) { /* tables that share bytes now differ */
        wm_kotor_bwm_pack(after);
        status = wm_kotor_bwm_write(after, NULL, &bytes, error);
    }
    if (status != WM_OK)
        return status;
    core_change_bytes(ch, name, &bytes);
    return wm_kotor_bwm_diff(before, after, &ch->diff, error);
}

wm_status core_change_model(core_change *ch, core_document *d, const wm_kotor_mdl *after,
                            wm_error *error)
{
    wm_buffer mdl, mdx;
    wm_status status = wm_kotor_mdl_write(after, NULL, &mdl, &mdx, error);
    if (status != WM_OK)
        return status;
    const core_file *other = core_file_found(d->doc->mdx);
    core_change_file(ch, d->file, &mdl);
    if (other)
        core_change_file(ch, other, &mdx);
    else
        wm_buffer_free(&mdx);
    return wm_kotor_mdl_diff(d->doc->mdl, after, &ch->diff, error);
}
