/* renamed.h - programs and modules that have different names in two files. */

#ifndef ANALYSIS_COMPARE_RENAMED_H
#define ANALYSIS_COMPARE_RENAMED_H

#include "profile/profile.h"

/*
 * Two builds of one program often have different names: ver_a and ver_b, svc-1.2.0 and svc-1.3.1.
 * If only equal names were compared, all call paths of one build would be new, and all of the other
 * would have vanished. So a thread name or module that only one file has is paired with one that
 * only the other file has:
 *
 * - if the user names the pair;
 * - modules, if their files have the same name in different directories, or the names of two paired
 *   programs;
 * - if the names differ only in version numbers, no other name differs from them only in this way,
 *   and their functions do not disagree;
 * - if each is the name with the most samples among those that only its file has, and their
 *   functions agree.
 *
 * The functions considered are those with at least 1 % of the samples of the name. They agree if,
 * on each side, at least three and at least half of them are also on the other side; they disagree
 * if, on one side, fewer than half are. Functions in modules that both files have are ignored. So
 * are functions that every program has, such as main, and for programs also those of the kernel and
 * of libraries. Names with less than 1 % of all samples are paired only if the user names the pair.
 */
enum renamed_kind { RENAMED_PROGRAM, RENAMED_MODULE, RENAMED_KINDS };

struct renamed_pair {
	enum renamed_kind kind;
	char *first, *second; /* owned: the name in each file */
	/* owned: the label of nameless functions in each file: "[ver_a]" */
	char *unnamed[2];
};

/* The pairs. Zeroed: no pairs. Release with renamed_release(). */
struct renamed {
	struct renamed_pair *list; /* owned */
	uint32_t count;
	size_t room;
	char *wishes; /* owned: `wishes` of renamed_find(); NULL: none */
};

/*
 * Find the pairs. `wishes` has a line "OLD=NEW" for each pair that the user named: a name in the
 * second file, and one in the first. A line "none" prevents all other pairs. Fails with ERROR_USAGE
 * if a line has another form, or a name does not exist or exists in both files. Reads at most about
 * 16,000 samples of each file.
 */
bool renamed_find(struct renamed *r, const struct profile *first,
		  const struct profile *second, struct text wishes, struct error *err);
bool renamed_copy(struct renamed *to, const struct renamed *from, struct error *err);
void renamed_release(struct renamed *r);

/* Does `wish` have the form "OLD=NEW" or "none"? */
bool renamed_is_rule(struct text wish);

/*
 * The name in the first file that is paired with `second`; `second` itself if it has no pair. `r`
 * may be NULL.
 */
struct text renamed_is(const struct renamed *r, enum renamed_kind kind,
		       struct text second);

/* The same for the label of a nameless function: "[ver_a]". */
struct text renamed_unnamed(const struct renamed *r, struct text second);

/*
 * Iterate over the pairs to display. `*at` is 0 before the first call. Returns false at the end.
 * Modules are named without directories. A pair is skipped if its two displayed names are equal, or
 * if they are those of an earlier pair.
 */
bool renamed_next(const struct renamed *r, uint32_t *at, struct text *second,
		  struct text *first);

/* "ver_a is compared as ver_b, libx.so.1 as libx.so.2, ..."; "" without pairs. Returns `buf`. */
#define RENAMED_TEXT_MAX 240
const char *renamed_text(const struct renamed *r, char buf[static RENAMED_TEXT_MAX]);

#endif
