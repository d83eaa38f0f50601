#include "fuzz/whole.h"

#include <stdlib.h>

#include "base/mem.h"
#include "fuzz/mutate/dice.h"
#include "input/reading.h"
#include "lib/check_profile.h"

static void check_result(struct profile *p, const struct error *why)
{
	struct error err = ERROR_INIT;
	struct profile *second, *third;

	if (p ? why->kind != ERROR_NONE : why->kind == ERROR_NONE || !why->message[0])
		abort();
	if (p && (p->samples.count == 0 || !check_profile(p, &err)))
		abort();
	second =
	    /* like a caller that writes it to the cache */
	    p ? profile_share(&p, &err) : NULL;
	third = second ? profile_share(&second, &err) : NULL;
	profile_free(p);
	profile_free(second);
	profile_free(third);
}

/* With all options that distinguish more functions, or none of them. */
static void read_as(const uint8_t *data, size_t size, const char *format, bool apart)
{
	struct reading_options o = {
	    .format = format, .addresses = apart, .lines = apart, .threads = 1};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data, size, &err);

	check_result(s ? reading_run_source(s, "fuzz", &o, NULL, &err) : NULL, &err);
	source_close(s);
}

#define BUDGET                                                                           \
	((size_t)1 << 30) /* bytes: limits the harm that an input can do to the system */
#define SMALL  1024	  /* read in both ways; for larger ones the last byte chooses */
#define SCARCE 16384	  /* read again with too little memory, as if it had run out */

void whole_read(const uint8_t *data, size_t size, const char *format)
{
	bool odd = size && data[size - 1] & 1;
	size_t used = mem_used();

	mem_set_budget(BUDGET);
	if (size <= SMALL || !odd)
		read_as(data, size, format, false);
	if (size <= SMALL || odd)
		read_as(data, size, format, true);
	if (size <= SCARCE) {
		mem_set_budget(used + dice_sum(data, size) % (100 * size + 40000) + 1);
		read_as(data, size, format, odd);
	}
	if (mem_used() != used)
		/* something was released without being counted, or was not released */
		abort();
}
