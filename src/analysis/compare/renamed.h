/* renamed.h - programs and modules that have another name in the second of two files. */

#ifndef ANALYSIS_COMPARE_RENAMED_H
#define ANALYSIS_COMPARE_RENAMED_H

#include "profile/profile.h"

/*
 * Two builds of one program are often called otherwise: ver_a and ver_b, svc-1.2.0 and svc-1.3.1. By their
 * names alone all of one would be new, and all of the other gone. A name of threads, or of a module, that
 * only the second file has is taken for one that only the first has:
 *
 * - if somebody says so;
 * - of modules, if their files have the same name in different directories;
 * - if the names differ in numbers alone, each file has one such, and their functions do not speak
 *   against it;
 * - if each has the most samples of those that only its file has, and their functions agree.
 *
 * Functions agree if there are three or more that both have, and of those with a hundredth of its samples
 * each side has half in common with the other. What stands in modules of both files says nothing, nor does
 * main, nor do the kernel and libraries of a program. What has less than a hundredth of the samples is left alone.
 * Threads of a name that both files have are never taken for others.
 */
enum renamed_kind { RENAMED_PROGRAM, RENAMED_MODULE, RENAMED_KINDS };

struct renamed_pair {
	enum renamed_kind kind;
	char *first, *second; /* owned: what it is called in either file */
	char *unnamed[2]; /* owned: "[ver_a]", its functions without a name; in either */
};

/* Zero: nothing is renamed. Release with renamed_release(). */
struct renamed {
	struct renamed_pair *list; /* owned */
	uint32_t count;
	size_t room;
	char *wishes; /* owned: what was said; NULL: nothing */
};

/*
 * `wishes`: "OLD=NEW" a line each, of the second file and of the first, and "none": nothing but these.
 * ERROR_USAGE where there is no such name, or both files have it. Some ten thousand samples of each side
 * are looked at.
 */
bool renamed_find(struct renamed *r, const struct profile *first,
		  const struct profile *second, struct text wishes, struct error *err);
bool renamed_copy(struct renamed *to, const struct renamed *from, struct error *err);
void renamed_release(struct renamed *r);

/* Is it "OLD=NEW" or "none"? */
bool renamed_is_wish(struct text wish);

/* What the first file calls it; as it is where nothing else is known. `r` may be NULL. */
struct text renamed_is(const struct renamed *r, enum renamed_kind kind,
		       struct text second);

/* The same of the name of a function that has none: "[ver_a]". */
struct text renamed_unnamed(const struct renamed *r, struct text second);

/*
 * What is to be told: `*at` is 0 at first. False: that was all. Modules have no directories here, and what
 * is called alike is no news.
 */
bool renamed_next(const struct renamed *r, uint32_t *at, struct text *second,
		  struct text *first);

/* "ver_a is compared as ver_b, libx.so.1 as libx.so.2, ..."; "" where nothing is told. Returns `buf`. */
#define RENAMED_TEXT_MAX 240
const char *renamed_text(const struct renamed *r, char buf[static RENAMED_TEXT_MAX]);

/* One wish after the other: `*rest` is `r->wishes` at first. False: that was all. */
bool renamed_next_wish(struct text *rest, struct text *wish);

#endif
