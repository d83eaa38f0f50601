/* inlining.h - reads the open file again, with or without inlined functions. */

#ifndef SESSION_LOADER_INLINING_H
#define SESSION_LOADER_INLINING_H

#include "view/view.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Whether inlined functions are shown, and whether they should be. If memory allows, the profile
 * that is not shown is stored, so that the user can switch back without reading the file.
 * Initialise with zeroes; release with inlining_forget().
 */
struct inlining {
	bool wanted;
	bool shown;
	bool under_way;	       /* the loader reads the file, or opens `other` */
	bool from_memory;      /* the loader opens `other` */
	struct profile *other; /* owned: the stored profile, or NULL */
	/* owned: the session of `other` as the user left it; or NULL */
	struct session *opened;
	struct file_mark mark; /* of the file when it was opened */
};

/* Prepare for another file: release the stored profile. */
void inlining_note_file(struct inlining *i, const char *path,
			const struct recordings *together);

/* Why the file cannot be read again; NULL if it can. `partial`: only a part has been read. */
const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial);

/* Call these when reading starts, with or without inlined functions, and when it ends or fails. */
void inlining_begun(struct inlining *i, bool wanted);
void inlining_ended(struct inlining *i);
void inlining_forget(struct inlining *i); /* the file has been closed */

/* Is a profile with (or without) inlined functions stored? False if the settings have `states`. */
bool inlining_has(const struct inlining *i, bool inlined, unsigned states);

/*
 * Make a loader that opens the stored profile. NULL and an error on failure; the stored profile is
 * then released.
 */
struct loader *inlining_open(struct inlining *i, const struct settings *settings,
			     struct error *err);

/*
 * Store `old`, which a session of `now` has replaced, unless no inlined functions were found, one
 * of the two has `states`, or less than half of the memory is free. Returns NULL if it was stored,
 * else `old`, which the caller must release.
 */
struct session *inlining_keep(struct inlining *i, struct session *old,
			      const struct profile *now);
void inlining_drop(struct inlining *i); /* release the stored profile */

/*
 * Find the frame of `again` for each frame of `shown`, the profile that it is about to replace, and
 * set i->shown. Release with mem_free(). NULL and an error if the file has changed or memory runs
 * out.
 */
uint32_t *inlining_match(struct inlining *i, const char *path,
			 const struct profile *shown, const struct profile *again,
			 struct error *err);

/* Add to `err` that reading again failed; if the file has changed, this replaces the error. */
void inlining_explain(const struct inlining *i, const char *path, struct error *err);

/* Write a message about the inlined functions that were found or hidden, or "". */
#define INLINING_WORDS 480
void inlining_words(const struct inlining *i, const struct profile *p,
		    char buf[INLINING_WORDS]);

/* The progress, for a profile with this many samples. */
void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m);

#endif
