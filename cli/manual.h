/* The man page and the completions, from the same tables as --help. */
#ifndef WAYMARK_CLI_MANUAL_H
#define WAYMARK_CLI_MANUAL_H

#include "cli.h"

/* waymark.1 in man(7) markup. */
void cli_man_page(FILE *to);
/* "bash", "zsh" or "fish"; EXIT_USAGE for others. */
int cli_completion(FILE *to, const char *shell);

#endif
