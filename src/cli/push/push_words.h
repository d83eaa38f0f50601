/* push_words.h - the command line of push. */

#ifndef CLI_PUSH_WORDS_H
#define CLI_PUSH_WORDS_H

#include <stddef.h>

#include "base/error.h"

struct push_words {
	const char *address; /* all borrowed */
	const char *service; /* "": none was named */
	const char **passed; /* owned: what is not for push, for export */
	const char **files;  /* owned */
	size_t passed_count, passed_room, file_count, file_room;
	bool create, help;
};

/*
 * Of "push [OPTIONS] clickhouse://... FILE...": what stands before the address and is none of push's own
 * options is for export, with values where they have some; behind it a word that begins with "-" is, too.
 * ERROR_USAGE without an address or files. Release it, also after a failure.
 */
bool push_words_parse(struct push_words *w, int argc, char **argv, struct error *err);
void push_words_release(struct push_words *w);

#endif
