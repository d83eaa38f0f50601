#include "workspace/workspace_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "export/outfile.h"
#include "session/presence.h"
#include "session/saving.h"
#include "view/label.h"

/* A longer pattern is searched when it is complete: text pasted into the prompt would be
 * compiled once a character, which is quadratic. */
#define LIVE_LONGEST 250

static const char *const labels[ASKINGS] = {
    [ASK_RANGE] = "range in seconds, FROM,TO: ",
    [ASK_SEARCH] = "/",
    [ASK_FILTER] = "keep stacks that match (!: drop): ",
    [ASK_PERIOD] = "seconds per column: ",
    [ASK_SAVE] = "save as (.folded .svg .json .pb ...): ",
    [ASK_OVERWRITE] = "that file exists; overwrite it? (yes/no): ",
};

/* "service.perf.gz" and 11.2 to 11.36 s: "service-11.2-11.36.folded", here and now. */
static void proposed_name(const struct workspace *w, char *buf, size_t room)
{
	struct text name = text_basename(text_of(w->path));
	struct range r = range_told(w->desk.session.choice.range, w->desk.whole);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];
	const char *dot, *part = w->desk.partial ? "-incomplete" : "";

	if (strcmp(w->path, "-") == 0)
		name = TEXT("profile");
	dot = name.len ? memchr(name.at + 1, '.', name.len - 1) : NULL;
	if (dot)
		name.len = (size_t)(dot - name.at);
	if (range_is_all(r) || r.to == UINT64_MAX)
		snprintf(buf, room, "%.*s%s.folded", (int)name.len, name.at, part);
	else
		snprintf(buf, room, "%.*s-%s-%s%s.folded", (int)name.len, name.at,
			 number_plain_seconds(r.from, from),
			 number_plain_seconds(r.to, to), part);
}

/* In `buf`, or where it lives. A filter can be of any length: half of one is another. */
static const char *proposal(const struct workspace *w, enum asking what, char *buf,
			    size_t room)
{
	const struct choice *c = &w->desk.session.choice;
	char number[NUMBER_SECONDS_MAX], range[RANGE_TEXT_MAX];

	buf[0] = '\0';
	if (what == ASK_RANGE && !range_is_all(c->range))
		snprintf(buf, room, "%s", range_text(c->range, range));
	if (what == ASK_FILTER)
		return c->filter;
	if (what == ASK_PERIOD)
		snprintf(buf, room, "%s", number_plain_seconds(w->desk.period, number));
	if (what == ASK_SAVE)
		proposed_name(w, buf, room);
	return buf;
}

bool asking_open(struct workspace *w, enum asking what)
{
	struct desk_top *top = &w->top;
	struct error err = ERROR_INIT;
	const char *now = w->desk.session.choice.search;
	char text[512];

	if ((what == ASK_RANGE || what == ASK_PERIOD) &&
	    !w->desk.session.profile->has_times) {
		workspace_say(w, "this profile has no times");
		return true;
	}
	mem_free(top->before);
	top->before = mem_text(now, strlen(now), &err);
	if (!top->before ||
	    !prompt_view_open(
		&top->prompt, labels[what], text_of(proposal(w, what, text, sizeof text)),
		what == ASK_OVERWRITE ? NULL : &top->histories[what], &err)) {
		workspace_complain(w, &err);
		return true;
	}
	top->kind = OVERLAY_PROMPT;
	top->asking = what;
	return true;
}

void asking_close(struct workspace *w, bool cancelled)
{
	struct desk_top *top = &w->top;

	top->kind = OVERLAY_NONE;
	if (cancelled && top->asking == ASK_SEARCH && top->before)
		desk_set_search(w, text_of(top->before));
	mem_free(top->before);
	top->before = NULL;
}

/* ---- what is done with what was typed ---- */

/* What is not there yet may come while the file is read. */
static bool may_have(const struct workspace *w, struct range r, struct error *err)
{
	return (w->loader && w->desk.partial) ||
	       presence_of_range(w->desk.session.profile, r, err);
}

