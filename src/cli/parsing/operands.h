/* operands.h - what stands on a command line behind its options: files. */

#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/options.h"

/*
 * argv[first] ...: FILE, or FILE BASELINE-FILE for commands that hold two against each other, or, put
 * together, several files and directories. Fills in o->file, o->baseline_file and o->together, and
 * of annotate the function, which comes first.
 */
bool operands_take(struct options *o, enum taker taker, int first, int argc, char **argv,
		   struct error *err);

#endif
