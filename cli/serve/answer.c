/* Four kinds of addresses, all below the key:
 *
 *   /KEY/                  the page
 *   /KEY/version           {"version", "settling"}: asked for once a second
 *   /KEY/list              {"version", "open", "files": [{"name", "id", "version", "size"}]}
 *   /KEY/file/ID/VERSION   a file of the list, whole or in part
 *
 * Files have numbers, so no address is ever taken apart into the path of a file. */
#include "serve/answer.h"

#include <string.h>

static const char TEXT[] = "text/plain; charset=utf-8";
static const char JSON[] = "application/json";
/* The page has a policy of its own as well, which knows its script and its style by their hashes.
 */
static const char PAGE_POLICY[] = "object-src 'none'; connect-src 'self'; base-uri 'none'; "
                                  "form-action 'none'; frame-ancestors 'none'";
static const char FILE_POLICY[] = "default-src 'none'; frame-ancestors 'none'; sandbox";

/* ---- addresses ---- */

/* Takes the same time wherever a wrong key differs. */
static bool take_key(const char **at, size_t *left, const char *key)
{
    unsigned difference = 0;
    if (*left < SERVE_KEY_SIZE + 2 || (*at)[0] != '/' || (*at)[SERVE_KEY_SIZE + 1] != '/')
        return false;
    for (size_t i = 0; i < SERVE_KEY_SIZE; i++)
        difference |= (unsigned)((*at)[i + 1] ^ key[i]);
    *at += SERVE_KEY_SIZE + 2;
    *left -= SERVE_KEY_SIZE + 2;
    return difference == 0;
}

static bool equals(const char *at, size_t left, const char *text)
{
    return left == strlen(text) && memcmp(at, text, left) == 0;
}

/* At most 15 digits. */
static bool take_number(const char **at, size_t *left, uint64_t *value)
{
    size_t n = 0;
    for (*value = 0; n < *left && n < 15 && (*at)[n] >= '0' && (*at)[n] <= '9'; n++)
        *value = *value * 10 + (uint64_t)((*at)[n] - '0');
    *at += n;
    *left -= n;
    return n > 0;
}

static const serve_file *find_file(const serve_list *list, const char *at, size_t left)
{
    static const char before[] = "file/";
    size_t n = sizeof before - 1;
    uint64_t id, version;
    if (left < n || memcmp(at, before, n) != 0)
        return NULL;
    at += n;
    left -= n;
    if (!take_number(&at, &left, &id) || !left || *at != '/')
        return NULL;
    at++;
    left--;
    return take_number(&at, &left, &version) && !left ? serve_list_find(list, id, version) : NULL;
}

/* ---- bodies ---- */

static int give_json(wm_json_writer *j, serve_body *body, http_answer *answer)
{
    wm_json_end(j);
    if (wm_json_writer_finish(j, &body->made, NULL) != WM_OK)
        return HTTP_NO_MEMORY;
    body->text = (const char *)body->made.data;
    body->size = body->made.size;
    answer->type = JSON;
    answer->count = body->size;
    return HTTP_OK;
}

static void begin_json(const serve_site *site, wm_json_writer *j)
{
    wm_json_writer_init(
        j, &(wm_json_write_opts){.base = {.allocator = cli_allocator()}, .latin1 = true});
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "version", site->list->version);
}

static int give_version(const serve_site *site, serve_body *body, http_answer *answer)
{
    wm_json_writer j;
    if (!serve_list_look(site->list))
        return HTTP_NO_MEMORY;
    begin_json(site, &j);
    wm_json_add_bool(&j, "settling", site->list->settling);
    return give_json(&j, body, answer);
}

static int give_list(const serve_site *site, serve_body *body, http_answer *answer)
{
    const serve_list *list = site->list;
    wm_json_writer j;
    begin_json(site, &j);
    if (site->open)
        wm_json_add_text(&j, "open", site->open);
    wm_json_begin_array(&j, "files");
    for (size_t i = 0; i < list->count; i++) {
        const serve_file *f = list->files[i];
        if (!f->version)
            continue;
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "name", f->name);
        wm_json_add_uint(&j, "id", f->id);
        wm_json_add_uint(&j, "version", f->version);
        wm_json_add_uint(&j, "size", f->listed.size);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    return give_json(&j, body, answer);
}

/* Only if it is still the file that was listed. */
static FILE *open_listed(const serve_file *f)
{
    platform_state state;
    FILE *file = platform_open_state(f->path, &state);
    bool same = file && state.size == f->listed.size && state.time == f->listed.time &&
                state.node == f->listed.node;
    if (file && !same) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static int give_file(const serve_file *f, const http_range *range, serve_body *body,
                     http_answer *answer)
{
    FILE *file = f ? open_listed(f) : NULL;
    if (!file)
        return HTTP_NOT_FOUND;
    answer->of = f->listed.size;
    answer->ranges = true;
    int status = http_take_range(range, answer->of, &answer->first, &answer->count);
    if (status != HTTP_BAD_RANGE && platform_seek(file, answer->first)) {
        body->file = file;
        body->left = answer->count;
        answer->type = "application/octet-stream";
        return status;
    }
    fclose(file);
    return status == HTTP_BAD_RANGE ? status : HTTP_NOT_FOUND;
}

static int give(serve_site *site, const http_request *request, serve_body *body,
                http_answer *answer)
{
    const char *at = request->path;
    size_t left = request->path_size;
    if (!take_key(&at, &left, site->key))
        return HTTP_NOT_FOUND;
    if (!left) {
        body->text = site->page;
        body->size = site->page_size;
        answer->type = "text/html; charset=utf-8";
        answer->policy = PAGE_POLICY;
        answer->count = site->page_size;
        return HTTP_OK;
    }
    if (equals(at, left, "version"))
        return give_version(site, body, answer);
    if (equals(at, left, "list"))
        return give_list(site, body, answer);
    return give_file(find_file(site->list, at, left), &request->range, body, answer);
}

size_t serve_answer(serve_site *site, int status, const http_request *request,
                    char head[HTTP_ANSWER_MAX], serve_body *body)
{
    http_answer answer = {.policy = FILE_POLICY};
    *body = (serve_body){0};
    if (status == HTTP_OK)
        status = give(site, request, body, &answer);
    answer.status = status;
    if (!answer.type) { /* an error, which is described in its own words */
        answer.type = TEXT;
        body->text = http_reason(status);
        body->size = strlen(body->text);
        answer.count = body->size;
    }
    if (request->head)
        serve_body_free(body);
    return http_head(&answer, head);
}

void serve_body_free(serve_body *body)
{
    if (body->file)
        fclose(body->file);
    wm_buffer_free(&body->made);
    *body = (serve_body){0};
}
