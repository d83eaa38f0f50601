#include "fuzz/mutate/mutate.h"

#include <string.h>

size_t mutate_run(mutate_form *form, uint8_t *data, size_t size, size_t max,
		  unsigned seed)
{
	struct dice d = {seed};
	struct buffer b = {data, size, max};

	if (size == 0 || dice_one_in(&d, 6))
		return LLVMFuzzerMutate(data, size, max);
	for (size_t n = 1 + dice_below(&d, 4) * dice_below(&d, 3); n > 0; n--)
		form(&b, &d);
	if (dice_one_in(&d, 20))
		b.len = LLVMFuzzerMutate(data, b.len, max);
	return b.len;
}

static bool begins(const struct buffer *b, const char *with)
{
	size_t len = strlen(with);

	return b->len >= len && memcmp(b->at, with, len) == 0;
}

void mutate_any(struct buffer *b, struct dice *d)
{
	if (begins(b, "PERF"))
		mutate_perf(b, d);
	else if (begins(b, "\x89"
			   "FLARE"))
		mutate_flare(b, d);
	else if (begins(b, "\x7f"
			   "ELF"))
		mutate_elf(b, d);
	else if (begins(b, "{") || begins(b, "["))
		mutate_json(b, d);
	else if (memchr(b->at, 0, b->len < 64 ? b->len : 64))
		mutate_proto(b, d);
	else
		mutate_text(b, d);
}