static bool set_range(struct workspace *w, struct text text)
{
	struct error err = ERROR_INIT;
	struct range r = RANGE_ALL;

	if (text.len && !(range_parse(text, &r, &err) && may_have(w, r, &err))) {
		workspace_complain(w, &err);
		return false;
	}
	w->desk.heat.marking = MARKING_NONE;
	navigate_request(
	    w, (struct request){.kind = REQUEST_RANGE, .range = r, .settled = true});
	heat_view_reveal(&w->desk.heat);
	return true;
}

static bool set_period(struct workspace *w, struct text text)
{
	uint64_t period;

	if (!number_seconds(text, &period) || period < HEATMAP_FINEST) {
		workspace_say(w, "a column is at least 0.00001 s: 0.5, 1, 10 ...");
		return false;
	}
	return desk_set_period(w, period, w->desk.heat.cursor);
}

static bool ask_overwrite(struct workspace *w, const char *path)
{
	struct error err = ERROR_INIT;
	char *copy = mem_text(path, strlen(path), &err);

	asking_open(w, ASK_OVERWRITE);
	mem_free(w->top.before);
	w->top.before = copy; /* the file that the answer is about */
	return false;
}

/* As the graph on the screen is drawn. */
static struct export_job job_of(const struct workspace *w)
{
	struct settings settings = w->settings;

	settings.file = w->path;
	settings.order = w->desk.flame.order;
	settings.icicle = w->desk.flame.icicle;
	return saving_job(&w->desk.session, &settings);
}

static bool save(struct workspace *w, const char *path, bool overwrite)
{
	const struct session *s = &w->desk.session;
	char n[LABEL_MAX];
	const struct export_job job = job_of(w);
	struct error err = ERROR_INIT;
	const struct notation *notation = export_for_file(text_of(path), false, &err);
	struct outfile *out;
	bool ok;

	if (!notation) {
		workspace_complain(w, &err);
		return false;
	}
	if (!overwrite && access(path, F_OK) == 0)
		return ask_overwrite(w, path);
	if (!export_is_expected(notation, &job, &err)) {
		workspace_complain(w, &err);
		return false;
	}
	out = outfile_open_by(w->settings.reading.helper, path, overwrite, &err);
	ok = out && notation->write(&job, outfile_stream(out), &err);
	if (ok)
		ok = outfile_commit(out, &err);
	else
		outfile_abandon(out);
	if (!ok)
		workspace_complain(w, &err);
	else
		workspace_printf(w, "saved %s%s as %s in %s%s%s",
				 s->kept.spans ? label_duration(s->flame.total[0], n)
					       : number_grouped(s->flame.samples, n),
				 s->kept.spans ? "" : " samples", notation->what, path,
				 w->desk.partial ? "; the profile is " : "",
				 w->desk.partial ? w->desk.partial_words : "");
	return ok;
}

static bool overwrite(struct workspace *w, struct text answer)
{
	char *path = w->top.before;

	w->top.before = NULL;
	if (!answer.len || (answer.at[0] != 'y' && answer.at[0] != 'Y'))
		workspace_say(w, "nothing was saved");
	else if (path)
		save(w, path, true);
	mem_free(path);
	return true;
}

/* True when the prompt has done its work and can go. */
static bool accept(struct workspace *w, struct text text)
{
	struct error err = ERROR_INIT;
	char *path;
	bool done;

	switch (w->top.asking) {
	case ASK_RANGE:
		return set_range(w, text);
	case ASK_SEARCH:
		return desk_set_search(w, text);
	case ASK_FILTER:
		return desk_set_filter(w, text);
	case ASK_PERIOD:
		return set_period(w, text);
	case ASK_SAVE:
		if (text.len == 0)
			return true;
		path = mem_text(text.at, text.len, &err);
		done = path && save(w, path, false);
		mem_free(path);
		return done;
	default:
		return overwrite(w, text);
	}
}

bool asking_typed(struct workspace *w, bool settled)
{
	struct text text = prompt_view_text(&w->top.prompt);
	enum asking was = w->top.asking;

	if (!settled) {
		/* an unfinished pattern is no mistake yet: it says so, and the last one stays */
		if (was == ASK_SEARCH && text.len <= LIVE_LONGEST)
			desk_set_search(w, text);
		return true;
	}
	prompt_history_add(&w->top.histories[was], text);
	if (accept(w, text) && w->top.asking == was)
		asking_close(w, false);
	return true;
}
