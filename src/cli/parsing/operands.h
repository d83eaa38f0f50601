/* operands.h - the operands of a command line: files, directories, a function. */

#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/options.h"

/*
 * Parse argv[first] ...: FILE, or FILE BASELINE-FILE for commands that compare, or several files
 * and directories to merge; for annotate, FUNCTION comes first. With --baseline, all files are
 * recordings of the new build. Sets o->file, o->baseline_file and o->together.
 */
bool operands_take(struct options *o, enum taker taker, int first, int argc, char **argv,
		   struct error *err);

/*
 * After all files are known, assign each --started to one of them. Returns false and ERROR_USAGE if
 * there is no such file, or if it is unclear which file is meant.
 */
bool operands_take_started(struct options *o, struct error *err);

#endif
