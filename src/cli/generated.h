/* generated.h - what the build makes from the tables of commands, options, keys and formats. */

#ifndef CLI_GENERATED_H
#define CLI_GENERATED_H

#include <stdbool.h>
#include <stdio.h>

/* A part of the manual in mdoc(7), "keys", "options" or "formats"; false: no other is there. */
bool generated_mdoc(const char *part, FILE *out);

/* Completion of commands, options and their words, for bash. */
void generated_bash(FILE *out);

#endif
