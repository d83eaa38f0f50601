/* prose.h - writes a short report in sentences, as plain text or Markdown, with safe names. */

#ifndef EXPORT_PROSE_H
#define EXPORT_PROSE_H

#include <stdio.h>

#include "base/text.h"

/*
 * A page has a title, and sentences under headings. Below each sentence are the commands that show
 * the details:
 *
 * 	Report on x.gz
 * 	Busy: 0.5 of 2 CPUs
 * 	  flarescope heatmap x.gz
 *
 * Names come from files: control characters in them are replaced, and in Markdown each name is put
 * into a code span. Other text may quote a name, so Markdown syntax in it is escaped.
 */
struct prose {
	FILE *out; /* borrowed */
	bool markdown;
	size_t name_most; /* the maximum length of a name, in bytes */
	bool begun;	  /* a sentence is unfinished */
};

void prose_title(struct prose *p, const char *words, struct text name);

/* Begin a sentence: "Busy: ..."; NULL: under the same heading. Ends the previous sentence. */
void prose_begin(struct prose *p, const char *heading);

/* Add words to the sentence; prose_say() truncates them to 999 bytes. */
void prose_say(struct prose *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void prose_text(struct prose *p, struct text words);
void prose_name(struct prose *p, struct text name);

/* Write a command on a line below the sentence. Commands are never truncated. */
void prose_command(struct prose *p, struct text line);
void prose_end(struct prose *p);

/*
 * Shorten a name to at most `most` bytes (8 or more), without splitting characters: "begin...end".
 * The result is borrowed from the name or from `buf`, which has room for `most` bytes.
 */
struct text prose_cut(struct text name, size_t most, char *buf);

#endif
