#include "workspace/overlays.h"

#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "export/outfile.h"
#include "input/perf_records/record_history.h"
#include "view/label.h"

/* The comparison that the graph shows, even if a table is shown in its place; NULL for one side. */
static const struct comparison *drawn_of(const struct open_profile *o)
{
	bool plain = o->session->choice.baseline.look.graph == GRAPH_PLAIN;

	return plain || open_profile_why_not_compared(o)
		   ? NULL
		   : session_drawn(o->session).comparison;
}

enum saved_sides {
	SAVED_ONE,	  /* the graph shows the range alone */
	SAVED_DIFFERENCE, /* the difference, as drawn */
	SAVED_GONE,	  /* the elided graph */
	SAVED_RANGE	  /* the range alone: the format cannot store two sides */
};

static enum saved_sides sides_of(const struct open_profile *o,
				 const struct notation *notation)
{
	if (!drawn_of(o))
		return SAVED_ONE;
	if (!notation->of_sides)
		return SAVED_RANGE;
	return o->session->choice.baseline.look.graph == GRAPH_ELIDED ? SAVED_GONE
								      : SAVED_DIFFERENCE;
}

/* Add both sides to a job. Release `shown`, also after a failure. */
static bool add_sides(const struct open_profile *o, struct export_job *job,
		      struct diff_flame *shown, struct error *err)
{
	const struct difference_look *look = &o->session->choice.baseline.look;

	job->comparison = drawn_of(o);
	job->shown = shown;
	job->self = look->self;
	if (job->search)
		job->search = session_search(o->session);
	return shown_build(shown, job->comparison, difference_widths(look), look->hidden,
			   err) &&
	       (shown->widths != SHOWN_ELIDED || shown->flame.total[0] ||
		error_set(err, ERROR_NOTHING, "nothing is gone, so nothing was saved"));
}

static bool write_graph(const struct open_profile *o, const struct notation *notation,
			const char *path, bool overwrite, struct error *err)
{
	enum saved_sides sides = sides_of(o, notation);
	struct settings settings = *o->settings;
	struct outfile *out = NULL;
	struct export_job job;
	struct diff_flame shown = {0};
	bool ok;

	settings.file = o->path;
	job = session_export_job(o->session, &settings);
	ok = (sides == SAVED_ONE || sides == SAVED_RANGE ||
	      add_sides(o, &job, &shown, err)) &&
	     export_has(notation, &job, err) &&
	     export_size_is_allowed(notation, &job, err);
	if (ok)
		out = outfile_open_by(o->settings->reading.helper, path, overwrite, err);
	ok = out && notation->write(&job, outfile_stream(out), err);
	if (ok)
		ok = outfile_commit(out, err);
	else
		outfile_abandon(out);
	shown_release(&shown);
	return ok;
}

/* ---- the records ---- */

/* A range in the times of the samples, clipped to the samples in the picture. */
static struct history_span span_of(const struct profile *p, struct range r)
{
	uint64_t origin = profile_origin(p), first = p->samples.time[0];
	uint64_t last = p->samples.time[p->samples.count - 1];
	struct history_span s = {first, last + 1};

	if (r.from > s.from - origin)
		s.from = origin + r.from;
	if (r.to < s.to - origin)
		s.to = origin + r.to;
	return s;
}

static bool write_records(const struct open_profile *o, const char *path, bool overwrite,
			  struct history_written *done, struct error *err)
{
	const struct profile *p = o->session->profile;
	struct selection s = o->session->selection;
	struct history_span *spans;
	struct outfile *out;
	bool ok = false;

	if (!p->samples.count)
		return error_set(err, ERROR_FORMAT, "there are no samples to write");
	spans = mem_array(s.count, sizeof *spans, "ranges", err);
	for (size_t i = 0; spans && i < s.count; i++)
		spans[i] = p->has_times ? span_of(p, s.list[i])
					: (struct history_span){0, UINT64_MAX};
	out = spans ? outfile_open_by(o->settings->reading.helper, path, overwrite, err)
		    : NULL;
	if (out && record_history_write(o->settings->reading.kept, spans, s.count,
					outfile_stream(out), done, err)) {
		if (done->since <= spans[0].from)
			done->since = 0;
		ok = outfile_commit(out, err);
	} else {
		outfile_abandon(out);
	}
	mem_free(spans);
	return ok;
}

/* ---- messages ---- */

static void say_graph(const struct open_profile *o, const struct notation *notation,
		      const char *path, char words[SAVING_WORDS])
{
	static const char *const whats[] = {
	    [SAVED_ONE] = "",
	    [SAVED_DIFFERENCE] = "the difference of ",
	    [SAVED_GONE] = "the removed stacks, with ",
	    [SAVED_RANGE] = "the range alone, ",
	};
	const struct session *s = o->session;
	enum saved_sides sides = sides_of(o, notation);
	bool aside = sides == SAVED_GONE || sides == SAVED_RANGE;
	char n[NUMBER_THINGS_MAX];

	snprintf(words, SAVING_WORDS, "saved %s%s%s as %s in %s%s%s%s", whats[sides],
		 s->kept.spans ? label_duration(s->flame.total[0], n)
			       : number_things(s->flame.samples, "samples", n),
		 aside ? "," : "", notation->what, path,
		 sides == SAVED_RANGE ? "; .svg, .folded and .json have both" : "",
		 o->status.partial ? "; the profile is " : "",
		 o->status.partial ? o->status.partial : "");
}

/* The records are not filtered. */
static void say_records(const struct open_profile *o, const struct history_written *k,
			const char *path, char words[SAVING_WORDS])
{
	uint64_t origin = profile_origin(o->session->profile);
	char n[NUMBER_THINGS_MAX], from[NUMBER_SECONDS_MAX] = "";

	if (k->since > origin)
		number_plain_seconds(k->since - origin, from);
	snprintf(
	    words, SAVING_WORDS, "saved %s of all processes as a recording in %s%s%s%s",
	    number_things(k->samples, "samples", n), path,
	    from[0] ? "; the records before " : "", from, from[0] ? " s are gone" : "");
}

enum saving saving_save(const struct open_profile *o, const char *path, bool overwrite,
			char words[SAVING_WORDS], struct error *err)
{
	bool records =
	    o->settings->reading.kept && text_ends(text_of(path), TEXT(".data"));
	const struct notation *notation = NULL;
	struct history_written written;

	if (o->asking) {
		snprintf(words, SAVING_WORDS,
			 "not saved: the selection has not been counted yet");
		return SAVING_DONE;
	}
	if (!records)
		notation = export_for_file(text_of(path), false, err);
	if (!records && !notation)
		return SAVING_FAILED;
	if (!overwrite && access(path, F_OK) == 0)
		return SAVING_EXISTS;
	if (records ? !write_records(o, path, overwrite, &written, err)
		    : !write_graph(o, notation, path, overwrite, err))
		return SAVING_FAILED;
	if (records)
		say_records(o, &written, path, words);
	else
		say_graph(o, notation, path, words);
	return SAVING_DONE;
}
