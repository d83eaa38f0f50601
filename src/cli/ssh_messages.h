/* ssh_messages.h - the messages of ssh and of another host, printed without control characters. */

#ifndef CLI_SSH_MESSAGES_H
#define CLI_SSH_MESSAGES_H

#include <sys/types.h>

#include "base/error.h"

/*
 * The other host may send anything, including commands for the terminal (OSC 52 sets the
 * clipboard). A confined process of its own reads the messages from a pipe and prints them on
 * standard error, line by line, with unprintable characters replaced. ssh asks for passwords on
 * the terminal itself.
 */
struct ssh_messages {
	pid_t pid;   /* 0: there is none, and no more below */
	int into;    /* owned: what ssh gets as its standard error */
	int ends_by; /* owned: it ends when this is closed */
};

/* For a process of one thread. */
bool ssh_messages_begin(struct ssh_messages *m, struct error *err);

/* What has been said until now is printed first. Also when there is none. */
void ssh_messages_end(struct ssh_messages *m);

#endif
