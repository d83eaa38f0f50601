#include "cli/subcommand.h"

#include <inttypes.h>

#include "analysis/perf_options.h"
#include "analysis/range_words.h"
#include "analysis/waiting/waits.h"
#include "base/mem.h"
#include "base/number.h"
#include "cli/batch.h"
#include "cli/host_warnings.h"
#include "cli/output.h"
#include "export/table/waits_table.h"
#include "profile/hosts.h"

/* The requested waits, and the objects that the choice borrows. */
struct question {
	struct waits_choice choice;
	struct range range;
	struct ranges several;
	struct range *room; /* owned */
	struct bits threads;
	struct filter *filter; /* owned; NULL: none */
};

static void question_release(struct question *q)
{
	ranges_release(&q->several);
	bits_release(&q->threads);
	mem_free(q->room);
	filter_free(q->filter);
}

/* Add all threads with this tid: it may have had several names. */
static bool add_thread(struct question *q, const struct profile *p, const char *word,
		       struct error *err)
{
	bool found = false;
	int32_t tid;

	if (!number_i32(text_of(word), &tid))
		return error_set(err, ERROR_USAGE,
				 "--thread %.40s: expected the number of a thread", word);
	for (uint32_t i = 0; i < p->thread_count; i++) {
		if (host_tid(p, &p->threads[i]) != tid)
			continue;
		bits_add(&q->threads, i);
		found = true;
	}
	return found ||
	       error_set(err, ERROR_NOTHING, "no thread %" PRId32 " in this file", tid);
}

static bool choose_ranges(struct question *q, const struct options *o,
			  const struct profile *p, struct error *err)
{
	struct range_place place = range_place_of(p, o->settings.choice.local);

	q->range = RANGE_ALL;
	if (o->settings.asked.range && !ranges_parse(text_of(o->settings.asked.range),
						     &place, &q->range, &q->several, err))
		return error_at(err, "--range");
	q->room = mem_array(q->several.count + 1, sizeof *q->room, "ranges", err);
	if (!q->room)
		return false;
	q->choice.ranges = ranges_with(&q->several, q->range, q->room);
	for (uint32_t i = 0; p->has_times && i < q->choice.ranges.count; i++)
		if (!range_is_recorded(q->choice.ranges.list[i], place.whole, err))
			return false;
	return true;
}

static bool choose_waits(struct question *q, const struct options *o,
			 const struct profile *p, struct error *err)
{
	q->choice.longer = o->settings.choice.waiting.longer;
	q->choice.shorter = o->settings.choice.waiting.shorter;
	if (!choose_ranges(q, o, p, err))
		return false;
	if (o->settings.choice.filter.len) {
		q->filter = filter_new(o->settings.choice.filter, err);
		q->choice.filter = q->filter;
		if (!q->filter)
			return false;
	}
	if (o->charted_count && !bits_build(&q->threads, p->thread_count, err))
		return false;
	q->choice.threads = o->charted_count ? &q->threads : NULL;
	for (uint32_t i = 0; i < o->charted_count; i++)
		if (!add_thread(q, p, o->charted[i], err))
			return false;
	return true;
}

static bool find_waits(struct waits *w, struct question *q, const struct options *o,
		       const struct profile *p, struct error *err)
{
	if (!choose_waits(q, o, p, err) || !waits_build(w, p, &q->choice, err))
		return false;
	if (!w->count && q->filter)
		return filter_explain_no_match(o->settings.choice.filter, "wait", err);
	return o->waits_order == WAITS_BY_BEGIN || waits_sort(w, o->waits_order, err);
}

/* The same warning as with --state. */
static void warn_of_cpus(const struct profile *p)
{
	if (!perf_options_leave_out_cpus(profile_note(p, "cmdline"),
					 profile_note(p, "nrcpus online")))
		return;
	fflush(stdout);
	fputs("flarescope: only some CPUs were recorded (perf record -C): waiting "
	      "threads may have run on others; perf record -a records all\n",
	      stderr);
}

bool cmd_waits_run(const struct options *o, struct error *err)
{
	struct question question = {.several = {0}};
	struct document_selection selection = {
	    .filter = o->settings.choice.filter,
	    .longer = o->settings.choice.waiting.longer,
	    .shorter = o->settings.choice.waiting.shorter};
	struct document document = {.command = "waits",
				    .file = o->file,
				    .files = o->together.words,
				    .file_count = o->together.word_count,
				    .selection = &selection};
	struct waits waits = {0};
	struct profile *p = NULL;
	struct output output;
	bool ok;

	if (!batch_read(o, NULL, &p, err))
		return false;
	batch_warn(p, &o->settings.reading, o->file);
	warn_of_cpus(p);
	host_warnings_tell_switches(p);
	ok = find_waits(&waits, &question, o, p, err) || error_at(err, "%.200s", o->file);
	if (ok) {
		document.profile = p;
		selection.range = range_from_to(selection_bounds(question.choice.ranges),
						range_whole(p));
		if (question.choice.ranges.count > 1)
			selection.several = question.choice.ranges;
		output_open(&output, o);
		ok = waits_table_write(&waits, question.choice.ranges, &document,
				       output_table_format(o),
				       output_limit(o, OPTION_LIMIT), output.out, err);
		ok = output_close(&output, ok, err);
	}
	waits_release(&waits);
	question_release(&question);
	profile_free(p);
	return ok;
}
