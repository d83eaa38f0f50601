/* operands.h - what stands on a command line behind its options: files. */

#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/options.h"

/*
 * argv[first] ...: FILE, or FILE BASELINE-FILE for commands that hold two against each other, or, put
 * together, several files and directories; with --baseline all are of the other side. Fills in o->file, o->baseline_file and o->together, and
 * of annotate the function, which comes first.
 */
bool operands_take(struct options *o, enum taker taker, int first, int argc, char **argv,
		   struct error *err);

/*
 * When all files are known: of which of them each --started is. ERROR_USAGE where it is of none, or
 * could be of several.
 */
bool operands_take_started(struct options *o, struct error *err);

#endif
