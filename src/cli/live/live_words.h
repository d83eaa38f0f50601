/* live_words.h - the command line of "flarescope live". */

#ifndef CLI_LIVE_WORDS_H
#define CLI_LIVE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define LIVE_KEEP_USUAL	     (UINT64_C(600) * 1000000000) /* ns */
#define LIVE_PIDS_MOST	     64
#define LIVE_CONDITIONS_MOST 8

/* Single letters are perf's; all that is not of recording is an option of open. */
struct live_words {
	uint32_t frequency; /* samples a second and CPU; 0: not given */
	int32_t pids[LIVE_PIDS_MOST];
	uint32_t pid_count;
	const char *cpus, *cgroup, *output, *host;    /* borrowed; NULL: not given */
	uint64_t keep;				      /* ns */
	uint64_t duration;			      /* ns; 0: no end */
	const char *conditions[LIVE_CONDITIONS_MOST]; /* borrowed: of --save-when */
	uint32_t condition_count;
	const char *save_to; /* borrowed: the directory for that */
	uint64_t save_most;  /* bytes of it */
	bool headless, help, keep_given;
	bool
	    piped; /* "-": what comes on standard input, in place of a recording of this host */
	bool records; /* some option is of recording */
	char **
	    rest; /* owned, the words borrowed: for open, without its name; NULL behind the last */
	int count;
	size_t room;
};

/* `argv` is what stands behind "live", borrowed. ERROR_USAGE and a sentence otherwise. Release it also then. */
bool live_words_parse(struct live_words *w, int argc, char **argv, struct error *err);
/* One more word for the other command; borrowed. */
bool live_words_add(struct live_words *w, char *word, struct error *err);
void live_words_release(struct live_words *w);

#endif
