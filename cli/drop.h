/* Files that are dropped on the program. */
#ifndef WAYMARK_CLI_DROP_H
#define WAYMARK_CLI_DROP_H

#include <stdbool.h>

/* Does with each file what people want from such a file. The worst exit code. */
int cli_drop(int count, char **files);
/* Do the arguments after the program's name look as if files were dropped on it? */
bool cli_is_drop(int argc, char **argv);
/* What somebody who opened the program in Explorer should do instead. */
void cli_drop_help(void);

#endif
