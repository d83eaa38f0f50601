/* fuzz_range.c - any text as a range of time: parsed or refused, and written back the same. */

#include <stdlib.h>

#include "analysis/range_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ninety seconds that begin before midnight; an empty range; the limits of time. */
static const struct range_place places[] = {
    {.whole = {691000000, UINT64_C(90680516003)},
     .time = {.known = true,
	      .has_zone = true,
	      .begin = INT64_C(1795305590000000000),
	      .end = INT64_C(1795305680680516003)}},
    {.whole = {0, 0}},
    {.whole = {0, INT64_MAX / 4},
     .time = {.known = true,
	      .begin = INT64_MAX / 2,
	      .end = INT64_MAX / 2 + INT64_MAX / 4}},
    {.whole = {0, UINT64_MAX}, .growing = true},
};

static void check(struct text t, const struct range_place *place)
{
	struct error err = ERROR_INIT;
	struct range r = {1, 0}, back;
	char buf[RANGE_TEXT_MAX];

	if (!range_parse(t, place, &r, &err)) {
		if (r.from != 1 || r.to != 0 || !err.message[0])
			abort();
		return;
	}
	if (r.from > r.to)
		abort();
	if (!range_parse(text_of(range_text(r, buf)), place, &back, &err) ||
	    back.from != r.from || back.to != r.to)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text t = {(const char *)data, size};

	check(t, NULL);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		check(t, &places[i]);
	return 0;
}
