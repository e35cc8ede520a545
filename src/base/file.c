/* Reading whole files. */
#include "waymark/file.h"
#include "base/journal.h"
#include "base/words.h"

/* Of a device, which may have no end. */
#define DEVICE_MOST (UINT64_C(16) << 20)

static wm_status io_error(wm_error *error, const char *what)
{
    char text[WMI_OS_ERROR_TEXT];
    return wmi_fail(error, WM_IO, "", "cannot %s: %s", what, wmi_os_error(text));
}

static wm_status read_all(int fd, uint64_t limit, size_t hint, wmi_writer *w, wm_error *error)
{
    size_t step = hint + 1; /* one byte more than expected, so that one read also finds the end */
    for (;;) {
        size_t before = w->size;
        uint8_t *space = wmi_writer_space(w, step);
        if (!space)
            return wmi_no_memory(error);
        ptrdiff_t got = wmi_os_read(fd, space, step);
        if (got < 0)
            return io_error(error, "read");
        if (got == 0) {
            w->size = before;
            return WM_OK;
        }
        w->size = before + (size_t)got;
        if (w->size > limit)
            return wmi_fail(error, WM_LIMIT, "", "the file is larger than the limit of %s bytes",
                            wmi_number(limit).text);
        step = step - (size_t)got;
        if (step < 65536)
            step = 65536;
    }
}

wm_status wm_file_read_open(int fd, const wm_file_read_opts *opts, wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint64_t limit = opts && opts->limit ? opts->limit : UINT64_C(2) << 30;
    wmi_os_info info;
    wm_status status = WM_OK;
    size_t hint = 65535;
    if (wmi_os_info_open(fd, &info) != WMI_OS_OK)
        status = io_error(error, "read");
    else if (info.kind == WMI_OS_DIRECTORY)
        status = wmi_fail(error, WM_IO, "", "is a folder");
    else if (info.kind == WMI_OS_FILE) {
        if (info.size > limit)
            status =
                wmi_fail(error, WM_LIMIT, "", "the file has %s bytes, more than the limit of %s",
                         wmi_number(info.size).text, wmi_number(limit).text);
        else
            hint = (size_t)info.size;
    } else if (info.kind == WMI_OS_DEVICE && limit > DEVICE_MOST) {
        limit = DEVICE_MOST;
    }
    wmi_writer w;
    wmi_writer_init(&w, opts ? opts->allocator : NULL);
    if (status == WM_OK)
        status = read_all(fd, limit, hint, &w, error);
    if (status != WM_OK) {
        wmi_release(&w.allocator, w.data, w.capacity, 1);
        return status;
    }
    return wmi_writer_finish(&w, out, error);
}

wm_status wm_file_read(const char *path, const wm_file_read_opts *opts, wm_buffer *out,
                       wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, 0);
    const char *source = wmi_journal_source(&arena, path);
    int fd = -1;
    wm_status status = WM_OK;
    if (!source)
        status = wmi_no_memory(error);
    else if (!*source)
        status =
            wmi_fail(error, WM_IO, "", "cannot open: an interrupted write had just created it");
    else if (wmi_os_open(source, &fd) != WMI_OS_OK && wmi_os_open(path, &fd) != WMI_OS_OK)
        status = io_error(error, "open"); /* the source may have been renamed to the path */
    wmi_arena_free(&arena);
    if (fd >= 0) {
        status = wm_file_read_open(fd, opts, out, error);
        (void)wmi_os_close(fd);
    }
    return status;
}
