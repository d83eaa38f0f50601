#include "workspace/inlining.h"

#include <stdio.h>
#include <sys/stat.h>

#include "analysis/path.h"
#include "base/mem.h"
#include "input/formats.h"
#include "view/command.h"

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

static bool has_changed(const struct inlining *i, const char *path)
{
	const struct file_mark *was = &i->mark;
	struct file_mark is;

	return !look(path, &is) || is.device != was->device || is.inode != was->inode ||
	       is.size != was->size || is.seconds != was->seconds || is.ns != was->ns;
}

/* Are the names of its functions looked for in other files, each time it is read? */
static bool has_addresses(const char *path, const struct reading_options *reading)
{
	const char *name = reading->format;
	const struct format *format = name ? formats_find(name) : NULL;
	struct error ignored = ERROR_INIT;
	struct source *source = name ? NULL : source_open(path, &ignored);
	struct text head;

	if (source && source_head(source, &head, &ignored))
		format = formats_detect(head);
	source_close(source);
	return format && format->elsewhere;
}

const char *inlining_refusal(const struct inlining *i, const char *path,
			     const struct reading_options *reading, bool partial)
{
	struct file_mark now;

	if (strcmp(path, "-") == 0)
		return "standard input cannot be read again for inlined functions: open "
		       "a file";
	if (partial)
		return "inlined functions need the whole file, but reading was stopped";
	if (!i->mark.inode && look(path, &now))
		return CHANGED;
	if (!i->mark.inode)
		return "a pipe cannot be read again for inlined functions: open a file";
	if (has_changed(i, path))
		return CHANGED;
	if (!has_addresses(path, reading))
		return "inlined functions are looked up in a perf.data only; other files "
		       "already show theirs";
	if (!reading->symbols)
		return "inlined functions need symbols, which --no-symbols turns off";
	return NULL;
}

/* ---- beginning and stopping ---- */

void inlining_note_file(struct inlining *i, const char *path)
{
	*i = (struct inlining){.wanted = i->wanted};
	look(path, &i->mark);
}

void inlining_begun(struct inlining *i, bool wanted)
{
	i->under_way = true;
	i->wanted = wanted;
}

void inlining_ended(struct inlining *i)
{
	i->under_way = false;
	i->wanted = i->shown;
}

void inlining_forget(struct inlining *i)
{
	i->under_way = false;
}

/* What is on the screen stays. */
struct request inlining_stop(const struct inlining *i)
{
	if (!i->under_way)
		return REQUEST(NOTHING);
	return (struct request){.kind = REQUEST_STOP_READING,
				.words = i->shown
					     ? "stopped: inlined functions stay shown"
					     : "stopped: no inlined functions are shown"};
}

struct request inlining_toggle(struct inlining *i, bool is_loading)
{
	if (i->under_way)
		return inlining_stop(i);
	if (!is_loading)
		return (struct request){.kind = REQUEST_READ_AGAIN, .settled = !i->shown};
	i->wanted = !i->wanted;
	return (struct request){
	    .kind = REQUEST_REDRAW,
	    .words = i->wanted
			 ? "inlined functions come when the whole file has been read"
			 : "stopped looking for inlined functions"};
}

/* ---- its end ---- */

void inlining_words(const struct inlining *i, const struct profile *p,
		    char buf[INLINING_WORDS])
{
	buf[0] = '\0';
	if (!i->wanted)
		snprintf(buf, INLINING_WORDS, "inlined functions are left out");
	for (uint32_t n = 0; i->wanted && n < p->note_count; n++) {
		struct text value = profile_string(p, p->notes[n].value);

		if (text_equal(profile_string(p, p->notes[n].key), TEXT(READING_INLINED)))
			snprintf(buf, INLINING_WORDS, "inlined functions: %.*s",
				 (int)value.len, value.at);
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

uint32_t *inlining_match(struct inlining *i, const char *path,
			 const struct profile *shown, const struct profile *again,
			 struct error *err)
{
	uint32_t *frames;

	if (has_changed(i, path) || !is_the_same(again, shown)) {
		error_set(err, ERROR_USAGE, CHANGED);
		return NULL;
	}
	frames = path_frame_map(shown, again, err);
	if (!frames) {
		inlining_explain(i, path, err);
		return NULL;
	}
	/* code made at run time may have told of some without DWARF */
	i->shown = i->wanted && count_inlined(again) > count_inlined(shown);
	return frames;
}

void inlining_explain(const struct inlining *i, const char *path, struct error *err)
{
	if (!has_changed(i, path)) {
		error_at(err, "reading it again failed");
		return;
	}
	*err = (struct error)ERROR_INIT;
	error_set(err, ERROR_USAGE, CHANGED);
}

/* The samples are known already: how many of them have been read again. */
void inlining_meter(const struct inlining *i, const struct loading *l, uint64_t samples,
		    int width, struct meter *m)
{
	uint64_t again = loader_progress(l->loader).samples;
	unsigned percent =
	    again >= samples ? 99 : (unsigned)(100 * (double)again / (double)samples);
	const char *what = i->wanted ? "inlined functions" : "without inlined functions";
	char toggle[COMMAND_KEY_MAX], stop[COMMAND_KEY_MAX];

	if (width < 100)
		snprintf(m->words, sizeof m->words, "%s %2u %%, %s: stop",
			 i->wanted ? "inlined" : "not inlined", percent,
			 command_key(COMMAND_CANCEL, stop));
	else
		snprintf(m->words, sizeof m->words, "%s %2u %%, %s or %s: stop", what,
			 percent, command_key(COMMAND_INLINED, toggle),
			 command_key(COMMAND_CANCEL, stop));
	loading_fill_meter(m, true, percent, width);
}
