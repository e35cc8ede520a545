/* What fix.c and edit.c share: the answer {files: [{name, bytes}], changes: [{field, message}]},
 * and "result" if the document is in another file now. */
#ifndef WAYMARK_WEB_CHANGE_H
#define WAYMARK_WEB_CHANGE_H

#include "core.h"

enum { CORE_NOTES = 10, CORE_NOTE = 160 };

typedef struct core_change {
    core *c;
    wm_json_writer *j;
    wm_diff diff;
    struct {
        const char *field; /* a static string */
        char message[CORE_NOTE];
    } notes[CORE_NOTES]; /* what the diff does not list */
    uint32_t note_count;
    char result[CORE_NAME]; /* the file that the document is in now; "": where it was */
} core_change;

void core_change_begin(core_change *ch, core *c, wm_json_writer *j);
/* Adds a file as it is after the change. Takes ownership of the bytes. */
void core_change_file(core_change *ch, const core_file *f, wm_buffer *bytes);
/* The same for a file that may be new. */
void core_change_bytes(core_change *ch, const char *name, wm_buffer *bytes);
/* Adds a change that the diff does not list. At most CORE_NOTES. */
void core_change_note(core_change *ch, const char *field, const char *message);
/* The same: a number and what it counts. */
void core_change_count(core_change *ch, const char *field, uint32_t count, const char *one,
                       const char *many);
/* The same for a number that is another one now. */
void core_change_number(core_change *ch, const char *field, const char *name, uint32_t was,
                        uint32_t now);
/* The document is now in this file, as `what`; says so. */
void core_change_result(core_change *ch, const core_document *d, const char *name,
                        const char *what);
/* Adds a changed walkmesh and how it differs. */
wm_status core_change_walkmesh(core_change *ch, const char *name, const wm_kotor_bwm *before,
                               wm_kotor_bwm *after, wm_error *error);
/* The same for the model of a document, with its MDX if that is among the files. */
wm_status core_change_model(core_change *ch, core_document *d, const wm_kotor_mdl *after,
                            wm_error *error);
/* Repairs a model, lists what the diff does not, and writes nothing (fix.c). */
wm_status core_fix_model(core_change *ch, core_document *d, wm_kotor_mdl *m, wm_error *error);
/* Repairs of texts (fix_text.c). */
wm_status core_fix_walkmesh_text(core_change *ch, core_document *d, wm_error *error);
wm_status core_fix_model_text(core_change *ch, core_document *d, wm_error *error);
/* Edits of other documents (edit_models.c). ask: see edit.c. */
wm_status core_edit_mdb(core_change *ch, core_document *d, const wm_json_value *ask,
                        wm_error *error);
wm_status core_edit_bw2(core_change *ch, core_document *d, const wm_json_value *ask,
                        wm_error *error);
wm_status core_edit_text(core_change *ch, core_document *d, const wm_json_value *ask,
                         wm_error *error);
/* The same for a cell of a table (table.c). */
wm_status core_edit_table(core_change *ch, core_document *d, const wm_json_value *ask,
                          wm_error *error);
/* Ends the answer; call it in any case. */
void core_change_end(core_change *ch);

#endif
