#include "cli/batch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "choice/shell_line.h"
#include "cli/host_warnings.h"
#include "export/info.h"
#include "input/cache_key.h"
#include "input/recordings.h"
#include "profile/wall_clock.h"
#include "session/input_options.h"
#include "session/query/query_profile.h"
#include "session/settings.h"
#include "view/difference.h"

/* Mention the time range of a ClickHouse query: by default only the last hour. */
static void warn_aside(const struct profile *p)
{
	struct text aside = profile_note(p, QUERY_ASIDE);

	if (!aside.len)
		return;
	fflush(stdout);
	fprintf(stderr, "flarescope: %.*s\n", (int)aside.len, aside.at);
}

bool batch_read(const struct options *o, struct cache_key *cache_key, struct profile **p,
		struct error *err)
{
	struct reading_options reading = o->settings.reading;

	reading.cache_key = cache_key;
	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here");
	if (o->settings.query) {
		*cache_key = (struct cache_key){.key = ""};
		*p = query_read(&o->settings, err);
		if (*p)
			warn_aside(*p);
		return *p != NULL;
	}
	mem_keep_freed(false);
	*p = recordings_run(o->file, &reading, NULL, err);
	if (*p && !states_apply(p, &o->settings, err)) {
		profile_free(*p);
		*p = NULL;
	}
	mem_keep_freed(true); /* counting allocates and frees one table after another */
	return *p != NULL;
}

void batch_warn(const struct profile *p, const struct reading_options *reading,
		const char *file)
{
	const unsigned told =
	    (LOSS_OF(LOSS_KINDS) - 1) & ~(LOSS_OF(LOST_NAMES) | LOSS_OF(LOST_ASIDE));

	if (!profile_lost(p, told))
		return;
	fflush(stdout);
	fputs("flarescope: ", stderr);
	loss_line_write(p, told, stderr);
	if (strcmp(file, "-") != 0) {
		fputs("; see flarescope info ", stderr);
		input_options_write(reading, file, false, stderr);
	}
	putc('\n', stderr);
}

/* Warn when --lines has no effect because the file has no lines. */
static void warn_lines(const struct profile *p, bool symbols, const char *file)
{
	struct text told = profile_note(p, READING_LINES);

	if (told.len && !text_starts(told, TEXT("none")))
		return;
	if (!told.len)
		told = symbols ? TEXT("none: for this format, only functions are read")
			       : TEXT("none: --no-symbols turns them off");
	fflush(stdout);
	fputs("flarescope: source lines of ", stderr);
	shell_line_file(file, false, stderr);
	fprintf(stderr, ": %.*s\n", (int)told.len, told.at);
}

void batch_warn_several(const char *names)
{
	if (!*names)
		return;
	fflush(stdout);
	fputs("flarescope: several modules have this function, and they are counted "
	      "together; a single one is ",
	      stderr);
	printable_write(text_of(names), stderr);
	putc('\n', stderr);
}

void batch_warn_flat(const struct session *s)
{
	if (!s->summary.no_call_graphs)
		return;
	fflush(stdout);
	fputs("flarescope: no call graphs in this recording; record with: perf record "
	      "-g\n",
	      stderr);
}

void batch_warn_counted(const struct session *s)
{
	if (!s->profile->server)
		return;
	fflush(stdout);
	fputs("flarescope: ClickHouse returns numbers of samples, not their times: "
	      "chance cannot be ruled out\n",
	      stderr);
}

void batch_warn_clock(const struct profile *p)
{
	struct wall_clock clock;
	bool known = wall_clock_of(p, &clock);

	if (known && wall_clock_has_zone(&clock))
		return;
	fflush(stdout);
	fputs(known ? "flarescope: the time zone of this recording is not known: its "
		      "times are taken as UTC\n"
		    : "flarescope: the time of day of this recording is not known: its "
		      "times are counted from 1970\n",
	      stderr);
}

void batch_warn_rough(const struct range_totals *f)
{
	if (!f->margin)
		return;
	fflush(stdout);
	fprintf(stderr,
		"flarescope: few samples (%" PRIu64 "): a share may be off by %u %%\n",
		f->samples, f->margin);
}

