#include "cli/budget.h"

#include <sys/resource.h>

#include "base/headroom.h"
#include "base/mem.h"

#define MEBIBYTE UINT64_C(1048576)

#define USUAL_LEAST (256 * MEBIBYTE)
#define USUAL_MOST  (8192 * MEBIBYTE)

/* What the budget does not know: libraries, stacks of threads (8 MiB each), room unused. */
#define BESIDE (512 * MEBIBYTE)

static uint64_t usual(void)
{
	uint64_t half = headroom_bytes("") / 2;

	return half < USUAL_LEAST ? USUAL_LEAST : half > USUAL_MOST ? USUAL_MOST : half;
}

/* Sanitizers keep memory of their own, many times what they look after. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void limit_all(uint64_t bytes)
{
	(void)bytes;
}
#else
static void limit_all(uint64_t bytes)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_DATA, &l) != 0 || l.rlim_cur <= bytes)
		return;
	l.rlim_cur = (rlim_t)bytes;
	(void)setrlimit(RLIMIT_DATA, &l); /* a second fence: the first one holds */
}
#endif

void budget_begin(uint64_t bytes)
{
	if (!bytes)
		bytes = usual();
	if (bytes > SIZE_MAX / 2) /* as good as none */
		bytes = SIZE_MAX / 2;
	mem_set_budget((size_t)bytes);
	limit_all(bytes + bytes / 8 + BESIDE);
}
