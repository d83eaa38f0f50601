/* completions.h - commands, options and their words for the completion of zsh and fish; bash's is in generated.h. */

#ifndef CLI_COMPLETIONS_H
#define CLI_COMPLETIONS_H

#include <stdio.h>

/* The whole file, as data/completions has it. */
void completions_zsh(FILE *out);
void completions_fish(FILE *out);

#endif
