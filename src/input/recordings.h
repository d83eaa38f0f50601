/* recordings.h - several recordings, of as many hosts or runs, read as one profile. */

#ifndef INPUT_RECORDINGS_H
#define INPUT_RECORDINGS_H

#include "input/reading.h"

/*
 * Each recording is read as if alone. Its times are moved by its clock offset (profile/wall_clock),
 * and profile/join makes one profile of all. There pids, tids and CPUs are numbers of that profile
 * alone and differ between hosts, so lanes, groups, anomalies and waits need not know of hosts.
 * profile/hosts.h gives the host and the original number to labels, lists and JSON, and the reverse
 * to filters. Equal strings, frames and stacks are stored once; samples are sorted in slices of
 * time on all CPUs (join_by_time).
 */

/* How the times of several recordings are aligned. */
enum recordings_align {
	ALIGN_BEST,  /* by the clock if all recordings have one, otherwise by the start */
	ALIGN_CLOCK, /* by the wall clock (wall_clock.h); fails if a recording lacks it */
	ALIGN_START, /* the first samples of all recordings are at time 0 */
	RECORDINGS_ALIGNS
};

/* The words after --align: "auto", "clock", "start". */
extern const char *const recordings_align_names[RECORDINGS_ALIGNS];

struct recorded_file {
	char *path; /* owned */
	bool found; /* found in a directory: it need not be a recording */
};

/* Zero to begin; release with recordings_release(). */
struct recordings {
	struct recorded_file *list; /* owned */
	uint32_t count;
	size_t room;
	enum recordings_align align;
	bool in_turn; /* runs of one program, one after the other; `align` is ignored */

	/* Borrowed: the files and directories that the user named; none: the files of `list`. */
	const char *const *words;
	uint32_t word_count;
};

/*
 * Add a file. If `path` is a directory and not itself a recording, add the files in it, sorted by
 * name, without those whose names begin with a dot.
 */
bool recordings_add(struct recordings *r, const char *path, struct error *err);
void recordings_release(struct recordings *r);

/* Copy everything but `words`. */
bool recordings_copy(struct recordings *to, const struct recordings *from,
		     struct error *err);

/*
 * reading_run() for all files of options->together; if there are none, for `path`. Each file is
 * read as if alone, and may come from the cache. A file that cannot be read is an error, unless
 * it was found in a directory: then it is skipped and named in a note.
 *
 * A host has the name that the header of its recording states, if all do and no two are the same;
 * otherwise the name of its file without endings. Release with profile_free().
 */
struct profile *recordings_run(const char *path, const struct reading_options *options,
			       struct progress *progress, struct error *err);

/* The key of notes on files that were found and not read; the value: the path, and why. */
#define RECORDINGS_UNREAD "not read"

#endif
