/* inlining.c - the open file is read again, with its inlined functions or without them. */

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "analysis/path.h"
#include "base/mem.h"
#include "input/formats.h"
#include "input/perf_data/perf_names.h"
#include "workspace/workspace_state.h"

#define CHANGED "the file has changed since it was opened: open it again"

/* ---- may it be read again? ---- */

static bool look(const char *path, struct file_mark *m)
{
	struct stat st;

	*m = (struct file_mark){0};
	if (strcmp(path, "-") == 0 || stat(path, &st) != 0 ||
	    !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		return false;
	*m = (struct file_mark){(uint64_t)st.st_dev, (uint64_t)st.st_ino,
				(int64_t)st.st_size, (int64_t)st.st_mtim.tv_sec,
				st.st_mtim.tv_nsec};
	return true;
}

static bool has_changed(const struct workspace *w)
{
	const struct file_mark *was = &w->inlining.mark;
	struct file_mark is;

	return !look(w->path, &is) || is.device != was->device ||
	       is.inode != was->inode || is.size != was->size ||
	       is.seconds != was->seconds || is.ns != was->ns;
}

/* Are the names of its functions looked for in other files, each time it is read? */
static bool has_addresses(const struct workspace *w)
{
	const char *name = w->settings.reading.format;
	const struct format *format = name ? formats_find(name) : NULL;
	struct error ignored = ERROR_INIT;
	struct source *source = name ? NULL : source_open(w->path, &ignored);
	struct text head;

	if (source && source_head(source, &head, &ignored))
		format = formats_detect(head);
	source_close(source);
	return format && format->elsewhere;
}

/* Why there can be no inlined functions; NULL: they can be looked for. */
static const char *refusal(const struct workspace *w)
{
	struct file_mark now;

	if (strcmp(w->path, "-") == 0)
		return "standard input cannot be read again for inlined functions: open "
		       "a file";
	if (w->open.partial)
		return "inlined functions need the whole file, but reading was stopped";
	if (!w->inlining.mark.inode && look(w->path, &now))
		return CHANGED;
	if (!w->inlining.mark.inode)
		return "a pipe cannot be read again for inlined functions: open a file";
	if (has_changed(w))
		return CHANGED;
	if (!has_addresses(w))
		return "inlined functions are looked up in a perf.data only; other files "
		       "already show theirs";
	if (!w->settings.reading.symbols)
		return "inlined functions need symbols, which --no-symbols turns off";
	return NULL;
}

/* ---- beginning and stopping ---- */

void inlining_forget(struct workspace *w)
{
	w->inlining.under_way = false;
}

void inlining_note_file(struct workspace *w)
{
	w->inlining = (struct inlining){.shown = false};
	look(w->path, &w->inlining.mark);
}

static void begin(struct workspace *w, bool wanted)
{
	const char *why = refusal(w);
	struct settings settings = w->settings;
	struct error err = ERROR_INIT;

	settings.reading.inlined = wanted;
	if (why)
		workspace_say(w, why);
	else if (!(w->loader = loader_new_whole(w->path, &settings, &err)))
		workspace_complain(w, &err);
	w->inlining.under_way = w->loader != NULL;
	w->settings.reading.inlined = w->loader ? wanted : w->inlining.shown;
	if (w->loader)
		loader_follow(w->loader, &w->open.session->choice);
}

void inlining_opened(struct workspace *w)
{
	if (w->settings.reading.inlined)
		begin(w, true);
}

/* What is on the screen stays. */
static void end(struct workspace *w)
{
	loading_forget(w);
	w->settings.reading.inlined = w->inlining.shown;
}

bool inlining_stop(struct workspace *w)
{
	if (!w->inlining.under_way)
		return false;
	end(w);
	workspace_say(w, w->inlining.shown ? "stopped: inlined functions stay shown"
					   : "stopped: no inlined functions are shown");
	return true;
}

bool inlining_toggle(struct workspace *w)
{
	bool *wanted = &w->settings.reading.inlined;

	if (inlining_stop(w))
		return true;
	if (!w->loader) {
		begin(w, !w->inlining.shown);
		return true;
	}
	*wanted = !*wanted;
	workspace_say(w, *wanted
			     ? "inlined functions come when the whole file has been read"
			     : "stopped looking for inlined functions");
	return true;
}

/* ---- its end ---- */

static void say_what_was_found(struct workspace *w)
{
	const struct profile *p = w->open.session->profile;

	for (uint32_t i = 0; i < p->note_count; i++) {
		struct text value = profile_string(p, p->notes[i].value);

		if (text_equal(profile_string(p, p->notes[i].key),
			       TEXT(PERF_NAMING_INLINED)))
			workspace_printf(w, "inlined functions: %.*s", (int)value.len,
					 value.at);
	}
}

static bool is_the_same(const struct profile *a, const struct profile *b)
{
	return a->samples.count == b->samples.count &&
	       profile_origin(a) == profile_origin(b) && a->event_count == b->event_count;
}

static uint32_t count_inlined(const struct profile *p)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < p->frame_count; i++)
		n += p->frames[i].kind == FRAME_INLINED;
	return n;
}

void inlining_take(struct workspace *w, struct session *s)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;
	bool wanted = w->settings.reading.inlined;
	uint32_t *frames;

	if (has_changed(w) || !is_the_same(s->profile, o->session->profile)) {
		loader_close(w->loader, s);
		end(w);
		workspace_say(w, CHANGED);
		return;
	}
	frames = path_frame_map(o->session->profile, s->profile, &err);
	if (!frames) {
		loader_close(w->loader, s);
		inlining_fail(w, &err);
		return;
	}
	/* code made at run time may have told of some without DWARF */
	w->inlining.shown =
	    wanted && count_inlined(s->profile) > count_inlined(o->session->profile);
	open_profile_replace(w, s, frames);
	mem_free(frames);
	end(w);
	if (wanted)
		say_what_was_found(w);
	else
		workspace_say(w, "inlined functions are left out");
}

void inlining_fail(struct workspace *w, const struct error *err)
{
	end(w);
	if (has_changed(w))
		workspace_say(w, CHANGED);
	else
		workspace_printf(w, "reading it again failed: %s", err->message);
}

/* The samples are known already: how many of them have been read again. */
unsigned inlining_percent(const struct workspace *w, const struct growth *g)
{
	uint64_t all = w->open.session->profile->samples.count;

	return g->samples >= all ? 99
				 : (unsigned)(100 * (double)g->samples / (double)all);
}
