/* loading.c - the profile on the screen while its file is still being read. */

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>

#include "analysis/path.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "session/presence.h"
#include "view/label.h"
#include "workspace/workspace_state.h"

#define FIRST_WAIT_MS 50  /* small files are there before the first picture */
#define PROGRESS_MS   120 /* how often the progress is drawn */
#define NS_PER_MS     UINT64_C(1000000)
#define LONGEST	      1e19 /* ns, of a recording: no guess beyond it fits 64 bits */

bool loading_begin(struct workspace *w, const char *path, struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);
	struct settings settings = w->settings;

	if (!copy)
		return false;
	mem_free(w->path);
	w->path = copy;
	loader_free(w->loader);
	inlining_note_file(w);
	settings.reading.inlined = false; /* they take a while: nobody waits for them */
	w->loader = loader_new(path, &settings, err);
	return w->loader != NULL;
}

void loading_wait(struct workspace *w)
{
	uint64_t now = clock_now(), until = now + FIRST_WAIT_MS * NS_PER_MS;

	for (; w->loader && !w->inlining.under_way && now < until; now = clock_now()) {
		struct pollfd news = {.fd = loader_fd(w->loader), .events = POLLIN};

		if (poll(&news, 1, (int)((until - now) / NS_PER_MS) + 1) > 0)
			workspace_wake(w);
	}
}

/* ---- what is told of it ---- */

/* A file may have grown since its size was asked for. */
static unsigned percent(const struct growth *g)
{
	if (g->done >= g->total)
		return g->total ? 100 : 0;
	return (unsigned)(100 * (double)g->done / (double)g->total);
}

void loading_words(const struct growth *g, char buf[LOADING_WORDS])
{
	char size[LABEL_MAX];

	if (g->sketch)
		snprintf(buf, LOADING_WORDS, "incomplete: no stacks yet");
	else if (g->total)
		snprintf(buf, LOADING_WORDS, "incomplete: %u %% read", percent(g));
	else
		snprintf(buf, LOADING_WORDS, "incomplete: %s read",
			 label_size(g->done, size));
}

static void fill(struct meter *m, unsigned percent)
{
	m->full = m->bar * (int)percent / 100;
	m->width = 3 + m->bar + (int)strlen(m->words) + (m->bar ? 1 : 0);
}

static void inlining_meter(const struct workspace *w, int width, unsigned percent,
			   struct meter *m)
{
	const char *what = w->settings.reading.inlined ? "inlined functions"
						       : "without inlined functions";

	if (width < 100)
		snprintf(m->words, sizeof m->words, "%s %2u %%, Esc: stop",
			 w->settings.reading.inlined ? "inlined" : "not inlined",
			 percent);
	else
		snprintf(m->words, sizeof m->words, "%s %2u %%, x or Esc: stop", what,
			 percent);
	m->bar = width < 80 ? 0 : width < 120 ? 10 : 20;
	fill(m, percent);
}

/* Numbers have a place of their own each, so that nothing else moves when they do. */
void loading_meter(const struct workspace *w, int width, struct meter *m)
{
	struct growth g;
	char size[LABEL_MAX], n[NUMBER_GROUPED_MAX], far[32];

	*m = (struct meter){.width = 0};
	if (!w->loader || !w->open.is_open)
		return;
	g = loader_growth(w->loader);
	if (w->inlining.under_way) {
		inlining_meter(w, width, inlining_percent(w, &g), m);
		return;
	}
	if (g.total)
		snprintf(far, sizeof far, "%3u %%", percent(&g));
	else
		snprintf(far, sizeof far, "%8s", label_size(g.done, size));
	number_grouped(g.samples, n);
	if (width < 100)
		snprintf(m->words, sizeof m->words, "loading %s", far);
	else
		snprintf(m->words, sizeof m->words, "loading %s %11s %s so far", far, n,
			 w->open.read.sketch ? "stacks" : "samples");
	if (g.total)
		m->bar = width < 80 ? 0 : width < 120 ? 10 : 20;
	fill(m, percent(&g));
}

/* ---- its end ---- */

/* The file cannot be used: back to the list, or out with the reason. */
static void give_up(struct workspace *w, const struct error *err)
{
	if (w->directory) {
		workspace_say(w, err->message);
		return;
	}
	w->failure = *err;
	w->shell_request = SHELL_QUIT;
}

static void arrange_again(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (w->at.whole.w)
		workspace_arrange(w, w->at.whole.w, w->at.whole.h);
	else if (!open_profile_refresh(w, &err))
		workspace_complain(w, &err);
}

/* No more is coming: what is there stays, and the screen says what it is. */
static void end(struct workspace *w)
{
	struct open_profile *o = &w->open;

	loader_free(w->loader);
	w->loader = NULL;
	o->heat.expected = 0;
	if (o->flame.instead)
		o->flame.instead = o->table.instead =
		    "The stacks of these samples were not read.";
}

