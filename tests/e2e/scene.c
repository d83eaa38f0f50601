#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define LONGEST_WORD 120

/* The next word; false at the end. */
static bool next_word(const char **rest, char word[LONGEST_WORD])
{
	size_t len;

	*rest += strspn(*rest, " ");
	len = strcspn(*rest, " ");
	assert_in_range(len, 0, LONGEST_WORD - 1);
	memcpy(word, *rest, len);
	word[len] = '\0';
	*rest += len;
	return len > 0;
}

/* Is the word a setting, not a step? */
static bool is_setting(struct scene *s, const char *word)
{
	if (sscanf(word, "rows:%d-%d", &s->first, &s->last) == 2) {
		s->first--;
		s->last--;
		return true;
	}
	return sscanf(word, "scale:%15s", s->scale) == 1 ||
	       sscanf(word, "colour-by:%15s", s->hues) == 1;
}

struct scene scene_of(const char *words)
{
	struct scene s = {0};
	char word[LONGEST_WORD];
	int used = 0;
	char *comma;

	if (sscanf(words, "%dx%d %63s%n", &s.columns, &s.rows, s.file, &used) != 3)
		fail_msg("no size and file: %s", words);
	comma = strchr(s.file, ',');
	if (comma) {
		*comma = '\0';
		memcpy(s.baseline, comma + 1, strlen(comma + 1) + 1);
	}
	s.last = s.rows - 1;
	s.rest = words + used;
	for (const char *at = s.rest; next_word(&at, word);)
		is_setting(&s, word);
	assert_in_range(s.last, s.first, s.rows - 1);
	return s;
}

static bool mouse(const char *word, char bytes[SCENE_BYTES])
{
	int x, y, code = 0;
	char end = 'M';

	if (sscanf(word, "release:%d,%d", &x, &y) == 2)
		end = 'm';
	else if (sscanf(word, "drag:%d,%d", &x, &y) == 2)
		code = 32;
	else if (sscanf(word, "press:%d,%d", &x, &y) != 2)
		return false;
	snprintf(bytes, SCENE_BYTES, "\033[<%d;%d;%d%c", code, x + 1, y + 1, end);
	return true;
}

static void type(const char *word, char bytes[SCENE_BYTES])
{
	static const struct {
		const char *name, *bytes;
	} keys[] = {
	    {"<Enter>", "\r"}, {"<Esc>", "\033"}, {"<Tab>", "\t"}, {"<F6>", "\033[17~"}};
	char *end = bytes;

	while (*word) {
		size_t i = 0;

		while (i < 4 && strncmp(word, keys[i].name, strlen(keys[i].name)) != 0)
			i++;
		if (i < 4) { /* names are no longer */
			end = stpcpy(end, keys[i].bytes);
			word += strlen(keys[i].name);
		} else {
			*end++ = *word++;
		}
	}
	*end = '\0';
}

bool scene_step(struct scene *s, char bytes[SCENE_BYTES])
{
	char word[LONGEST_WORD];
	size_t typed;

	if (*s->caption)
		*s->keys = '\0';
	*s->caption = '\0';
	do {
		if (!next_word(&s->rest, word))
			return false;
	} while (is_setting(s, word));
	*bytes = '\0';
	if (sscanf(word, "film:%79s", s->caption) == 1) {
		for (char *c = s->caption; *c; c++)
			if (*c == '_')
				*c = ' ';
		return true;
	}
	typed = strlen(s->keys);
	if (mouse(word, bytes))
		return true;
	snprintf(s->keys + typed, sizeof s->keys - typed, "%s%s", typed ? " " : "", word);
	type(word, bytes);
	return true;
}
