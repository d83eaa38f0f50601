#include "lib/sheet.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "canvas/print.h"

void sheet_open(struct sheet *s, int width, int height)
{
	struct error err = ERROR_INIT;

	*s = (struct sheet){.canvas = canvas_new(width, height, &err)};
	assert(s->canvas);
}

void sheet_close(struct sheet *s)
{
	canvas_free(s->canvas);
	free(s->text);
	*s = (struct sheet){0};
}

struct pane sheet_clean(struct sheet *s)
{
	struct pane p = pane_whole(s->canvas);

	pane_fill(p, (struct style){0});
	return p;
}

const char *sheet_text(struct sheet *s)
{
	size_t len;
	FILE *out;

	free(s->text);
	s->text = NULL;
	out = open_memstream(&s->text, &len);
	assert(out);
	print_plain(s->canvas, out);
	fclose(out);
	assert(s->text);
	return s->text;
}

const char *sheet_line(struct sheet *s, int y)
{
	char *at, *end;

	sheet_text(s);
	for (at = s->text; y > 0 && *at; y--)
		at += strcspn(at, "\n") + 1;
	end = at + strcspn(at, "\n");
	*end = '\0';
	memmove(s->text, at, (size_t)(end - at) + 1);
	return s->text;
}

const struct cell *sheet_cell(const struct sheet *s, int x, int y)
{
	return canvas_at(s->canvas, x, y);
}

bool sheet_says(struct sheet *s, const char *words)
{
	if (strstr(sheet_text(s), words))
		return true;
	fprintf(stderr, "not there: \"%s\"\n%s", words, s->text);
	return false;
}

bool sheet_is_harmless(const struct sheet *s)
{
	struct rect all = canvas_bounds(s->canvas);

	for (int y = 0; y < all.h; y++)
		for (int x = 0; x < all.w; x++) {
			char32_t rune = sheet_cell(s, x, y)->rune;

			if (rune != 0 && utf8_harmless(rune) != rune)
				return false;
		}
	return true;
}
