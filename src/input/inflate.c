#include "input/inflate.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "input/inflate_member.h"

struct inflate {
	struct inflate_member *member; /* owned */
	enum { IN_MEMBER, BEHIND_MEMBER, IN_PADDING, ENDED } place;
	const char *damage; /* a literal */
};

bool inflate_begins(struct text stored)
{
	return text_starts(stored, TEXT("\x1f\x8b\x08"));
}

struct inflate *inflate_new(struct error *err)
{
	struct inflate *z = mem_array(1, sizeof *z, "inflater", err);

	if (!z)
		return NULL;
	z->member = inflate_member_new(err);
	if (!z->member) {
		free(z);
		return NULL;
	}
	return z;
}

void inflate_free(struct inflate *z)
{
	if (!z)
		return;
	inflate_member_free(z->member);
	free(z);
}

static void end(struct inflate *z, const char *damage)
{
	z->place = ENDED;
	z->damage = damage;
}

/* These three do what they can and say whether to go on; if not, more input is wanted. */
static bool behind_member(struct inflate *z, struct text stored, bool last)
{
	struct text magic = TEXT("\x1f\x8b");

	if (stored.len < INFLATE_MAGIC && !last)
		return false;
	if (text_starts(stored, magic) && stored.len > magic.len &&
	    !inflate_begins(stored)) {
		end(z, "the gzip stream is damaged");
	} else if (text_starts(stored, magic)) {
		inflate_member_restart(z->member);
		z->place = IN_MEMBER;
	} else {
		z->place = IN_PADDING;
	}
	return true;
}

/* Behind the last member zeros are padding (tapes, disks); all else is worth telling. */
static bool in_padding(struct inflate *z, struct text *stored, bool last)
{
	while (stored->len && stored->at[0] == 0)
		*stored = text_from(*stored, 1);
	if (stored->len)
		end(z, "there is something else behind the gzip stream");
	else if (last)
		end(z, NULL);
	return z->place == ENDED;
}

static bool in_member(struct inflate *z, enum inflate_step step, size_t got, bool last)
{
	if (step == INFLATE_MEMBER_END)
		z->place = BEHIND_MEMBER;
	else if (step == INFLATE_DAMAGED)
		end(z, "the gzip stream is damaged");
	else if (got == 0 && last)
		end(z, "the gzip stream ends in the middle");
	else
		return got != 0;
	return true;
}

bool inflate_next(struct inflate *z, struct text *stored, bool last, char *out,
		  size_t max, size_t *got, struct error *err)
{
	bool on = true;

	assert(max > 0);
	*got = 0;
	while (on && *got == 0 && z->place != ENDED) {
		enum inflate_step step;

		if (z->place == BEHIND_MEMBER) {
			on = behind_member(z, *stored, last);
			continue;
		}
		if (z->place == IN_PADDING) {
			on = in_padding(z, stored, last);
			continue;
		}
		step = inflate_member_run(z->member, stored, out, max, got);
		if (step == INFLATE_NO_MEMORY)
			return error_set(err, ERROR_MEMORY, "no memory to inflate gzip");
		on = in_member(z, step, *got, last);
	}
	return true;
}

bool inflate_ended(const struct inflate *z)
{
	return z->place == ENDED;
}

const char *inflate_damage(const struct inflate *z)
{
	return z->damage;
}
