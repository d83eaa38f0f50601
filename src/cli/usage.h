/* usage.h - how flarescope is called, in words for the terminal. */

#ifndef CLI_USAGE_H
#define CLI_USAGE_H

#include <stdio.h>

#include "cli/subcommand.h"

/* All commands, a line each. */
void usage_print_all(FILE *out);

/* One command with its options. */
void usage_print(const struct subcommand *sub, FILE *out);

/*
 * A paragraph of at most 79 columns, all lines but the first indented by `indent`;
 * `column` is where the first begins.
 */
void usage_paragraph(const char *words, int column, int indent, FILE *out);

#endif
