#include "workspace/saving.h"

#include "base/mem.h"
#include "export/outfile.h"
#include "workspace/comparing.h"

/* What is drawn of two sides, be the graph in sight or a table in its place. NULL: one side is. */
static const struct comparison *drawn_of(const struct open_profile *o)
{
	bool plain = o->session->choice.baseline.look.graph == GRAPH_PLAIN;

	return plain || comparing_why_not(o) ? NULL
					     : session_drawn(o->session).comparison;
}

enum saved_sides saving_sides(const struct open_profile *o,
			      const struct notation *notation)
{
	if (!drawn_of(o))
		return SAVED_ONE;
	if (!notation->of_sides)
		return SAVED_RANGE;
	return o->session->choice.baseline.look.graph == GRAPH_ELIDED ? SAVED_GONE
								      : SAVED_DIFFERENCE;
}

/* As the graph on the screen is drawn. */
static struct export_job job_of(const struct open_profile *o)
{
	struct settings settings = *o->settings;

	settings.file = o->path;
	return session_export_job(o->session, &settings);
}

/* The same of both sides. Release `shown`, also after a failure. */
static bool show_sides(const struct open_profile *o, struct export_job *job,
		       struct shown *shown, struct error *err)
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

static bool write_job(const struct open_profile *o, const struct export_job *job,
		      const struct notation *notation, const char *path, bool overwrite,
		      struct error *err)
{
	struct outfile *out;

	if (!export_has(notation, job, err) || !export_is_expected(notation, job, err))
		return false;
	out = outfile_open_by(o->settings->reading.helper, path, overwrite, err);
	if (out && notation->write(job, outfile_stream(out), err))
		return outfile_commit(out, err);
	outfile_abandon(out);
	return false;
}

bool saving_write(const struct open_profile *o, const struct notation *notation,
		  const char *path, bool overwrite, struct error *err)
{
	enum saved_sides sides = saving_sides(o, notation);
	struct export_job job = job_of(o);
	struct shown shown = {0};
	bool ok = sides == SAVED_ONE || sides == SAVED_RANGE ||
		  show_sides(o, &job, &shown, err);

	ok = ok && write_job(o, &job, notation, path, overwrite, err);
	shown_release(&shown);
	return ok;
}

/* ---- the records ---- */

/* Times as samples have them; nothing that is not in the picture. */
static struct kept_span span_of(const struct profile *p, struct range r)
{
	uint64_t origin = profile_origin(p), first = p->samples.time[0];
	uint64_t last = p->samples.time[p->samples.count - 1];
	struct kept_span s = {first, last + 1};

	if (r.from > s.from - origin)
		s.from = origin + r.from;
	if (r.to < s.to - origin)
		s.to = origin + r.to;
	return s;
}

static struct kept_span *spans_of(const struct open_profile *o, size_t *count,
				  struct error *err)
{
	const struct profile *p = o->session->profile;
	struct selection s = o->session->selection;
	struct kept_span *spans = mem_array(s.count, sizeof *spans, "ranges", err);

	*count = spans ? s.count : 0;
	for (size_t i = 0; i < *count; i++)
		spans[i] = p->has_times ? span_of(p, s.list[i])
					: (struct kept_span){0, UINT64_MAX};
	return spans;
}

bool saving_write_records(const struct open_profile *o, const char *path, bool overwrite,
			  struct kept_written *done, struct error *err)
{
	struct kept_span *spans;
	struct outfile *out;
	size_t count;
	bool ok = false;

	if (!o->session->profile->samples.count)
		return error_set(err, ERROR_FORMAT, "there are no samples to write");
	spans = spans_of(o, &count, err);
	out = spans ? outfile_open_by(o->settings->reading.helper, path, overwrite, err)
		    : NULL;
	if (out && kept_records_write(o->settings->reading.kept, spans, count,
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
