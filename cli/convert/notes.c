/* What a verb wrote, and what it changed or computed on the way, in words or JSON. */
#include "convert/notes.h"

void cli_say_wrote(const char *out, const cli_note *counts, size_t count)
{
    cli_print(cli_messages(), "waymark: wrote %s", out);
    for (size_t i = 0; i < count; i++)
        cli_put_item(cli_messages(), i ? ", " : ": ", counts[i].count, counts[i].one,
                     counts[i].many);
    fputc('\n', cli_messages());
}

void cli_say_notes(const char *out, const cli_note *notes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (notes[i].count && notes[i].one)
            cli_print(cli_messages(), "waymark: %s: %llu %s\n", out,
                      (unsigned long long)notes[i].count,
                      cli_word(notes[i].count, notes[i].one, notes[i].many));
}

void cli_add_notes(wm_json_writer *j, const cli_note *notes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (notes[i].name)
            wm_json_add_uint(j, notes[i].name, notes[i].count);
}
