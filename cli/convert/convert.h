/* waymark convert. */
#ifndef WAYMARK_CLI_CONVERT_H
#define WAYMARK_CLI_CONVERT_H

#include "cli.h"

int cli_convert(cli *c);

#endif
