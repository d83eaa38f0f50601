/* merge.h - parts of a profile, built apart, put together in one builder. */

#ifndef PROFILE_MERGE_H
#define PROFILE_MERGE_H

#include "profile/builder.h"

/*
 * A part is a builder whose samples are handed over from time to time and then forgotten,
 * while its names and stacks stay: what has been handed over once is known by its number.
 * Names and stacks reach the whole in the order in which samples refer to them, so the whole
 * does not depend on how many parts there are or who did what.
 */
struct merge;

/*
 * Both builders are borrowed; `part` is new, and is a part from now on. NULL and an error when
 * memory runs out. Release with merge_free(). A merge and its part are one thread's; whoever
 * calls merge_hand_over() sees to it that nobody else uses the whole meanwhile.
 */
struct merge *merge_new(struct builder *whole, struct builder *part, struct error *err);
void merge_free(struct merge *j);

/* How far a part has come: what lies between two of these can be handed over. */
struct merge_mark {
	uint32_t samples, notes;
};
struct merge_mark merge_mark(const struct builder *part);

/* Add the part's samples and notes between the marks to the whole, whose errors are sticky. */
void merge_hand_over(struct merge *j, struct merge_mark from, struct merge_mark to);

/* All samples of the part have been handed over: forget them, numbering begins anew. */
void merge_forget_samples(struct merge *j);

/* Bytes that the part's names, frames and stacks take, about; UINT64_MAX: it is full. */
uint64_t merge_weight(const struct builder *part);

#endif
