/* recordings.h - reads recordings of several hosts or runs as one profile. */

#ifndef INPUT_RECORDINGS_H
#define INPUT_RECORDINGS_H

#include "input/reading.h"

/*
 * Each recording is read on its own. Its times are shifted, usually by its clock offset
 * (profile/wall_clock.h), and profile/join makes one profile of all recordings. Pids, tids and CPUs
 * are renumbered to differ between hosts, so lanes, groups, anomalies and waits can ignore hosts.
 * profile/hosts.h converts between the new and the original numbers, for labels, lists, JSON and
 * filters.
 */

/* How the times of several recordings are aligned. */
enum recordings_align {
	ALIGN_BEST,  /* ALIGN_CLOCK if all recordings have a clock, else ALIGN_START */
	ALIGN_CLOCK, /* by the wall clock (wall_clock.h); fails if a recording lacks it */
	ALIGN_START, /* the first samples of all recordings are at time 0 */
	RECORDINGS_ALIGNS
};

/* The arguments of --align: "auto", "clock", "start". */
extern const char *const recordings_align_names[RECORDINGS_ALIGNS];

struct recorded_file {
	char *path; /* owned */
	bool found; /* found in a directory: may be another kind of file */
};

/* Zero it to begin; release with recordings_release(). */
struct recordings {
	struct recorded_file *list; /* owned */
	uint32_t count;
	size_t room;
	enum recordings_align align;
	bool in_turn; /* runs of one program, one after the other; `align` is ignored */

	/* Borrowed: the files and directories named by the user; if none, those of `list`. */
	const char *const *words;
	uint32_t word_count;
};

/*
 * Add a file. If `path` is a directory, but not a recording, add the files in it, sorted by name,
 * except pipes, devices and those whose names begin with a dot.
 */
bool recordings_add(struct recordings *r, const char *path, struct error *err);
void recordings_release(struct recordings *r);

/* Copy everything but `words`. */
bool recordings_copy(struct recordings *to, const struct recordings *from,
		     struct error *err);

/*
 * Read all files of options->together, or `path` if `together` has no files, as reading_run() does.
 * A file that cannot be read or does not fit the others is an error or, if it was found in a
 * directory, is skipped and named in a note. Release the profile with profile_free().
 *
 * Each host has the name in the header of its recording. If such a name is missing or occurs twice,
 * all hosts have the names of their files, without endings.
 */
struct profile *recordings_run(const char *path, const struct reading_options *options,
			       struct progress *progress, struct error *err);

/* The key of the notes on skipped files; the value is the path and the reason. */
#define RECORDINGS_UNREAD "not read"

#endif
