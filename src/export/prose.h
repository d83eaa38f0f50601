/* prose.h - a few lines for people, plain or in Markdown, in which names cannot act. */

#ifndef EXPORT_PROSE_H
#define EXPORT_PROSE_H

#include <stdio.h>

#include "base/text.h"

/*
 * A page is a title, and under headings sentences, each with the commands that show it:
 *
 *	Report on x.gz
 *	Busy: 0.5 of 2 CPUs
 *	    flarescope heatmap x.gz
 *
 * Names come from files: what a terminal could take for an order is replaced, what Markdown could
 * take for its own stands in a code span. What is said in our own words, which quote a name now and
 * then, is escaped there.
 */
struct prose {
	FILE *out; /* borrowed */
	bool markdown;
	size_t name_most; /* bytes of a name: see prose_cut() */
	bool begun;	  /* a sentence has begun */
};

void prose_title(struct prose *p, const char *words, struct text name);

/* A sentence begins: "Busy: ..."; with NULL another one under the same heading. */
void prose_begin(struct prose *p, const char *heading);
void prose_say(struct prose *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void prose_text(struct prose *p,
		struct text words); /* as prose_say(); may quote a name */
void prose_name(struct prose *p, struct text name);

/* On a line of its own, below the sentence. It is quoted for a shell, and never cut. */
void prose_command(struct prose *p, struct text line);
void prose_end(struct prose *p);

/*
 * A name of at most `most` bytes (8 or more), whole characters: "begin...end" of one that is
 * longer. Borrowed from the name or from `buf`, which has room for `most`.
 */
struct text prose_cut(struct text name, size_t most, char *buf);

#endif
