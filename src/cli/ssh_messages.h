/* ssh_messages.h - the messages of ssh and of another host, printed without control characters. */

#ifndef CLI_SSH_MESSAGES_H
#define CLI_SSH_MESSAGES_H

#include <sys/types.h>

#include "base/error.h"

/*
 * The other host may send anything, including control sequences (OSC 52 sets the clipboard). A
 * confined child process reads the messages from a pipe and prints them on standard error, line
 * by line, with unprintable characters replaced. ssh asks for passwords on the terminal itself.
 */
struct ssh_messages {
	pid_t pid;   /* 0: no process; the other members are then unused */
	int into;    /* owned: the standard error for ssh */
	int ends_by; /* owned: closing it ends the process */
};

/* Only for a process with one thread. */
bool ssh_messages_begin(struct ssh_messages *m, struct error *err);

/* Print the remaining messages, then end. Does nothing without a process. */
void ssh_messages_end(struct ssh_messages *m);

#endif