bool batch_print(const struct batch *b, struct canvas *c, struct error *err)
{
	bool ok = c && output_print(&b->style, c, b->out, err);

	canvas_free(c);
	return ok;
}

struct export_job batch_job(const struct batch *b, const struct session *s)
{
	struct export_job job = session_export_job(s, &b->settings);

	job.comparison = session_drawn(s).comparison;
	if (job.comparison)
		job.search = session_search(s);
	return job;
}

bool batch_show(struct export_job *job, struct diff_flame *shown,
		const struct difference_look *look, struct error *err)
{
	*shown = (struct diff_flame){0};
	if (!job->comparison)
		return true;
	if (!shown_build(shown, job->comparison, difference_widths(look), look->hidden,
			 err))
		return false;
	job->shown = shown;
	job->self = look->self;
	return true;
}

static struct batch batch_of(const struct options *o, FILE *out)
{
	struct batch b = {
	    .options = o, .style = output_style(o), .settings = o->settings, .out = out};

	b.settings.file = o->file;
	b.settings.baseline_file = o->baseline_file;
	b.settings.theme.ascii = b.style.ascii;
	b.settings.theme.depth = b.style.depth;
	b.settings.theme.told_light = b.style.light;
	theme_follow(&b.settings.theme, &b.settings.choice);
	if (!options_has(o, OPTION_FOLD)) /* printed output has a line for each frame */
		b.settings.choice.unfolded = true;
	if (!o->settings.choice.rows && !o->fit_rows)
		b.settings.choice.rows = BATCH_ROWS;
	return b;
}

/* Durations of the steps, in ns. */
struct batch_timing {
	uint64_t begun, reading, all;
};

static bool read_timed(const struct batch *b, const struct options *o,
		       struct cache_key *cache_key, struct profile **p, struct error *err)
{
	uint64_t since = o->settings.choice.timing ? clock_now() : 0;
	bool ok = batch_read(o, cache_key, p, err);

	if (since)
		b->timing->reading += clock_now() - since;
	return ok;
}

/* The time for counting is the rest of the total. */
static void tell_timing(const struct batch_timing *t, uint64_t printing)
{
	char memory[LABEL_MAX];

	fprintf(stderr,
		"flarescope: read in %.2f ms, counted in %.2f ms, printed in %.2f ms; %s "
		"of memory\n",
		(double)t->reading / 1e6, (double)(t->all - t->reading - printing) / 1e6,
		(double)printing / 1e6, label_size(mem_used(), memory));
}

/* Open the first file. A comparison waits for the second file, if there is one. */
static struct session *open_first(const struct batch *b, struct cache_key *cache_key,
				  struct error *err)
{
	struct session *s;
	struct profile *p;

	if (!read_timed(b, b->options, cache_key, &p, err))
		return NULL;
	if (!host_is_there(p, b->options, err)) {
		profile_free(p);
		return NULL;
	}
	batch_warn(p, &b->settings.reading, b->options->file);
	if (b->settings.reading.lines)
		warn_lines(p, b->settings.reading.symbols, b->options->file);
	/* with two files, results need the second one first */
	s = session_new_early(p, &b->settings,
			      b->options->baseline_file ? NULL : b->early, err);
	if (s)
		host_warnings_print(s);
	return s;
}

/* For two builds of one program: list functions that were renamed. */
static void warn_renamed(const struct renamed *r)
{
	struct text second, first;
	uint32_t at = 0;

	fflush(stdout);
	while (renamed_next(r, &at, &second, &first)) {
		fputs("flarescope: ", stderr);
		printable_write(second, stderr);
		fputs(" of the second file is compared as ", stderr);
		printable_write(first, stderr);
		fputs(" (see --compare-as)\n", stderr);
	}
}

/* Both trees and the merged one take about twice the memory used so far. */
static bool add_baseline(const struct batch *b, struct session *s,
			 struct cache_key *cache_key, struct error *err)
{
	struct options second = *b->options;
	struct session *other;
	struct profile *p;

