#include "profile/profile.h"

#include "base/mem.h"
#include "base/number.h"

#define ORIGIN_FINEST 1000 /* ns */

const char *const frame_kind_names[FRAME_KINDS] = {
    [FRAME_UNKNOWN] = "unknown", [FRAME_USER] = "user",	      [FRAME_KERNEL] = "kernel",
    [FRAME_JIT] = "jit",	 [FRAME_INLINED] = "inlined", [FRAME_RUNTIME] = "runtime",
    [FRAME_IDLE] = "idle",
};

void profile_free(struct profile *p)
{
	if (p && p->release)
		p->release(p->owner);
	mem_free(p);
}

struct text profile_note(const struct profile *p, const char *key)
{
	for (uint32_t i = 0; i < p->note_count; i++)
		if (text_equal(profile_string(p, p->notes[i].key), text_of(key)))
			return profile_string(p, p->notes[i].value);
	return TEXT("");
}

bool profile_is_idle_task(const struct profile *p, const struct thread *t)
{
	struct text comm = profile_string(p, t->comm);

	return text_equal(comm, TEXT("swapper")) || text_starts(comm, TEXT("swapper/")) ||
	       (t->tid == 0 && (t->pid == 0 || t->pid == PROFILE_NO_ID));
}

/* What is over in less than a second is not looked at by the second. */
static uint64_t origin_step(const struct profile *p)
{
	uint64_t length = p->samples.end - p->samples.time[0], step = NS_PER_SECOND;

	while (p->samples.duration && step > ORIGIN_FINEST && step > length)
		step /= 10;
	return step;
}

uint64_t profile_origin(const struct profile *p)
{
	uint64_t step;

	if (!p->has_times || p->samples.count == 0)
		return 0;
	step = origin_step(p);
	return p->samples.time[0] / step * step;
}

uint8_t *profile_used_contexts(const struct profile *p, struct error *err)
{
	uint8_t *used = mem_array(p->context_count, 1, "contexts", err);

	for (uint64_t i = 0; used && i < p->samples.count; i++)
		used[p->samples.context[i]] = 1;
	return used;
}
