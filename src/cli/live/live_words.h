/* live_words.h - parses the command line of "flarescope live". */

#ifndef CLI_LIVE_WORDS_H
#define CLI_LIVE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define LIVE_KEEP_USUAL	     (UINT64_C(600) * 1000000000) /* ns */
#define LIVE_PIDS_MOST	     64
#define LIVE_CONDITIONS_MOST 8

/*
 * The parsed command line. Short options are those of perf record. Options that do not concern
 * recording are passed to open.
 */
struct live_words {
	uint32_t frequency; /* samples per second and CPU; 0: not given */
	int32_t pids[LIVE_PIDS_MOST];
	uint32_t pid_count;
	const char *cpus, *cgroup, *output, *host;    /* borrowed; or NULL */
	uint64_t keep;				      /* ns */
	uint64_t duration;			      /* ns; 0: until interrupted */
	const char *conditions[LIVE_CONDITIONS_MOST]; /* borrowed: --save-when */
	uint32_t condition_count;
	const char *save_to; /* borrowed: --save-to */
	uint64_t save_most;  /* bytes: --save-most */
	bool headless, help, keep_given;
	/* "-": read a stream on standard input instead of recording this host. */
	bool piped;
	bool records; /* an option about recording was given */
	/* Owned array of borrowed words: the arguments of open, NULL-terminated. */
	char **rest;
	int count;
	size_t room;
};

/*
 * Parse `argv`, the words after "live", which are borrowed. Returns false and ERROR_USAGE for
 * invalid words. Release `w` even after a failure.
 */
bool live_words_parse(struct live_words *w, int argc, char **argv, struct error *err);
/* Append an argument for open; borrowed. */
bool live_words_add(struct live_words *w, char *word, struct error *err);
void live_words_release(struct live_words *w);

#endif
