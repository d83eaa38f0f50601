/* inlining.h - reads the open file again, with inlined functions or without them. */

#ifndef SESSION_LOADER_INLINING_H
#define SESSION_LOADER_INLINING_H

#include "view/view.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Whether inlined functions are shown, and whether they should be. If there is memory, the form
 * that is not shown is stored, so that going back does not read the file. Initialise it with
 * zeroes; release with inlining_forget().
 */
struct inlining {
	bool wanted;
	bool shown;
	bool under_way;	       /* the loader reads the file again, ... */
	bool from_memory;      /* ... or opens `other` */
	struct profile *other; /* owned: the form that is not shown; or NULL */
	/* owned: its session in the state in which the user left it; or NULL */
	struct session *opened;
	struct file_mark mark; /* of the file when it was opened */
};

/* Another file is about to be opened: release the stored form. */
void inlining_note_file(struct inlining *i, const char *path,
			const struct recordings *together);

/* Why it cannot be read again; NULL if it can. `partial`: the file is incomplete. */
const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial);

/* Reading has started, with or without inlined functions; it has ended, with or without success. */
void inlining_begun(struct inlining *i, bool wanted);
void inlining_ended(struct inlining *i);
void inlining_forget(struct inlining *i); /* the file has been closed */

/* Is this form stored, so that the file need not be read? `states`: those of the settings. */
bool inlining_has(const struct inlining *i, bool inlined, unsigned states);

/*
 * A loader that opens the stored form, in place of one that reads. NULL and an error when there is
 * not enough memory: then the stored form is released.
 */
struct loader *inlining_open(struct inlining *i, const struct settings *settings,
			     struct error *err);

/*
 * Store the session that `now` has replaced, if it is useful and half of the memory is free.
 * Returns NULL if it is stored, else the session, which the caller releases.
 */
struct session *inlining_keep(struct inlining *i, struct session *old,
			      const struct profile *now);
void inlining_drop(struct inlining *i); /* release the stored form */

/*
 * Call it before `again` replaces `shown`: the frames of `again`, by frame of `shown`. Release with
 * mem_free(). NULL and an error when the file has changed.
 */
uint32_t *inlining_match(struct inlining *i, const char *path,
			 const struct profile *shown, const struct profile *again,
			 struct error *err);

/* Explain a failed reading in `err`. */
void inlining_explain(const struct inlining *i, const char *path, struct error *err);

/* A message about the inlined functions found, or "". */
#define INLINING_WORDS 480
void inlining_words(const struct inlining *i, const struct profile *p,
		    char buf[INLINING_WORDS]);

/* The meter, for a profile with this many samples. */
void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m);

#endif