void loading_stop(struct workspace *w)
{
	char words[LOADING_WORDS];

	if (inlining_stop(w))
		return;
	if (!w->open.is_open) {
		end(w);
		if (!w->directory)
			w->shell_request = SHELL_QUIT;
		return;
	}
	end(w);
	arrange_again(w);
	facts_renew(w);
	loading_words(&w->open.read, words);
	workspace_printf(w, "stopped reading; what is here is %s", words);
}

void loading_forget(struct workspace *w)
{
	loader_free(w->loader);
	w->loader = NULL;
	inlining_forget(w);
}

static void fail(struct workspace *w, const struct error *err)
{
	if (w->inlining.under_way) {
		inlining_fail(w, err);
		return;
	}
	end(w);
	if (!w->open.is_open) {
		give_up(w, err);
		return;
	}
	arrange_again(w);
	workspace_say(w, err->message);
}

/* ---- more of it ---- */

/*
 * How long the whole will be, so that the cells have the width that they will have: a guess
 * that is kept until it is clearly wrong, for nothing should jump.
 */
static void expect(struct open_profile *o)
{
	const struct growth *g = &o->read;
	double guess = 0, was = (double)o->heat.expected;

	if (g->total && g->done && !g->sketch)
		guess = (double)o->whole.to * (double)g->total / (double)g->done;
	if (guess > was || guess < was - was / 3)
		o->heat.expected = guess < LONGEST ? (uint64_t)(guess * 1.05) : 0;
}

/* Worth saying about a file once all of it is there. */
static void say_what_is_missing(struct workspace *w)
{
	const struct open_profile *o = &w->open;
	const struct kept *kept = &o->session->kept;
	const struct profile *p = o->session->profile;

	if (w->message[0] || w->overlay.kind != OVERLAY_NONE || w->loader)
		return;
	if (profile_lost(p, LOSS_OF(LOST_SAMPLES)))
		workspace_say(w, "samples were lost: H tells why");
	else if (profile_lost(p, LOSS_OF(LOST_PARTS) | LOSS_OF(LOST_UNREAD)))
		workspace_say(w, "part of the file could not be used: H says what");
	else if (kept->count == 0 && kept->hidden)
		workspace_say(w, "every sample was idle: I shows them");
	else if (o->zoom_awaited)
		workspace_say(w, "no such frame to zoom into: this is the whole graph");
	else
		workspace_tell_rows(w);
}

/* The range was chosen before all of the file was known, and nothing lies in it. */
static void drop_empty_range(struct workspace *w)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;

	if (presence_of_range(o->session->profile, o->session->choice.range, &err))
		return;
	session_set_range(o->session, RANGE_ALL);
	if (o->history.count == 1) { /* the command line's: no step to go back to */
		history_release(&o->history);
		o->heat.cursor = o->whole.from;
	}
	open_profile_note(w);
	workspace_complain(w, &err);
}

/* Take the session over, also when it fails. */
static bool show(struct workspace *w, struct session *s, bool whole,
		 const struct growth *g, struct error *err)
{
	struct open_profile *o = &w->open;
	uint32_t *frames = NULL;

	if (o->is_open && o->read.sketch) { /* its frames are no others' */
		frames = path_frame_map(o->session->profile, s->profile, err);
		if (!frames) {
			loader_close(w->loader, s);
			return false;
		}
	}
	if (o->is_open)
		open_profile_replace(w, s, frames);
	else if (!open_profile_begin(w, s, err))
		return false;
	mem_free(frames);
	o->read = *g;
	o->partial = !whole;
	o->heat.growing = !whole && !g->sketch;
	o->flame.instead = o->table.instead =
	    g->sketch ? "The stacks of these samples are being read." : NULL;
	if (whole) {
		end(w);
		drop_empty_range(w);
	} else {
		expect(o);
	}
	arrange_again(w);
	facts_renew(w);
	if (whole) {
		inlining_opened(w);
		say_what_is_missing(w);
	}
	return true;
}

bool workspace_wake(struct workspace *w)
{
	struct session *s = NULL;
	struct growth g = {0};
	struct error err = ERROR_INIT;
	enum loader_news news;

	if (!w->loader)
		return false;
	news = loader_take(w->loader, &s, &g, &err);
	if (news == LOADER_NOTHING)
		return false;
	if (news == LOADER_FAILED) {
		fail(w, &err);
		return true;
	}
	if (w->open.is_open &&
	    !session_same_question(&s->choice, &w->open.session->choice)) {
		loader_again(w->loader, s, news, &g);
		return false;
	}
	if (w->inlining.under_way) {
		inlining_take(w, s);
		arrange_again(w);
		return true;
	}
	if (!show(w, s, news == LOADER_WHOLE, &g, &err))
		fail(w, &err);
	return true;
}

int workspace_wake_fd(const struct workspace *w)
{
	return w->loader ? loader_fd(w->loader) : -1;
}

int workspace_patience(const struct workspace *w)
{
	return w->loader ? PROGRESS_MS : -1;
}

bool loading_follow(struct workspace *w)
{
	if (!w->loader)
		return false;
	if (w->open.is_open)
		loader_follow(w->loader, &w->open.session->choice);
	return clock_now() - w->drawn > PROGRESS_MS * NS_PER_MS;
}
