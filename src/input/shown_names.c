#include "input/shown_names.h"

#include "base/mem.h"
#include "symbols/demangle.h"

/* Owns the readable names, and takes over what owned the profile before. */
struct shown_names {
	struct text *names; /* owned, with the texts; by frame */
	uint32_t count;
	void *owner;
	void (*release)(void *owner);
};

static void release_names(void *owner)
{
	struct shown_names *s = owner;

	for (uint32_t i = 0; i < s->count; i++)
		mem_free((char *)(uintptr_t)s->names[i].at);
	mem_free(s->names);
	if (s->release)
		s->release(s->owner);
	mem_free(s);
}

static bool is_mangled(struct text t)
{
	return text_starts(t, TEXT("_Z")) || text_starts(t, TEXT("_R"));
}

/* The offset of the ';' that ends the class in "Lorg/a/B;::c"; 0 for other names. */
static size_t java_class(struct text t)
{
	for (size_t at = 1; t.len && t.at[0] == 'L' && at < t.len; at++) {
		if (t.at[at] == ';')
			return text_starts(text_from(t, at), TEXT(";::")) && at > 1 ? at
										    : 0;
		if (t.at[at] == ' ' || t.at[at] == '(' || t.at[at] == ':')
			return 0;
	}
	return 0;
}

/* The readable name; NULL without an error: the name is shown as it is. */
static char *meaning(struct text name, uint64_t *steps, struct error *err)
{
	size_t class = java_class(name);
	struct text word = name; /* with --lines: "_Z3runv a.c:12" */
	const char *blank = memchr(name.at, ' ', name.len);
	char *written, *plain, *shown;

	if (class)
		return mem_format(err, "%.*s%.*s", (int)class - 1, name.at + 1,
				  (int)(name.len - class - 1), name.at + class + 1);
	if (!is_mangled(name) || memchr(name.at, '\0', name.len))
		return NULL;
	if (blank)
		word.len = (size_t)(blank - name.at);
	written = mem_text(word.at, word.len, err);
	plain = written ? demangle_name(written, steps) : NULL;
	mem_free(written);
	if (!plain || !blank)
		return plain;
	shown = mem_format(err, "%s%.*s", plain, (int)(name.len - word.len), blank);
	mem_free(plain);
	return shown;
}

static bool has_any(const struct profile *p)
{
	for (uint32_t i = 0; i < p->frame_count; i++) {
		struct text name = profile_frame_written(p, i);

		if (is_mangled(name) || java_class(name))
			return true;
	}
	return false;
}

bool shown_names_put(struct profile *p, struct error *err)
{
	uint64_t steps = DEMANGLE_STEPS;
	struct shown_names *s;

	if (!has_any(p))
		return true;
	s = mem_array(1, sizeof *s, "names of functions", err);
	if (s)
		s->names = mem_array(p->frame_count, sizeof *s->names,
				     "names of functions", err);
	if (!s || !s->names) {
		mem_free(s);
		return false;
	}
	for (s->count = 0; s->count < p->frame_count; s->count++) {
		char *shown = meaning(profile_frame_written(p, s->count), &steps, err);

		s->names[s->count] = shown ? text_of(shown) : (struct text){NULL, 0};
		if (!shown && err->kind != ERROR_NONE) {
			release_names(s);
			return false;
		}
	}
	s->owner = p->owner;
	s->release = p->release;
	p->owner = s;
	p->release = release_names;
	p->shown = s->names;
	return true;
}
