#include "input/lines.h"

#include <stdlib.h>

#include "base/mem.h"

bool lines_open(struct lines *l, struct source *source, struct error *err)
{
	*l = (struct lines){.source = source};
	return mem_reserve(&l->block, &l->room, LINES_BLOCK, 1, "bytes of lines", err);
}

void lines_close(struct lines *l)
{
	free(l->block);
	*l = (struct lines){0};
}

/* Read more behind what is there, which moves to the front. */
static bool more(struct lines *l, struct error *err)
{
	size_t got;

	if (l->from) {
		memmove(l->block, l->block + l->from, l->to - l->from);
		l->to -= l->from;
		l->from = 0;
	}
	if (l->to == l->room && !mem_reserve(&l->block, &l->room, l->room + LINES_BLOCK,
					     1, "bytes of lines", err))
		return false;
	if (!source_read(l->source, l->block + l->to, l->room - l->to, &got, err))
		return false;
	l->to += got;
	l->ended = got == 0;
	return true;
}

/* Pass over the rest of a line that was too long. */
static bool skip_rest(struct lines *l, struct error *err)
{
	l->cut = false;
	for (;;) {
		char *end = l->from < l->to
				? memchr(l->block + l->from, '\n', l->to - l->from)
				: NULL;

		if (end) {
			l->from = (size_t)(end - l->block) + 1;
			return true;
		}
		l->from = l->to;
		if (l->ended)
			return true;
		if (!more(l, err))
			return false;
	}
}

/* Find the line's end in the block; `*len` is without it. */
static bool find_end(struct lines *l, size_t *len, struct error *err)
{
	size_t seen = 0;

	for (;;) {
		size_t there = l->to - l->from;
		char *end = there > seen
				? memchr(l->block + l->from + seen, '\n', there - seen)
				: NULL;

		*len = end ? (size_t)(end - l->block) - l->from : there;
		l->complete = end != NULL;
		if (*len > LINES_LONGEST) {
			*len = LINES_LONGEST;
			l->cut = l->complete = true;
		}
		if (l->complete || l->ended)
			return true;
		seen = there;
		if (!more(l, err))
			return false;
	}
}

bool lines_next(struct lines *l, struct text *line, struct error *err)
{
	size_t len;

	if ((l->cut && !skip_rest(l, err)) || !find_end(l, &len, err))
		return false;
	if (len == 0 && !l->complete)
		return false;
	*line = (struct text){l->block + l->from, len};
	l->from += len + (l->complete && !l->cut);
	if (l->number++ == 0 && text_starts(*line, TEXT("\xef\xbb\xbf")))
		*line = text_from(*line, 3);
	if (line->len && line->at[line->len - 1] == '\r' && !l->cut)
		line->len--;
	return true;
}
