#include "input/perf_chain.h"

/* Numbers from here on are no addresses (PERF_CONTEXT_MAX). */
#define MARKS ((uint64_t)-4095)

#define MARK_HYPERVISOR	   ((uint64_t)-32)
#define MARK_KERNEL	   ((uint64_t)-128)
#define MARK_USER	   ((uint64_t)-512)
#define MARK_USER_DEFERRED ((uint64_t)-640)
#define MARK_GUEST	   ((uint64_t)-2048)
#define MARK_GUEST_KERNEL  ((uint64_t)-2176)
#define MARK_GUEST_USER	   ((uint64_t)-2560)

static uint64_t mark_of(unsigned mode)
{
	switch (mode) {
	case PERF_MODE_KERNEL:
		return MARK_KERNEL;
	case PERF_MODE_HYPERVISOR:
		return MARK_HYPERVISOR;
	case PERF_MODE_GUEST_KERNEL:
		return MARK_GUEST_KERNEL;
	case PERF_MODE_GUEST_USER:
		return MARK_GUEST_USER;
	default:
		return MARK_USER;
	}
}

static bool has_address(struct text chain)
{
	struct bytes b = bytes_of(chain);

	while (bytes_left(&b) >= 8)
		if (bytes_u64(&b) < MARKS)
			return true;
	return false;
}

bool perf_chain_put(struct intern *chains, const struct perf_sample *s, unsigned mode,
		    uint32_t *chain, struct error *err)
{
	uint64_t one[2] = {htole64(mark_of(mode)), htole64(s->ip)};

	if (has_address(s->chain))
		return intern_put(chains, s->chain, chain, err);
	return intern_put(chains, (struct text){(const char *)one, sizeof one}, chain,
			  err);
}

static bool take_mark(uint64_t mark, struct bytes *b, enum perf_mode *mode)
{
	switch (mark) {
	case MARK_KERNEL:
		*mode = PERF_MODE_KERNEL;
		return true;
	case MARK_USER:
		*mode = PERF_MODE_USER;
		return true;
	case MARK_USER_DEFERRED: /* then a number that the chain to come has too */
		bytes_skip(b, 8);
		*mode = PERF_MODE_USER;
		return true;
	case MARK_HYPERVISOR:
		*mode = PERF_MODE_HYPERVISOR;
		return true;
	case MARK_GUEST:
	case MARK_GUEST_KERNEL:
		*mode = PERF_MODE_GUEST_KERNEL;
		return true;
	case MARK_GUEST_USER:
		*mode = PERF_MODE_GUEST_USER;
		return true;
	default:
		return false;
	}
}

bool perf_chain_next(struct bytes *b, enum perf_mode *mode, struct perf_step *step,
		     uint64_t *odd)
{
	while (bytes_left(b) >= 8) {
		uint64_t v = bytes_u64(b);

		if (v < MARKS) {
			*step = (struct perf_step){v, *mode};
			return true;
		}
		*odd += !take_mark(v, b, mode);
	}
	return false;
}
