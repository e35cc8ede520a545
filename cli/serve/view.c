/* Starts the server of `view --serve` and says where it is. */
#include "serve/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "serve/server.h"

/* ---- the page ---- */

/* Replaces the first `old` in the page by `new`, which is as long. */
static bool patch(wm_buffer *page, const char *old, const char *new)
{
    size_t n = strlen(old);
    for (size_t i = 0; i + n <= page->size; i++)
        if (page->data[i] == (uint8_t)old[0] && memcmp(page->data + i, old, n) == 0) {
            memcpy(page->data + i, new, n);
            return true;
        }
    return false;
}

/* A page that may ask its own server, and that has an object in the place of a list of files. */
static int prepare_page(wm_buffer *page)
{
    static const char list[] = "<script id=\"waymark-files\" type=\"application/json\">[]",
                      object[] = "<script id=\"waymark-files\" type=\"application/json\">{}";
    if (patch(page, "connect-src 'none'", "connect-src 'self'") && patch(page, list, object))
        return EXIT_FINE;
    return cli_fail(EXIT_OUTPUT, "viewer.html: expected the viewer's page without files");
}

/* ---- the address ---- */

static bool make_key(char key[SERVE_KEY_SIZE + 1])
{
    uint8_t bytes[SERVE_KEY_SIZE / 2];
    if (!platform_random(bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(key + 2 * i, 3, "%02x", (unsigned)bytes[i]);
    return true;
}

static int take_port(const cli *c, uint16_t *port)
{
    const char *text = cli_get(c, "port");
    uint32_t n = 0;
    if (text && !cli_uint("port", text, &n))
        return EXIT_USAGE;
    if (text && (n < 1 || n > 65535))
        return cli_fail(EXIT_USAGE, "--port takes 1 to 65535, not '%s'", text);
    *port = (uint16_t)n;
    return EXIT_FINE;
}

enum { ADDRESS = 64 + SERVE_KEY_SIZE };

static void say(const cli *c, const serve_list *list, const char *address, uint16_t port,
                bool opened)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, stdout);
        wm_json_add_text(&j, "address", address);
        wm_json_add_uint(&j, "port", port);
        wm_json_begin_array(&j, "folders");
        for (size_t i = 0; i < list->root_count; i++)
            wm_json_add_text(&j, NULL, list->roots[i].path);
        wm_json_end(&j);
        wm_json_add_uint(&j, "files", list->listed);
        wm_json_add_bool(&j, "opened", opened);
        json_finish(&j);
    } else {
        cli_print(stdout, "%s\n", address);
    }
    fflush(stdout); /* somebody may wait for it */
    if (list->links)
        cli_print(stderr, "waymark: warning: %zu symbolic link%s not followed\n", list->links,
                  list->links == 1 ? " is" : "s are");
    if (list->full)
        cli_print(stderr,
                  "waymark: warning: there are too many files: only the first %d are looked at\n",
                  SERVE_FILES_MAX);
    if (!c->quiet)
        cli_print(stderr, "waymark: serving %zu file%s to this machine only%s; Ctrl-C ends it\n",
                  list->listed, list->listed == 1 ? "" : "s",
                  opened ? "" : ": open the address in a browser");
    fflush(stderr);
}

/* ---- the server ---- */

static int run(const cli *c, serve_site *site, net_socket listener)
{
    char address[ADDRESS];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/%s/", (unsigned)site->port, site->key);
    cli_end_by_itself();
    bool opened = !cli_has(c, "no-open") && platform_open_address(address);
    say(c, site->list, address, site->port, opened);
    return serve_run(site, listener) ? EXIT_FINE : cli_no_memory(CLI_WRITING);
}

static int listen_and_run(const cli *c, serve_site *site)
{
    if (!net_start())
        return cli_fail(EXIT_OUTPUT, "this system has no network");
    net_socket listener = net_listen(&site->port);
    int code = listener == NET_NONE
                   ? cli_fail(EXIT_OUTPUT, "cannot listen on port %u of 127.0.0.1: %s",
                              (unsigned)site->port, strerror(errno))
                   : run(c, site, listener);
    if (listener != NET_NONE)
        net_close(listener);
    net_stop();
    return code;
}

int serve_view(const cli *c, wm_buffer *viewer)
{
    serve_site site = {0};
    serve_list list = {0};
    char *open = NULL;
    int code = take_port(c, &site.port);
    if (code == EXIT_FINE && !c->file_count)
        code = cli_fail(EXIT_USAGE, "--serve takes folders and files, not a module of a game");
    if (code == EXIT_FINE && !make_key(site.key))
        code = cli_fail(EXIT_OUTPUT, "this system has no random numbers");
    if (code == EXIT_FINE)
        code = prepare_page(viewer);
    if (code == EXIT_FINE)
        code = serve_list_start(c, &list, &open);
    if (code == EXIT_FINE) {
        site.page = viewer->data;
        site.page_size = viewer->size;
        site.open = open;
        site.list = &list;
        code = listen_and_run(c, &site);
    }
    serve_list_free(&list);
    free(open);
    return code;
}
