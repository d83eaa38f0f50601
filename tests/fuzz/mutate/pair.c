#include "fuzz/mutate/pair.h"

#include <stdlib.h>

#define HEAD 4

void pair_split(const uint8_t *data, size_t size, struct text *first, struct text *second)
{
	struct buffer b = {(uint8_t *)(uintptr_t)data, size, size};
	size_t len = (size_t)buffer_number(&b, 0, HEAD);

	*first = *second = (struct text){"", 0};
	if (size < HEAD)
		return;
	if (len > size - HEAD)
		len = size - HEAD;
	*first = (struct text){(const char *)data + HEAD, len};
	*second = (struct text){(const char *)data + HEAD + len, size - HEAD - len};
}

void pair_mutate(struct buffer *b, struct dice *d, mutate_form *first,
		 mutate_form *second)
{
	struct text parts[2];
	size_t i = dice_below(d, 2), room, old;
	struct buffer part;

	if (b->len < HEAD)
		return;
	pair_split(b->at, b->len, &parts[0], &parts[1]);
	old = parts[i].len;
	room = old + (b->max - b->len);
	part = (struct buffer){malloc(room + 1), old, room};
	if (!part.at)
		return;
	if (old)
		memcpy(part.at, parts[i].at, old);
	(i ? second : first)(&part, d);
	buffer_replace(b, HEAD + (i ? parts[0].len : 0), old, part.at, part.len);
	if (!i)
		buffer_put(b, 0, HEAD, part.len);
	free(part.at);
}
