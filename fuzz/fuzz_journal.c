/* The journal of a write that was interrupted. The input is its lines; head and hash are added,
 * since no mutation would hit them. Without the place of its folder, a journal names files in its
 * own folder only. It is the same after it is written and read again. */
#include <string.h>

#include "base/journal.h"
#include "fuzz.h"

static const char path[] = "folder/.waymark-0123456789abcdef.journal";

static void check_name(const char *name)
{
    FUZZ_CHECK(strncmp(name, "folder/", 7) == 0 && name[7] && !strchr(name + 7, '/'));
}

static void compare(const wmi_journal *a, const wmi_journal *b)
{
    FUZZ_CHECK(a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const wmi_member *m = &a->members[i], *n = &b->members[i];
        FUZZ_CHECK(strcmp(m->target, n->target) == 0 && m->attempt == n->attempt);
        FUZZ_CHECK(strcmp(m->temporary, n->temporary) == 0);
        FUZZ_CHECK(wmi_content_equal(&m->before, &n->before));
        FUZZ_CHECK(wmi_content_equal(&m->after, &n->after));
    }
}

static void parse(const void *text, size_t size)
{
    wmi_journal journal, again;
    wm_buffer written;
    (void)wmi_journal_parse(path, "/home/folder/", text, size, &journal);
    wmi_journal_free(&journal);
    if (wmi_journal_parse(path, NULL, text, size, &journal)) {
        FUZZ_CHECK(journal.count > 0 && journal.count <= WMI_JOURNAL_MOST);
        for (size_t i = 0; i < journal.count; i++) {
            check_name(journal.members[i].target);
            check_name(journal.members[i].temporary);
            check_name(journal.members[i].kept);
            check_name(journal.members[i].journal);
        }
        FUZZ_CHECK(wmi_journal_write(&journal, &written, NULL) == WM_OK);
        FUZZ_CHECK(wmi_journal_parse(path, NULL, written.data, written.size, &again));
        compare(&journal, &again);
        wmi_journal_free(&again);
        wm_buffer_free(&written);
    }
    wmi_journal_free(&journal);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const char head[] = "waymark journal 1\n";
    enum { HEAD = sizeof head - 1, END = 4 + 16 + 1 };
    char *text = malloc(HEAD + size + END + 1);
    FUZZ_CHECK(text);
    memcpy(text, head, HEAD);
    if (size)
        memcpy(text + HEAD, data, size);
    wmi_content content = wmi_content_of_bytes(text, HEAD + size);
    snprintf(text + HEAD + size, END + 1, "end %016llx\n", (unsigned long long)content.hash);
    parse(text, HEAD + size + END);
    free(text);
    parse(data, size);
}
