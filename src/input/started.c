#include "input/started.h"

#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/timestamp.h"

bool started_add(struct started *s, const char *word, struct error *err)
{
	const char *equals = strrchr(word, '=');
	struct started_file f = {.file = {word, equals ? (size_t)(equals - word) : 0}};

	if ((equals && !f.file.len) ||
	    !timestamp_parse(equals ? equals + 1 : word, &f.at) || !f.at)
		return error_set(err, ERROR_USAGE,
				 "'%.100s': expected the time of the first sample, in "
				 "UTC or with a zone, such as 2026-11-30T10:44:23+01:00; "
				 "with several files FILE=TIME",
				 word);
	return APPEND(s->list, s->count, s->room, "files", err, f);
}

void started_release(struct started *s)
{
	mem_free(s->list);
	*s = (struct started){.list = NULL};
}

bool started_settle(struct started *s, const char *path, struct error *err)
{
	bool settled = false;

	for (uint32_t i = 0; i < s->count; i++) {
		if (s->list[i].file.len)
			continue;
		if (settled)
			return error_set(err, ERROR_USAGE, "it began once");
		s->list[i].file = text_of(path);
		settled = true;
	}
	return true;
}

bool started_is_of(const struct started_file *f, const char *path)
{
	struct text whole = text_of(path);

	return text_ends(whole, f->file) &&
	       (whole.len == f->file.len || path[whole.len - f->file.len - 1] == '/');
}

uint64_t started_find(const struct started *s, const char *path)
{
	for (uint32_t i = 0; s && i < s->count; i++)
		if (started_is_of(&s->list[i], path))
			return s->list[i].at;
	return 0;
}
