#include "session/loader/inlining.h"

#include <stdio.h>

#include "analysis/path.h"
#include "base/mem.h"
#include "view/command.h"

const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial)
{
	static const char *const refusals[REREADINGS] = {
	    [REREADING_STDIN] = "standard input cannot be read again for inlined "
				"functions: open a file",
	    [REREADING_PARTIAL] =
		"inlined functions need the whole file, but reading was stopped",
	    [REREADING_CHANGES] = REREADING_CHANGED,
	    [REREADING_PIPE] =
		"a pipe cannot be read again for inlined functions: open a file",
	    [REREADING_NO_ADDRESSES] = "inlined functions are looked up in a perf.data "
				       "only; other files already show theirs",
	    [REREADING_NO_SYMBOLS] =
		"inlined functions need symbols, which --no-symbols turns off",
	};

	return refusals[rereading_obstacle(&i->mark, path, reading, partial)];
}

/* ---- starting and stopping ---- */

void inlining_note_file(struct inlining *i, const char *path,
			const struct recordings *together)
{
	inlining_drop(i);
	*i = (struct inlining){.wanted = i->wanted};
	rereading_note(&i->mark, path, together);
}

void inlining_begun(struct inlining *i, bool wanted)
{
	i->under_way = true;
	i->wanted = wanted;
}

void inlining_ended(struct inlining *i)
{
	i->under_way = i->from_memory = false;
	i->wanted = i->shown;
}

void inlining_forget(struct inlining *i)
{
	inlining_drop(i);
	i->under_way = i->from_memory = false;
}

/* ---- the stored form ---- */

bool inlining_has(const struct inlining *i, bool inlined, unsigned states)
{
	return i->other && inlined != i->shown && !states;
}

/* The loader takes over the session; if it is stopped, the profile has to be opened next time. */
struct loader *inlining_open(struct inlining *i, const struct settings *settings,
			     struct error *err)
{
	struct session *opened = i->opened;
	struct profile *more = opened ? NULL : profile_share(&i->other, err);
	struct loader *l = NULL;

	i->opened = NULL;
	if (opened)
		l = loader_new_of_session(opened, settings, err);
	else if (more)
		l = loader_new_of(more, settings, err);
	if (l)
		i->from_memory = true;
	else
		inlining_drop(i);
	return l;
}

/* Profiles of states are not stored, nor a profile in which no inlined functions were found. */
struct session *inlining_keep(struct inlining *i, struct session *old,
			      const struct profile *now)
{
	struct error ignored = ERROR_INIT; /* without memory the file is read again */

	inlining_drop(i);
	if (i->wanted != i->shown || old->profile->states || now->states ||
	    mem_used() > mem_left())
		return old;
	i->other = profile_share(&old->profile, &ignored);
	if (!i->other)
		return old;
	old->wanted = NULL; /* another thread will use the session */
	i->opened = old;
	return NULL;
}

void inlining_drop(struct inlining *i)
{
	session_free(i->opened);
	profile_free(i->other);
	i->opened = NULL;
	i->other = NULL;
}

/* ---- the result ---- */

void inlining_words(const struct inlining *i, const struct profile *p,
		    char buf[INLINING_WORDS])
{
	buf[0] = '\0';
	if (!i->wanted)
		snprintf(buf, INLINING_WORDS, "inlined functions are hidden");
	for (uint32_t n = 0; i->wanted && n < p->note_count; n++) {
		struct text value = profile_string(p, p->notes[n].value);

		if (text_equal(profile_string(p, p->notes[n].key), TEXT(READING_INLINED)))
			snprintf(buf, INLINING_WORDS, "inlined functions: %.*s",
				 (int)value.len, value.at);
	}
}

static uint32_t count_inlined(const struct profile *p)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < p->frame_count; i++)
		n += p->frames[i].kind == FRAME_INLINED;
	return n;
}

uint32_t *inlining_match(struct inlining *i, const char *path,
			 const struct profile *shown, const struct profile *again,
			 struct error *err)
{
	uint32_t *frames;

	if (!i->from_memory && (rereading_has_changed(&i->mark, path) ||
				!rereading_is_the_same(again, shown))) {
		error_set(err, ERROR_USAGE, REREADING_CHANGED);
		return NULL;
	}
	frames = path_frame_map(shown, again, err);
	if (!frames) {
		inlining_explain(i, path, err);
		return NULL;
	}
	/* maps of JIT code may list inlined functions without DWARF */
	i->shown = i->wanted && count_inlined(again) > count_inlined(shown);
	return frames;
}

void inlining_explain(const struct inlining *i, const char *path, struct error *err)
{
	if (i->from_memory)
		return;
	if (!rereading_has_changed(&i->mark, path)) {
		error_at(err, "reading it again failed");
		return;
	}
	*err = (struct error)ERROR_INIT;
	error_set(err, ERROR_USAGE, REREADING_CHANGED);
}

void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m)
{
	unsigned percent = loading_percent_again(l, samples);
	const char *what = i->wanted ? "inlined functions" : "without inlined functions";
	char toggle[COMMAND_KEY_MAX], stop[COMMAND_KEY_MAX], far[16];

	if (i->from_memory)
		snprintf(far, sizeof far, "...");
	else
		snprintf(far, sizeof far, "%2u %%", percent);
	if (width < 100)
		snprintf(m->words, sizeof m->words, "%s %s, %s: stop",
			 i->wanted ? "inlined" : "not inlined", far,
			 command_key(COMMAND_CANCEL, stop));
	else
		snprintf(m->words, sizeof m->words, "%s %s, %s or %s: stop", what, far,
			 command_key(COMMAND_INLINED, toggle),
			 command_key(COMMAND_CANCEL, stop));
	loading_fill_meter(m, !i->from_memory, percent, width);
}
