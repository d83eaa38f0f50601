#include "export/harmless.h"

#include "base/utf8.h"

void harmless_write(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	char bytes[UTF8_MAX];

	while (p.rest.len) {
		size_t n = utf8_encode(printable_next(&p), bytes);

		fwrite(bytes, 1, n, out);
	}
}

bool harmless_already(struct text t)
{
	struct printable p = printable_of(t);
	bool changed = false;

	while (p.rest.len && !changed)
		printable_next_checked(&p, &changed);
	return !changed;
}
