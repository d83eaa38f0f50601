/* recordings.h - several recordings, of as many hosts or runs, read as one profile. */

#ifndef INPUT_RECORDINGS_H
#define INPUT_RECORDINGS_H

#include "input/reading.h"

/* What makes their times those of one profile. */
enum recordings_align {
	ALIGN_BEST,  /* the clock, where all have one, else the start */
	ALIGN_CLOCK, /* what time it was, as far as each recording tells (wall_clock.h) */
	ALIGN_START, /* each begins with its first sample, and all begin at once */
	RECORDINGS_ALIGNS
};

/* The words after --align: "clock", "start". */
extern const char *const recordings_align_names[RECORDINGS_ALIGNS];

struct recorded_file {
	char *path; /* owned */
	bool found; /* in a directory that was named: it need not be one */
};

/* Zero to begin; release with recordings_release(). */
struct recordings {
	struct recorded_file *list; /* owned */
	uint32_t count;
	size_t room;
	enum recordings_align align;
	bool in_turn; /* they are runs of one program: each begins where the one before
		       * it ends, and `align` does not count */

	/* Borrowed: what the user has named, files and directories; none: the files. */
	const char *const *words;
	uint32_t word_count;
};

/*
 * Add a file or, of a directory that is no recording itself, what it has of files, by name, but
 * for those whose names begin with a dot.
 */
bool recordings_add(struct recordings *r, const char *path, struct error *err);
void recordings_release(struct recordings *r);

/* The same files, without words. */
bool recordings_copy(struct recordings *to, const struct recordings *from,
		     struct error *err);

/*
 * reading_run(), of all the files of options->together where there are some; `path` is not looked at
 * then. Each is read as it would be alone, and may come out of the cache. A file that cannot be read
 * is an error, unless it was only found in a directory: then it is counted, and named in a note.
 *
 * A host is called what the header of its recording says, where no two say the same, else as its
 * file without endings.
 */
struct profile *recordings_run(const char *path, const struct reading_options *options,
			       struct progress *progress, struct error *err);

/* The key of notes on files that were found and not read: the path, and why. */
#define RECORDINGS_UNREAD "not read"

#endif
