/* messages.h - what the helper is asked and answers, over a socket that passes descriptors. */

#ifndef SANDBOX_MESSAGES_H
#define SANDBOX_MESSAGES_H

#include <limits.h>
#include <stdint.h>

#include "base/error.h"

enum request_kind {
	REQUEST_SAVE,
	REQUEST_REPLACE,
	REQUEST_COMMIT,
	REQUEST_ABANDON,
	REQUEST_READ,
	REQUEST_OPEN
};

struct request {
	uint32_t kind; /* enum request_kind */
	uint32_t file; /* enum helper_file, to commit or abandon; flags to open */
	char path[PATH_MAX];
};

#define ANSWER_FILES 2
struct answer {
	struct error err; /* kind ERROR_NONE: it was done */
	int files[ANSWER_FILES];
	uint32_t count; /* of files */
	int number;	/* errno, where one is asked for */
};

/* False when nobody is on the other side any more. Neither raises a signal. */
bool request_send(int socket, const struct request *r);
bool answer_receive(int socket, struct answer *a);

/* Whatever was sent: what has no such kind, or no path that ends, is not taken. */
bool request_receive(int socket, struct request *r);

/* The files are copied to the other side; they stay open here. */
bool answer_send(int socket, const struct answer *a);

#endif
