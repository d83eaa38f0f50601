/* loss.h - what of the input is not in the profile, or not as it was: how much, and of what kind. */

#ifndef PROFILE_LOSS_H
#define PROFILE_LOSS_H

#include <stdint.h>

struct profile;

/*
 * What a count counts, and so what it means for the pictures. LOSSES_LOUD are samples that
 * nobody sees: they are told loudly. Everything that is told of losses goes by these kinds.
 */
enum loss_kind {
	LOST_UNREAD, /* lines, records, rows that were not understood; samples, perhaps */
	LOST_SAMPLES, /* samples that are not here: the count is theirs */
	LOST_PARTS, /* damaged or missing parts of the file; nobody can count the samples */
	LOST_CALLERS, /* samples that are here, with a part of their stack */
	LOST_NAMES,   /* frames that are here, without a name */
	LOST_SHAPE, /* here, but not as recorded: another time, length, parent, weight */
	LOST_ASIDE, /* understood and left out on purpose: no loss at all */
	LOSS_KINDS
};

/* Sets of kinds, for profile_lost(). */
#define LOSS_OF(kind) (1u << (kind))
#define LOSSES_LOUD   (LOSS_OF(LOST_SAMPLES) | LOSS_OF(LOST_PARTS))
#define LOSSES_ALL    (LOSS_OF(LOSS_KINDS) - 1 - LOSS_OF(LOST_ASIDE))

struct loss_words {
	const char *key;   /* in JSON: "samples" */
	const char *title; /* up to 11 characters for the begin of a line: "lost" */
	const char *many;  /* behind a number that is not 1: "samples lost" */
};

extern const struct loss_words loss_words[LOSS_KINDS];

/* The kinds as they are told, the worst first. */
extern const enum loss_kind loss_order[LOSS_KINDS];

struct loss {
	uint32_t reason; /* string, "lines not understood" */
	enum loss_kind kind;
	uint64_t count;
	uint64_t first_line; /* 1 is the first line of the file; 0: no line to name */
};

/* Sum of the counts of all losses of these kinds; at most UINT64_MAX. */
uint64_t profile_lost(const struct profile *p, unsigned kinds);

#endif
