/* completion.h - completion of commands, options and their words for bash. */

#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdio.h>

void completion_print_bash(FILE *out);

#endif
