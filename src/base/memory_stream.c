#include "base/memory_stream.h"

#include <stdlib.h>

#include "base/mem.h"

bool memory_stream_open(struct memory_stream *m, struct error *err)
{
	*m = (struct memory_stream){0};
	m->out = open_memstream(&m->text, &m->len);
	return m->out || error_set(err, ERROR_MEMORY, "out of memory for a text");
}

char *memory_stream_take(struct memory_stream *m, size_t *len, struct error *err)
{
	bool written = !ferror(m->out);
	char *copy = NULL;

	if (fclose(m->out) != 0 || !written) {
		if (!err->kind)
			error_set(err, ERROR_MEMORY, "out of memory for a text");
	} else if (!err->kind) {
		copy = mem_text(m->text, m->len, err);
	}
	if (len)
		*len = m->len;
	free(m->text);
	*m = (struct memory_stream){0};
	return copy;
}
