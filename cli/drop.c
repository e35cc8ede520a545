/* Files without a verb: a model becomes a GLB next to it, a walkmesh, a layout or a terrain opens
 * in the browser, an archive is listed, a folder is checked, anything else is described. */
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "batch.h"
#include "drop.h"
#include "kept.h"
#include "platform.h"

extern const cli_verb cmd_check, cmd_convert, cmd_info, cmd_ls, cmd_view;

typedef enum wish { TO_DESCRIBE, TO_CHECK, TO_CONVERT, TO_LIST, TO_VIEW, TO_SKIP } wish;

/* Only its tables are read: an archive may be larger than memory. */
static bool is_archive(const char *file)
{
    cli_archive archive;
    wm_error error;
    bool good = cli_archive_open(&archive, file, strlen(file), &error);
    cli_archive_close(&archive);
    cli_kept_clear(); /* the verb may set another limit of memory */
    return good;
}

static wish wish_for(const char *file)
{
    wm_buffer bytes;
    if (cli_is_directory(file))
        return TO_CHECK;
    if (cli_ends(file, ".mdx"))
        return TO_SKIP; /* it is read with its MDL */
    if (is_archive(file))
        return TO_LIST;
    if (cli_read_file(file, &bytes, NULL) != WM_OK)
        return TO_DESCRIBE; /* which reports what is wrong */
    wm_format format = wm_detect(bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    switch (format) {
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT:
    case WM_FORMAT_NWN2_MDB:
    case WM_FORMAT_BW2_MODEL: return TO_CONVERT;
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT:
    case WM_FORMAT_KOTOR_LYT:
    case WM_FORMAT_NWN2_TRN: return TO_VIEW;
    default: return TO_DESCRIBE;
    }
}

static int run_on(const cli_verb *verb, char *file)
{
    char *argv[] = {NULL, (char[]){"--"}, file, NULL};
    return cli_run(verb, 3, argv);
}

/* An existing file is replaced only if somebody at the keyboard says so. */
static bool may_replace(const char *out)
{
    if (!platform_exists(out) || !platform_owns_window())
        return false;
    cli_print(stdout, "%s exists already. Replace it? (y/n) ", out);
    fflush(stdout);
    int key = platform_wait_for_key();
    puts(key == 'y' || key == 'Y' ? "yes" : "no");
    return key == 'y' || key == 'Y';
}

static int convert(char *file)
{
    char out[PLATFORM_PATH], force[] = "--force", textures[] = "--textures", embed[] = "embed";
    char end[] = "--";
    if (!cli_replace_ending(file, ".glb", out, sizeof out))
        return cli_fail(EXIT_OUTPUT, "%s: the path of the output is too long", file);
    char *argv[8] = {NULL};
    int count = 1; /* the first word is not read */
    argv[count++] = textures;
    argv[count++] = embed;
    if (may_replace(out))
        argv[count++] = force;
    argv[count++] = end;
    argv[count++] = file;
    argv[count++] = out;
    return cli_run(&cmd_convert, count, argv);
}

static int run_wish(wish what, char *file)
{
    switch (what) {
    case TO_DESCRIBE: return run_on(&cmd_info, file);
    case TO_CHECK: return run_on(&cmd_check, file);
    case TO_LIST: return run_on(&cmd_ls, file);
    case TO_CONVERT: return convert(file);
    case TO_VIEW:
    case TO_SKIP: break;
    }
    return EXIT_FINE;
}

int cli_drop(int count, char **files)
{
    int worst = EXIT_FINE, pages = 2;
    char **argv = calloc((size_t)count + 3, sizeof *argv);
    if (!argv)
        return cli_no_memory(CLI_READING);
    argv[1] = (char[]){"--"};
    for (int i = 0; i < count; i++) {
        wish what = wish_for(files[i]);
        if (what == TO_VIEW)
            argv[pages++] = files[i]; /* all on one page */
        int code = run_wish(what, files[i]);
        worst = code > worst ? code : worst;
    }
    if (pages > 2) {
        int code = cli_run(&cmd_view, pages, argv);
        worst = code > worst ? code : worst;
    }
    free(argv);
    return worst;
}

bool cli_is_drop(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!platform_exists(argv[i]))
            return false;
    return argc > 1;
}

void cli_drop_help(void)
{
    cli_print(stdout, "Waymark %s\n", wm_version());
    fputs("\n"
          "Drop files on waymark.exe to use it:\n"
          "  a model (MDL, BWM)                becomes a GLB file next to it, with its textures\n"
          "  a walkmesh, layout or terrain     opens in the browser\n"
          "  an archive (MOD, RIM, ZIP, ...)   is listed\n"
          "  a folder                          is checked\n\n"
          "Or open a terminal in this folder and type: waymark --help\n",
          stdout);
}
