/* renamed.h - programs and modules that have another name in the second of two files. */

#ifndef ANALYSIS_COMPARE_RENAMED_H
#define ANALYSIS_COMPARE_RENAMED_H

#include "profile/profile.h"

/*
 * Two builds of one program often have different names: ver_a and ver_b, svc-1.2.0 and svc-1.3.1.
 * By name alone, everything in one would be new and everything in the other gone. A thread or
 * module name that only the second file has is paired with one that only the first has:
 *
 * - if the user says so;
 * - modules, if their files have the same name in different directories;
 * - if the names differ only in numbers, each file has only one similar name, and their functions
 *   do not disagree;
 * - if each has the most samples among the names that only its file has, and their functions
 *   agree.
 *
 * Functions agree if the two names have three or more in common, and if of the functions with a
 * hundredth of its samples each side shares half with the other. Functions in modules of both files
 * do not count, nor does main, nor do the kernel and libraries of a program. Names with less than a
 * hundredth of the samples are not paired, nor are threads of a name that both files have.
 */
enum renamed_kind { RENAMED_PROGRAM, RENAMED_MODULE, RENAMED_KINDS };

struct renamed_pair {
	enum renamed_kind kind;
	char *first, *second; /* owned: its name in each file */
	/* owned: "[ver_a]", the label of its nameless functions, in each file */
	char *unnamed[2];
};

/* All 0: nothing is renamed. Release with renamed_release(). */
struct renamed {
	struct renamed_pair *list; /* owned */
	uint32_t count;
	size_t room;
	char *wishes; /* owned: the pairs that the user named; NULL: none */
};

/*
 * `wishes` has a line "OLD=NEW" for each pair, names of the second file and of the first, or
 * "none": no other pairs. ERROR_USAGE if a name does not exist, or exists in both files. Reads some
 * ten thousand samples of each side.
 */
bool renamed_find(struct renamed *r, const struct profile *first,
		  const struct profile *second, struct text wishes, struct error *err);
bool renamed_copy(struct renamed *to, const struct renamed *from, struct error *err);
void renamed_release(struct renamed *r);

/* Is it "OLD=NEW" or "none"? */
bool renamed_is_rule(struct text wish);

/* The name in the first file; `second` itself if it is not renamed. `r` may be NULL. */
struct text renamed_is(const struct renamed *r, enum renamed_kind kind,
		       struct text second);

/* The same for the label of a nameless function: "[ver_a]". */
struct text renamed_unnamed(const struct renamed *r, struct text second);

/*
 * Iterate over the pairs to display: `*at` is 0 at first; false at the end. Modules come without
 * directories, and pairs that look the same without them are skipped.
 */
bool renamed_next(const struct renamed *r, uint32_t *at, struct text *second,
		  struct text *first);

/* "ver_a is compared as ver_b, libx.so.1 as libx.so.2, ..."; "" without pairs. Returns `buf`. */
#define RENAMED_TEXT_MAX 240
const char *renamed_text(const struct renamed *r, char buf[static RENAMED_TEXT_MAX]);

#endif
