/* inlining.h - read the open file again, with inlined functions or without them. */

#ifndef SESSION_LOADER_INLINING_H
#define SESSION_LOADER_INLINING_H

#include "view/view.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Are inlined functions shown, and should they be? If there is memory, the form that is not shown
 * is kept, so that going back does not read the file. Zero to begin; release with
 * inlining_forget().
 */
struct inlining {
	bool wanted;
	bool shown;
	bool under_way;		/* the loader reads the file again, ... */
	bool from_memory;	/* ... or opens `other` */
	struct profile *other;	/* owned: the form that is not shown; or NULL */
	struct session *opened; /* owned: its session as the user left it; or NULL */
	struct file_mark mark;	/* of the file when it was opened */
};

/* Another file is about to be opened: release the kept form. */
void inlining_note_file(struct inlining *i, const char *path,
			const struct recordings *together);

/* Why it cannot be read again; NULL: it can. `partial`: the file is incomplete. */
const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial);

/* Reading has begun, with or without inlined functions; it has ended, in whatever way. */
void inlining_begun(struct inlining *i, bool wanted);
void inlining_ended(struct inlining *i);
void inlining_forget(struct inlining *i); /* the file has been closed */

/* Is this form kept, so that the file need not be read? `states`: those of the settings. */
bool inlining_has(const struct inlining *i, bool inlined, unsigned states);

/*
 * A loader that opens the kept form, in place of one that reads. NULL and an error when there is
 * not enough memory: then the kept form is released.
 */
struct loader *inlining_open(struct inlining *i, const struct settings *settings,
			     struct error *err);

/*
 * Keep the session that `now` has replaced, if it is of use and half of the memory is free.
 * Returns NULL if it is kept, else the session, which the caller releases.
 */
struct session *inlining_keep(struct inlining *i, struct session *old,
			      const struct profile *now);
void inlining_drop(struct inlining *i); /* release the kept form */

/*
 * Before `again` replaces `shown`: the frames of `again`, by frame of `shown`. Release with
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

/* The meter, for a profile with so many samples. */
void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m);

#endif