	second.file = b->options->baseline_file;
	second.settings.reading.together =
	    b->options->baselines.count > 1 ? &b->options->baselines : NULL;
	second.settings.reading.beside = 2 * mem_used();
	if (!read_timed(b, &second, cache_key, &p, err))
		return false;
	batch_warn(p, &second.settings.reading, second.file);
	other = session_new_baseline(p, s, &b->settings, err);
	if (!other || !session_compare_with(s, other, &b->settings, err))
		return false;
	warn_renamed(&s->renamed);
	return true;
}

/* Print the output, and the durations of the steps if requested. */
static bool write_timed(const struct batch *b, batch_writer *write,
			const struct session *s, struct error *err)
{
	bool timed = b->options->settings.choice.timing;
	uint64_t since = timed ? clock_now() : 0, now;
	bool ok = write(b, s, err);

	if (!timed || !ok || fflush(b->out) != 0)
		return ok;
	now = clock_now();
	b->timing->all = now - b->timing->begun;
	tell_timing(b->timing, now - since);
	return ok;
}

static bool read_and_write(const struct batch *b, batch_writer *write, struct error *err)
{
	const struct cache *cache = b->options->settings.reading.cache;
	struct cache_key cache_key, baseline_key;
	struct session *s = open_first(b, &cache_key, err);
	bool ok =
	    s && (!b->options->baseline_file || add_baseline(b, s, &baseline_key, err)) &&
	    write_timed(b, write, s, err);

	if (ok &&
	    fflush(b->out) == 0) { /* readers of the output need not wait for the cache */
		cache_key_write(&cache_key, cache, s->profile);
		if (s->other)
			cache_key_write(&baseline_key, cache, s->other->profile);
	}
	session_free(s);
	return ok;
}

bool batch_run(const struct options *o, batch_writer *write, struct error *err)
{
	return batch_run_early(o, NULL, write, err);
}

bool batch_run_early(const struct options *o, const struct early *early,
		     batch_writer *write, struct error *err)
{
	struct batch_timing timing = {.begun =
					  o->settings.choice.timing ? clock_now() : 0};
	struct error verdict = ERROR_INIT;
	struct output output;
	struct batch b;
	bool ok;

	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here");
	output_open(&output, o);
	b = batch_of(o, output.out);
	b.verdict = &verdict;
	b.timing = &timing;
	b.early = early;
	ok = read_and_write(&b, write, err);
	if (!output_close(&output, ok, err))
		return false;
	if (verdict.kind)
		*err = verdict;
	return !verdict.kind;
}

/* ---- options without effect ---- */

static void tell_unused(const char *option, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "flarescope: --%s has no effect here: %s\n", option, why);
}

static void tell_sides(const struct options *o, bool compares)
{
	const struct settings *s = &o->settings;
	bool has_other = s->asked.against || s->asked.against_filter || o->baseline_file;

	if (!compares && (s->asked.against || s->asked.against_filter))
		tell_unused(s->asked.against ? "against" : "against-filter",
			    "nothing is compared");
	else if (s->choice.baseline.swapped && !(compares && has_other))
		tell_unused("swap", compares
					? "there is only one side; --against or a second "
					  "file adds another"
					: "nothing is compared");
}

static void tell_order(const struct settings *s)
{
	static const char why[] =
	    "callers and callees together are sorted by value and drawn in full; "
	    "--callers-only or --callees-only draws one of them";

	if (s->choice.order != ORDER_NAME)
		tell_unused("sort", why);
	if (s->choice.least > 0)
		tell_unused("min-share", why);
}

void unused_options_warn(const struct options *o, unsigned has)
{
	const struct settings *s = &o->settings;

	if (s->choice.transform.len && !(has & EFFECT_TRANSFORM))
		tell_unused("transform", "samples are used as they were recorded");
	if (s->choice.reversed && !(has & EFFECT_REVERSE))
		tell_unused("reverse", "it only affects graphs and the call tree");
	tell_sides(o, has & EFFECT_SIDES);
	if (!(has & EFFECT_ORDER))
		tell_order(s);
}
