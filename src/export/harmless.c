#include "export/harmless.h"

#include "base/legible.h"

void harmless_write(struct text t, FILE *out)
{
	struct legible l = legible_of(t);
	char bytes[UTF8_MAX];

	while (l.rest.len) {
		size_t n = utf8_encode(legible_take(&l), bytes);

		fwrite(bytes, 1, n, out);
	}
}

bool harmless_already(struct text t)
{
	struct legible l = legible_of(t);
	bool changed = false;

	while (l.rest.len && !changed)
		legible_look(&l, &changed);
	return !changed;
}
