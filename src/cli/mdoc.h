/* mdoc.h - the parts of the manual that are made from tables, in mdoc(7). */

#ifndef CLI_MDOC_H
#define CLI_MDOC_H

#include <stdbool.h>
#include <stdio.h>

/* "keys", "options" or "formats"; false when there is no such part. */
bool mdoc_print(const char *part, FILE *out);

#endif
