/* A file whose bytes are read when they are needed. */
#include "base/internal.h"
#include "base/platform.h"
#include "base/words.h"
#include "waymark/file.h"

typedef struct open_file {
    wm_allocator allocator;
    int descriptor;
} open_file;

static wm_status io_error(wm_error *error, const char *what)
{
    char text[WMI_OS_ERROR_TEXT];
    return wmi_fail(error, WM_IO, "", "cannot %s: %s", what, wmi_os_error(text));
}

/* The file may have been cut off since it was opened. */
static wm_status read_at(void *user, uint64_t offset, void *out, size_t size, wm_error *error)
{
    const open_file *f = user;
    for (char *to = out; size;) {
        ptrdiff_t got = wmi_os_read_at(f->descriptor, offset, to, size);
        if (got < 0)
            return io_error(error, "read");
        if (got == 0)
            return wmi_fail_at(error, WM_IO, offset, "",
                               "cannot read: the file has become shorter");
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return WM_OK;
}

static void close_file(void *user)
{
    open_file *f = user;
    wm_allocator allocator = f->allocator;
    (void)wmi_os_close(f->descriptor);
    allocator.resize(allocator.user, f, sizeof *f, 0);
}

wm_status wm_file_source(const char *path, const wm_allocator *allocator, wm_source *out,
                         wm_error *error)
{
    const wm_allocator *a = allocator ? allocator : wmi_default_allocator();
    wmi_os_info info;
    int descriptor;
    *out = (wm_source){0};
    if (wmi_os_open(path, &descriptor) != WMI_OS_OK)
        return io_error(error, "open");
    open_file *f = a->resize(a->user, NULL, 0, sizeof *f);
    wm_status status = WM_OK;
    if (!f)
        status = wmi_no_memory(error);
    else if (wmi_os_info_open(descriptor, &info) != WMI_OS_OK)
        status = io_error(error, "read");
    else if (info.kind != WMI_OS_FILE)
        status = wmi_fail(error, WM_IO, "",
                          info.kind == WMI_OS_DIRECTORY ? "is a folder" : "is not a regular file");
    if (status != WM_OK) {
        if (f)
            a->resize(a->user, f, sizeof *f, 0);
        (void)wmi_os_close(descriptor);
        return status;
    }
    *f = (open_file){*a, descriptor};
    *out = (wm_source){.size = info.size, .read = read_at, .close = close_file, .user = f};
    return WM_OK;
}
