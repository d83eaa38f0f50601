#include "profile/loss.h"

#include "profile/profile.h"

const struct loss_words loss_words[LOSS_KINDS] = {
    [LOST_UNREAD] = {"unread", "not read", "parts not understood"},
    [LOST_SAMPLES] = {"samples", "lost", "samples lost"},
    [LOST_PARTS] = {"file", "damaged", "damaged or missing parts of the file"},
    [LOST_CALLERS] = {"callers", "cut short", "stacks cut short"},
    [LOST_NAMES] = {"names", "unnamed", "frames without a name"},
    [LOST_SHAPE] = {"shape", "changed", "things shown not as recorded"},
    [LOST_ASIDE] = {"aside", "no loss", "things left out on purpose"},
};

const enum loss_kind loss_order[LOSS_KINDS] = {LOST_SAMPLES, LOST_PARTS, LOST_UNREAD,
					       LOST_CALLERS, LOST_SHAPE, LOST_NAMES,
					       LOST_ASIDE};

uint64_t profile_lost(const struct profile *p, unsigned kinds)
{
	uint64_t lost = 0;

	for (uint32_t i = 0; i < p->loss_count; i++)
		if (kinds & LOSS_OF(p->losses[i].kind) &&
		    __builtin_add_overflow(lost, p->losses[i].count, &lost))
			return UINT64_MAX;
	return lost;
}
