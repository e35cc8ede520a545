/* Checks a KotOR walkmesh and prints what is wrong with it.
 *
 *   check_room ROOM.wok
 *
 * Exits with 0 if there are no errors, 1 if there are, 2 if the file cannot be read. */
#include <stdio.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

static int fail(const char *file, const wm_error *error)
{
    char text[512];
    fprintf(stderr, "check_room: %s\n", wm_error_format(error, file, text, sizeof text));
    return 2;
}

/* A finding says where it is, what it is, and how the registry suggests fixing it. */
static void print_finding(const wm_issue *issue)
{
    const wm_issue_info *info = wm_issue_describe(issue->code);
    printf("%s: %s: %s [%s]\n", wm_severity_name(issue->severity), issue->path, issue->message,
           info->name);
    printf("    Fix: %s\n", info->remedy);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: check_room ROOM.wok\n", stderr);
        return 2;
    }
    wm_error error;
    wm_buffer bytes;
    if (wm_file_read(argv[1], NULL, &bytes, &error) != WM_OK)
        return fail(argv[1], &error);

    /* The reader passes over faults where it can; with a report, each becomes a finding. */
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_bwm *room = wm_kotor_bwm_read(bytes.data, bytes.size, &opts, &error);
    wm_buffer_free(&bytes); /* the document keeps nothing of it */

    int code = 0;
    if (!room || wm_kotor_bwm_check(room, NULL, &report, &error) != WM_OK) {
        code = fail(argv[1], &error);
    } else {
        wm_report_finish(&report); /* adds the "and N more" findings */
        for (uint32_t i = 0; i < report.count; i++)
            print_finding(&report.issues[i]);
        printf("%s: %u errors, %u warnings\n", argv[1], report.errors, report.warnings);
        code = report.errors ? 1 : 0;
    }
    wm_kotor_bwm_free(room);
    wm_report_free(&report);
    return code;
}
