#include "workspace/workspace_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "export/outfile.h"
#include "session/presence.h"
#include "view/label.h"

/* A longer pattern is searched when it is complete: text pasted into the prompt would be
 * compiled once a character, which is quadratic. */
#define LIVE_LONGEST 250

static const char *const labels[PROMPT_KINDS] = {
    [PROMPT_RANGE] = "range in seconds, FROM,TO: ",
    [PROMPT_SEARCH] = "/",
    [PROMPT_FILTER] = "keep stacks that match (!: drop): ",
    [PROMPT_PERIOD] = "seconds per column: ",
    [PROMPT_SAVE] = "save as (.folded .svg .json .pb ...): ",
    [PROMPT_OVERWRITE] = "that file exists; overwrite it? (yes/no): ",
};

/* "service.perf.gz" and 11.2 to 11.36 s: "service-11.2-11.36.folded", here and now. */
static void proposed_name(const struct workspace *w, char *buf, size_t room)
{
	struct text name = text_basename(text_of(w->loading.path));
	struct range r = range_told(w->open.session->choice.range, w->open.whole);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];
	const char *dot, *part = w->open.partial ? "-incomplete" : "";

	if (strcmp(w->loading.path, "-") == 0)
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
static struct text proposal(const struct workspace *w, enum prompt_kind what, char *buf,
			    size_t room)
{
	const struct choice *c = &w->open.session->choice;
	char number[NUMBER_SECONDS_MAX], range[RANGE_TEXT_MAX];

	buf[0] = '\0';
	if (what == PROMPT_RANGE && !range_is_all(c->range))
		snprintf(buf, room, "%s", range_text(c->range, range));
	if (what == PROMPT_FILTER)
		return c->filter;
	if (what == PROMPT_PERIOD)
		snprintf(buf, room, "%s", number_plain_seconds(w->open.period, number));
	if (what == PROMPT_SAVE)
		proposed_name(w, buf, room);
	return text_of(buf);
}

bool prompts_open(struct workspace *w, enum prompt_kind what)
{
	struct overlay *over = &w->overlay;
	struct error err = ERROR_INIT;
	struct text now = w->open.session->choice.search;
	char text[512];

	if ((what == PROMPT_RANGE || what == PROMPT_PERIOD) &&
	    !w->open.session->profile->has_times) {
		workspace_say(w, "this profile has no times");
		return true;
	}
	mem_free(over->before);
	over->before = mem_text(now.at, now.len, &err);
	if (!over->before ||
	    !prompt_view_open(
		&over->prompt, labels[what], proposal(w, what, text, sizeof text),
		what == PROMPT_OVERWRITE ? NULL : &over->histories[what], &err)) {
		workspace_complain(w, &err);
		return true;
	}
	over->kind = OVERLAY_PROMPT;
	over->prompt_kind = what;
	return true;
}

void prompts_close(struct workspace *w, bool cancelled)
{
	struct overlay *over = &w->overlay;

	over->kind = OVERLAY_NONE;
	if (cancelled && over->prompt_kind == PROMPT_SEARCH && over->before)
		open_profile_set_search(w, text_of(over->before));
	mem_free(over->before);
	over->before = NULL;
}

/* ---- what is done with what was typed ---- */

/* What is not there yet may come while the file is read. */
static bool may_have(const struct workspace *w, struct range r, struct error *err)
{
	return (w->loading.loader && w->open.partial) ||
	       presence_of_range(w->open.session->profile, r, err);
}

static bool set_range(struct workspace *w, struct text text)
{
	struct error err = ERROR_INIT;
	struct range r = RANGE_ALL;

	if (text.len && !(range_parse(text, &r, &err) && may_have(w, r, &err))) {
		workspace_complain(w, &err);
		return false;
	}
	w->open.heat.marking = MARKING_NONE;
	navigate_request(
	    w, (struct request){.kind = REQUEST_RANGE, .range = r, .settled = true});
	heat_view_reveal(&w->open.heat);
	return true;
}

static bool set_period(struct workspace *w, struct text text)
{
	uint64_t period;

	if (!number_seconds(text, &period) || period < HEATMAP_FINEST) {
		workspace_say(w, "a column is at least 0.00001 s: 0.5, 1, 10 ...");
		return false;
	}
	return open_profile_set_period(w, period, w->open.heat.cursor);
}

static bool ask_overwrite(struct workspace *w, const char *path)
{
	struct error err = ERROR_INIT;
	char *copy = mem_text(path, strlen(path), &err);

	prompts_open(w, PROMPT_OVERWRITE);
	mem_free(w->overlay.before);
	w->overlay.before = copy; /* the file that the answer is about */
	return false;
}

/* As the graph on the screen is drawn. */
static struct export_job job_of(const struct workspace *w)
{
	struct settings settings = w->settings;

	settings.file = w->loading.path;
	settings.order = w->open.flame.order;
	settings.icicle = w->open.flame.icicle;
	return session_export_job(w->open.session, &settings);
}

static bool save(struct workspace *w, const char *path, bool overwrite)
{
	const struct session *s = w->open.session;
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
				 w->open.partial ? "; the profile is " : "",
				 w->open.partial ? w->open.partial_words : "");
	return ok;
}

static bool overwrite(struct workspace *w, struct text answer)
{
	char *path = w->overlay.before;

	w->overlay.before = NULL;
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

	switch (w->overlay.prompt_kind) {
	case PROMPT_RANGE:
		return set_range(w, text);
	case PROMPT_SEARCH:
		return open_profile_set_search(w, text);
	case PROMPT_FILTER:
		return open_profile_set_filter(w, text);
	case PROMPT_PERIOD:
		return set_period(w, text);
	case PROMPT_SAVE:
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

bool prompts_typed(struct workspace *w, bool settled)
{
	struct text text = prompt_view_text(&w->overlay.prompt);
	enum prompt_kind was = w->overlay.prompt_kind;

	if (!settled) {
		/* an unfinished pattern is no mistake yet: it says so, and the last one stays */
		if (was == PROMPT_SEARCH && text.len <= LIVE_LONGEST)
			open_profile_set_search(w, text);
		return true;
	}
	prompt_history_add(&w->overlay.histories[was], text);
	if (accept(w, text) && w->overlay.prompt_kind == was)
		prompts_close(w, false);
	return true;
}
