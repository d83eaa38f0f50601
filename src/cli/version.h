/* version.h - what this flarescope is, and what is built into it. */

#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include <stdio.h>

/* `confined`: by what reading is. A line each, then the libraries that it can do without. */
void version_print(const char *confined, FILE *out);

#endif
