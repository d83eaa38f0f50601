/* operands.h - the operands of a command line: files. */

#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/options.h"

/*
 * Parse argv[first] ...: FILE, or FILE BASELINE-FILE for commands that compare, or several files
 * and directories to be joined. With --baseline all operands belong to the other side. Sets
 * o->file, o->baseline_file and o->together, and for annotate the function, which is the first
 * operand.
 */
bool operands_take(struct options *o, enum taker taker, int first, int argc, char **argv,
		   struct error *err);

/*
 * Assign each --started to one of the files, when all are known. Returns ERROR_USAGE when it
 * matches none or several.
 */
bool operands_take_started(struct options *o, struct error *err);

#endif
