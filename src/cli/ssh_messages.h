/* ssh_messages.h - prints messages of ssh and of a remote host without control characters. */

#ifndef CLI_SSH_MESSAGES_H
#define CLI_SSH_MESSAGES_H

#include <sys/types.h>

#include "base/error.h"

/*
 * The remote host may send anything, including control sequences (OSC 52 sets the clipboard). A
 * sandboxed child process reads the messages from a pipe and prints them on standard error, line by
 * line, with unprintable characters replaced. Password prompts do not pass through the pipe: ssh
 * writes them directly to the terminal.
 */
struct ssh_messages {
	pid_t pid;   /* 0: no process; the other members are then unused */
	int into;    /* owned: write end of the pipe, for the standard error of ssh */
	int ends_by; /* owned: closing it ends the process */
};

/* Start the child process. Call it only while this process has a single thread. */
bool ssh_messages_begin(struct ssh_messages *m, struct error *err);

/* Print the remaining messages and end the child process. Does nothing if `pid` is 0. */
void ssh_messages_end(struct ssh_messages *m);

#endif
