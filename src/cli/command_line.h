/* command_line.h - from argv to an exit status. */

#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

/*
 * Do what the command line says. Returns the exit status: 0 done, 1 it failed, 2 the
 * command line is wrong; a failure has been reported on standard error in one line.
 */
int command_line_run(int argc, char **argv);

#endif
