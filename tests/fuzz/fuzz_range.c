/* fuzz_range.c - any text as a range of time: read or refused, and written back the same.
 */

#include <stdlib.h>

#include "analysis/range.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text t = {(const char *)data, size};
	struct error err = ERROR_INIT;
	struct range r, back;
	char buf[RANGE_TEXT_MAX];

	if (!range_parse(t, &r, &err))
		return 0;
	if (r.from > r.to)
		abort();
	if (!range_parse(text_of(range_text(r, buf)), &back, &err) ||
	    back.from != r.from || back.to != r.to)
		abort();
	return 0;
}
