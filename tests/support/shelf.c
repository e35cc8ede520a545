/* Files in memory, with a finder that counts and can fail. */
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void test_shelf_put(test_shelf *s, const char *name, const char *type, const void *data,
                    size_t size)
{
    if (s->count == SHELF_FILES)
        abort();
    test_shelf_file *f = &s->files[s->count++];
    snprintf(f->where, sizeof f->where, "shelf:%.30s.%.6s", name, type);
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->type, sizeof f->type, "%s", type);
    f->bytes = (wm_buffer){.data = malloc(size + 1), .size = size};
    if (!f->bytes.data)
        abort();
    if (size)
        memcpy(f->bytes.data, data, size);
}

void test_shelf_put_text(test_shelf *s, const char *name, const char *type, const char *text)
{
    test_shelf_put(s, name, type, text, strlen(text));
}

void test_shelf_put_model(test_shelf *s, const char *name, wm_kotor_mdl *mdl)
{
    wm_buffer bytes, mdx;
    if (!mdl || wm_kotor_mdl_write(mdl, NULL, &bytes, &mdx, NULL) != WM_OK)
        abort();
    test_shelf_put(s, name, "mdl", bytes.data, bytes.size);
    test_shelf_put(s, name, "mdx", mdx.data, mdx.size);
    wm_buffer_free(&bytes);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(mdl);
}

void test_shelf_put_walkmesh(test_shelf *s, const char *name, const wm_kotor_bwm *bwm)
{
    wm_buffer bytes;
    if (wm_kotor_bwm_write(bwm, NULL, &bytes, NULL) != WM_OK)
        abort();
    test_shelf_put(s, name, "wok", bytes.data, bytes.size);
    wm_buffer_free(&bytes);
}

static const test_shelf_file *look(const test_shelf *s, const char *name, const char *type)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (wmi_compare_names(s->files[i].name, name) == 0 && strcmp(s->files[i].type, type) == 0)
            return &s->files[i];
    return NULL;
}

const wm_buffer *test_shelf_get(const test_shelf *s, const char *name, const char *type)
{
    const test_shelf_file *f = look(s, name, type);
    if (!f)
        abort();
    return &f->bytes;
}

/* ---- the finder ---- */

typedef struct handle {
    test_shelf *shelf;
    const test_shelf_file *file;
    void *copy; /* so that sanitizers detect late reads */
} handle;

static wm_status fails(const test_shelf *s, wm_status status, const char *type, wm_error *error)
{
    if (status == WM_OK || (s->fail_type && strcmp(s->fail_type, type) != 0))
        return WM_OK;
    if (!s->silent)
        wmi_fail(error, status, "", "the shelf fell down");
    return status;
}

static wm_status load(wm_found *found, wm_error *error)
{
    handle *h = found->owner;
    wm_status status = fails(h->shelf, h->shelf->fail_load, h->file->type, error);
    h->shelf->loads++;
    if (status != WM_OK)
        return status;
    h->copy = malloc(h->file->bytes.size + 1);
    if (!h->copy || found->data)
        abort();
    memcpy(h->copy, h->file->bytes.data, h->file->bytes.size);
    found->data = h->copy;
    found->size = h->file->bytes.size;
    return WM_OK;
}

static void release(wm_found *found)
{
    handle *h = found->owner;
    h->shelf->releases++;
    free(h->copy);
    free(h);
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    test_shelf *s = user;
    const test_shelf_file *f = look(s, name, type);
    wm_status status = fails(s, s->fail, type, error);
    s->finds++;
    if (status != WM_OK || !f)
        return status;
    handle *h = malloc(sizeof *h);
    if (!h)
        abort();
    *h = (handle){s, f, NULL};
    s->found++;
    *out = (wm_found){.where = f->where, .load = load, .release = release, .owner = h};
    return WM_OK;
}

static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    test_shelf *s = user;
    (void)error;
    for (uint32_t i = 0; i < s->count; i++) {
        const test_shelf_file *f = &s->files[i];
        if ((name && wmi_compare_names(f->name, name) != 0) || (type && strcmp(f->type, type) != 0))
            continue;
        if (!visit(visit_user, f->name, f->type, f->where))
            break;
    }
    return WM_OK;
}

wm_finder test_shelf_finder(test_shelf *s)
{
    return (wm_finder){.find = find, .list = list, .user = s};
}

void test_shelf_clear(test_shelf *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        free(s->files[i].bytes.data);
    *s = (test_shelf){.count = 0};
}
