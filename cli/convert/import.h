/* waymark convert from the formats of other programs: import*.c, read_scene.c. */
#ifndef WAYMARK_CLI_IMPORT_H
#define WAYMARK_CLI_IMPORT_H

#include "cli.h"
#include "convert/table.h"

/* convert/read_scene.c: a glTF or OBJ with its buffers or materials. Notes about what a glTF has
 * that is not imported go to the messages. obj: how to read an OBJ; may be NULL. */
wm_scene *cli_read_scene(const cli *c, const wm_buffer *bytes, const char *file,
                         const wm_obj_read_opts *obj, wm_error *error);
/* Checks the values of options for imports. EXIT_FINE, or EXIT_USAGE, reported. */
int cli_check_import(const cli *c);
/* Write v->out as a model, built from a scene. */
/* Reports why a scene cannot become a file of a game, and which option helps. EXIT_INPUT, or
 * EXIT_USAGE. */
int cli_fail_import(const cli *c, const char *file, const wm_error *error);
int cli_import_mdb(cli *c, const cli_conversion *v, const wm_scene *scene);
int cli_import_bw2(cli *c, const cli_conversion *v, const wm_scene *scene);
int cli_import_model(cli *c, const cli_conversion *v, const wm_scene *scene);
/* convert/import_bwm.c: writes v->out as a WOK, PWK or DWK; or one DWK for each state of a door, if
 * the scene has several. */
int cli_import_bwm(cli *c, const cli_conversion *v, const wm_scene *scene,
                   const wm_walkmesh_import_opts *opts);
/* Reports an error if the scene has several states of a door: a template is one of them. */
bool cli_is_one_state(const cli *c, const cli_conversion *v, const wm_scene *scene);
/* door.dwk becomes door1.dwk. False when the path is too long. */
bool cli_state_path(const char *path, uint32_t state, char *to, size_t size);

/* The file that --template names. */
typedef struct cli_template {
    wm_buffer bytes;
    wm_document *document; /* NULL: it is not what is written */
} cli_template;

/* convert/restore.c: applies a scene that another program saved to the file that --template names.
 * *original: the result, which shares arrays with `edited`; NULL if there is no template or the
 * scene is another one.
 * file: if nothing was edited and the options ask for nothing else, the template; else empty. Free
 *   it with cli_template_free. */
int cli_restore(cli *c, const cli_conversion *v, wm_scene *edited, wm_scene **original,
                cli_template *file);
void cli_template_free(cli_template *file);
/* convert/unedited.c: could v->out be a copy of the file? */
bool cli_can_copy(const cli *c, const cli_conversion *v, const wm_document *file);
/* Is OUT the text of a binary template, or the binary of a text? */
bool cli_is_other_form(const cli_conversion *v, const wm_document *file);
/* Writes v->out: byte for byte the template, or its other form.
 *
 * scene: that of the template. */
int cli_copy_template(cli *c, const cli_conversion *v, const cli_template *file,
                      const wm_scene *scene);

/* convert/kept.c: says so, if the scene of a TRN has another walkmesh than its template. */
void cli_say_kept(const cli *c, const char *out, const wm_nwn2_trn *template,
                  const wm_scene *scene);
/* What an import prints if it copied the template. */
void cli_say_copied_model(const cli *c, const cli_conversion *v, const wm_kotor_mdl *mdl);
void cli_say_copied_mdb(const cli *c, const cli_conversion *v, const wm_nwn2_mdb *mdb,
                        uint32_t vertices, uint32_t triangles);
void cli_say_copied_bw2(const cli *c, const cli_conversion *v, const wm_bw2_model *model,
                        uint32_t triangles);
void cli_say_copied_trn(const cli *c, const cli_conversion *v, const wm_nwn2_trn *trn);
void cli_say_copied_bwm(const cli *c, const cli_conversion *v, wm_kotor_bwm *bwm);
/* Drops keys that a program sampled, unless --reduce-keys says otherwise. */
void cli_reduce_keys(const cli *c, const char *file, wm_scene *scene);
/* texture/write_textures.c: writes the images of the scene next to `out`, as TGA. */
int cli_write_textures(const cli *c, const char *out, wm_scene *scene);

#endif
