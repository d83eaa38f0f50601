/* command_line.h - runs the command line and returns the exit status. */

#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

/*
 * Returns 0 on success, 1 on failure, 2 if the command line is invalid, and 3 if diff --fail-above
 * finds growth. A failure is reported in one line on standard error.
 */
int command_line_run(int argc, char **argv);

#endif
