/* Help texts, and messages for unknown verbs and options. */
#ifndef WAYMARK_CLI_HELP_H
#define WAYMARK_CLI_HELP_H

#include "cli.h"

/* waymark --help: all verbs. */
void cli_general_help(FILE *to);
/* waymark without arguments: how to begin. */
void cli_short_help(FILE *to);
/* waymark VERB --help. */
void cli_help(FILE *to, const cli_verb *verb);

/* "unknown verb 'rebiuld'; did you mean 'rebuild'?" EXIT_USAGE. */
int cli_unknown_verb(const char *word);
/* The same for an option as it was typed; `letter` is the unknown one of "-xyz". EXIT_USAGE. */
int cli_unknown_option(const cli_verb *verb, const char *typed, char letter);
/* The verb that `word` most likely means, or NULL if none is near. */
const char *cli_nearest_verb(const char *word);
/* Number of letters to add, remove, change or swap with the next one. Case is ignored. */
size_t cli_edit_distance(const char *a, const char *b);

#endif
