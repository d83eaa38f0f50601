#include "session/loader/loading.h"

#include <poll.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "session/query/query_profile.h"
#include "view/label.h"

bool loading_begin(struct loading *l, const char *path, const struct settings *settings,
		   struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);
	struct settings first = *settings;

	if (!copy)
		return false;
	mem_free(l->path);
	l->path = copy;
	loader_free(l->loader);
	first.reading.inlined = false; /* these take long and are read later */
	l->loader = loader_new(path, &first, err);
	return l->loader != NULL;
}

bool loading_begin_whole(struct loading *l, const char *path,
			 const struct settings *settings, struct error *err)
{
	char *copy = mem_text(path, strlen(path), err);

	if (!copy)
		return false;
	loading_release(l);
	l->path = copy;
	return loading_begin_again(l, settings, err);
}

bool loading_begin_again(struct loading *l, const struct settings *settings,
			 struct error *err)
{
	l->loader = loader_new_whole(l->path, settings, err);
	return l->loader != NULL;
}

void loading_end(struct loading *l)
{
	loader_free(l->loader);
	l->loader = NULL;
}

void loading_release(struct loading *l)
{
	loading_end(l);
	mem_free(l->path);
	*l = (struct loading){0};
}

bool loading_wait(const struct loading *l, int ms)
{
	struct pollfd news = {.fd = loader_fd(l->loader), .events = POLLIN};

	return poll(&news, 1, ms) > 0;
}

/* The answer of a database depends on the range, too. */
static bool is_answer_to(const struct arrival *a, const struct choice *shown)
{
	const struct choice *c = &a->session->choice;

	return choice_asks_the_same(c, shown) &&
	       (a->news != LOADER_ANSWER || query_is_same(c, shown));
}

bool loading_take(struct loading *l, const struct choice *shown, struct arrival *a)
{
	*a = (struct arrival){.news = LOADER_NOTHING};
	if (l->loader)
		a->news = loader_take(l->loader, &a->session, &a->read, &a->err);
	if (a->news == LOADER_NOTHING || a->news == LOADER_FAILED ||
	    a->news == LOADER_REFUSED || !shown || is_answer_to(a, shown))
		return a->news != LOADER_NOTHING;
	if (a->news == LOADER_ANSWER) { /* the next answer is on its way */
		loader_close(l->loader, a->session);
		return false;
	}
	loader_again(l->loader, a->session, a->news, &a->read);
	return false;
}

/* ---- messages ---- */

/* The file may have grown, so more than its former size may have been read. */
static unsigned calculate_read_percent(const struct load_progress *read)
{
	if (read->done >= read->total)
		return read->total ? 100 : 0;
	return (unsigned)(100 * (double)read->done / (double)read->total);
}

void loading_words(const struct load_progress *read, char buf[LOADING_WORDS])
{
	char size[LABEL_MAX];

	if (read->times_only)
		snprintf(buf, LOADING_WORDS, "incomplete: no stacks yet");
	else if (read->total)
		snprintf(buf, LOADING_WORDS, "incomplete: %u %% read",
			 calculate_read_percent(read));
	else
		snprintf(buf, LOADING_WORDS, "incomplete: %s read",
			 label_size(read->done, size));
}

unsigned loading_percent_again(const struct loading *l, uint64_t samples)
{
	uint64_t again = loader_progress(l->loader).samples;

	return again >= samples ? 99 : (unsigned)(100 * (double)again / (double)samples);
}

void loading_fill_meter(struct meter *m, bool has_bar, unsigned percent, int width)
{
	m->bar = !has_bar || width < 80 ? 0 : width < 120 ? 10 : 20;
	m->full = m->bar * (int)percent / 100;
	m->width = 3 + m->bar + (int)strlen(m->words) + (m->bar ? 1 : 0);
}

void loading_asking_meter(const struct loading *l, int width, struct meter *m)
{
	const struct load_progress g = loader_progress(l->loader);
	char n[NUMBER_GROUPED_MAX];

	if (!g.total)
		snprintf(m->words, sizeof m->words, "querying ClickHouse");
	else if (width < 100)
		snprintf(m->words, sizeof m->words, "querying %3u %%",
			 calculate_read_percent(&g));
	else
		snprintf(m->words, sizeof m->words,
			 "querying ClickHouse %3u %% of %s rows",
			 calculate_read_percent(&g), number_grouped(g.total, n));
	loading_fill_meter(m, g.total > 0, calculate_read_percent(&g), width);
}

/* Each number has a fixed width, to keep the words beside it in place. */
void loading_meter(const struct loading *l, bool times_only, int width, struct meter *m)
{
	const struct load_progress g = loader_progress(l->loader);
	char size[LABEL_MAX], n[NUMBER_GROUPED_MAX], far[32];

	if (g.total)
		snprintf(far, sizeof far, "%3u %%", calculate_read_percent(&g));
	else
		snprintf(far, sizeof far, "%8s", label_size(g.done, size));
	number_grouped(g.samples, n);
	if (width < 100)
		snprintf(m->words, sizeof m->words, "loading %s", far);
	else
		snprintf(m->words, sizeof m->words, "loading %s %11s %s so far", far, n,
			 times_only ? "stacks" : "samples");
	loading_fill_meter(m, g.total > 0, calculate_read_percent(&g), width);
}
