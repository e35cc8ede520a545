/* The interface of the core to JavaScript; see exports.c. */
#ifndef WAYMARK_WEB_EXPORTS_H
#define WAYMARK_WEB_EXPORTS_H

#include "core.h"

void *export_alloc(size_t size);
void export_release(void *memory);
core *export_create(void);
void export_destroy(core *c);
const uint8_t *export_text(const core *c);
size_t export_text_size(const core *c);
const void *export_blob(const core *c, size_t i);
size_t export_blob_size(const core *c, size_t i);
void export_forget(core *c);
int export_add(core *c, char *name, uint8_t *data, size_t size);
int export_add_remote(core *c, char *name, double size);
int export_detect(core *c, const char *name);
size_t export_mount(core *c);
size_t export_file_count(const core *c);
int export_exists(const core *c, uint32_t index);
int32_t export_find(core *c, const char *name);
int export_needs(core *c);
int export_feed(core *c, uint32_t file, double offset, uint8_t *data, size_t size);
size_t export_prepare(core *c, uint32_t id);
void export_spoil(core *c, uint32_t id);
int export_bytes(core *c, uint32_t id);
void export_remove(core *c, const char *name);
void export_clear(core *c);
void export_close(core *c, uint32_t id);
void export_scan(core *c, uint32_t id);
int export_documents(core *c);
int export_info(core *c, uint32_t id);
int export_check(core *c, uint32_t id);
int export_walkmesh(core *c, uint32_t id);
int export_overlays(core *c, uint32_t id);
int export_images(core *c, uint32_t id);
int export_picture(core *c, uint32_t id);
int export_table(core *c, uint32_t id);
size_t export_need_count(const core *c);
int export_entries(core *c, uint32_t id);
int export_extract(core *c, uint32_t id, uint32_t entry);
int export_glb(core *c, uint32_t id, int all);
int export_export(core *c, uint32_t id, const char *kind);
int export_fix(core *c, uint32_t id, float tolerance, int remove_dangling);
int export_edit(core *c, uint32_t id, const char *text);
int export_compare(core *c, uint32_t id, uint32_t other);
int export_pick(core *c, uint32_t id, float x, float y, float z);
int export_ray(core *c, uint32_t id, float x, float y, float z, float dx, float dy, float dz);
int export_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz,
                float radius, int through);
int export_game_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz);

#endif
