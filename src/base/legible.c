#include "base/legible.h"

char32_t legible_take_rune(struct legible *l)
{
	char32_t rune;

	l->rest = text_from(l->rest, utf8_decode(l->rest, &rune));
	rune = utf8_harmless(rune);
	if (rune == UTF8_BAD || (utf8_is_mark(rune) && l->marks == 0)) {
		l->marks = 0;
		return UTF8_BAD;
	}
	l->marks = utf8_is_mark(rune) ? l->marks - 1 : LEGIBLE_MARKS;
	return rune;
}

char32_t legible_look(struct legible *l, bool *changed)
{
	struct text before = l->rest;
	char32_t rune = legible_take(l);

	*changed = rune == UTF8_BAD && !text_starts(before, TEXT("\xef\xbf\xbd"));
	return rune;
}
