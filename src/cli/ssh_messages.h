/* ssh_messages.h - what ssh and another host say beside the recording, printed so that it only shows. */

#ifndef CLI_SSH_MESSAGES_H
#define CLI_SSH_MESSAGES_H

#include <sys/types.h>

#include "base/error.h"

/*
 * What comes from there may be anything, also what a terminal obeys (OSC 52 sets the clipboard). A
 * process of its own, which is confined, takes it from a pipe and prints it on standard error, line by line,
 * with all that is not printable replaced. ssh asks for passwords on the terminal itself.
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
