/* inlining.h - the open file is read again, with its inlined functions or without them. */

#ifndef SESSION_LOADER_INLINING_H
#define SESSION_LOADER_INLINING_H

#include "view/view.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Whether functions show that are inlined, and whether they should. What was shown before is kept where
 * there is memory, so that the way back reads nothing. Zero to begin; release with inlining_forget().
 */
struct inlining {
	bool wanted;
	bool shown;
	bool under_way;	       /* the loader reads what is on the screen again, */
	bool from_memory;      /* ... or it is at hand: `other`, which is being opened */
	struct profile *other; /* owned: the file in the way that is not shown; or NULL */
	struct session *opened; /* owned: of it, as it was left; or NULL */
	struct file_mark mark;	/* of the file as it was opened */
};

/* A file is about to be opened: what was kept of another is released. */
void inlining_note_file(struct inlining *i, const char *path,
			const struct recordings *together);

/* Why it cannot be read for that; NULL: it can. `partial`: not all of it is on the screen. */
const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial);

/* It has begun, to look for them or to leave them out; it has ended, in whichever way. */
void inlining_begun(struct inlining *i, bool wanted);
void inlining_ended(struct inlining *i);
void inlining_forget(struct inlining *i); /* the file is of no interest any more */

/* Can the file be shown this way without reading it? `states`: those of the settings. */
bool inlining_has(const struct inlining *i, bool inlined, unsigned states);

/*
 * The loader that opens it, in place of one that reads. NULL and an error, but then what was kept is
 * gone: there is not the memory to open it beside what is shown, nor to read it.
 */
struct loader *inlining_open(struct inlining *i, const struct settings *settings,
			     struct error *err);

/*
 * What is shown no more stays at hand, where it is of use and half of the memory is left: `now` is in its
 * place. Takes it over and returns NULL, or returns it: then nothing is kept, and the caller releases it.
 */
struct session *inlining_keep(struct inlining *i, struct session *old,
			      const struct profile *now);
void inlining_drop(struct inlining *i); /* nothing stays at hand */

/*
 * What has been read is to take the place of what is shown. By frame of `shown` that of `again`,
 * to be released with mem_free(); NULL and an error when it is not the same file any more.
 */
uint32_t *inlining_match(struct inlining *i, const char *path,
			 const struct profile *shown, const struct profile *again,
			 struct error *err);

/* Put into words, in `err`, what it failed of. */
void inlining_explain(const struct inlining *i, const char *path, struct error *err);

/* What was found, to be said; "" for nothing. */
#define INLINING_WORDS 480
void inlining_words(const struct inlining *i, const struct profile *p,
		    char buf[INLINING_WORDS]);

/* The meter of a file that is read again: `samples` are there already. */
void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m);

#endif
