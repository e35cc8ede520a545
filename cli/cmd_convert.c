/* waymark convert: one file into another format, or into itself. */
#include "cli.h"

static int run(cli *c)
{
    wm_buffer bytes, out;
    wm_error error;
    int code;
    if (!cli_load(c->files[0], stderr, &bytes))
        return EXIT_INPUT;
    wm_kotor_bwm *b = cli_read_walkmesh(c, &bytes, c->files[0], stderr, &error);
    wm_buffer_free(&bytes);
    if (!b)
        return EXIT_INPUT;
    if (wm_kotor_bwm_write(b, NULL, &out, &error) != WM_OK) {
        cli_say_error(stderr, c->files[1], &error);
        code = EXIT_OUTPUT;
    } else {
        code = cli_save(c, c->files[1], out.data, out.size, stderr);
        wm_buffer_free(&out);
    }
    wm_kotor_bwm_free(b);
    return code;
}

const cli_verb cmd_convert = {
    .name = "convert",
    .synopsis = "[options] IN OUT",
    .summary = "write a file in another format",
    .details = "Reads IN, told by its bytes, and writes OUT.\n\n  waymark convert a.wok b.wok",
    .min_files = 2,
    .max_files = 2,
    .run = run,
};
