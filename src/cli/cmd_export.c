#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/redact.h"

/* The format of --format, otherwise the one for the file name. */
static const struct notation *notation(const struct options *o, struct error *err)
{
	return o->notation
		   ? o->notation
		   : export_for_file(text_of(o->output ? o->output : ""), true, err);
}

static bool write_stacks(const struct batch *b, const struct session *s,
			 struct error *err)
{
	struct export_job job = batch_job(b, s);
	const struct notation *to = notation(b->options, err);
	struct diff_flame shown;
	bool ok;

	job.style = b->options->style;
	if (job.style.unit && !session_figures(s, 0).is_time)
		return error_set(err, ERROR_USAGE,
				 "--unit is for times, and these values are not times");
	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	if (to && to->of_the_clock && s->profile->has_times)
		batch_warn_clock(s->profile);
	if (!to || !batch_show(&job, &shown, &s->choice.baseline.look, err))
		return false;
	ok = export_has(to, &job, err) &&
	     (b->options->large || export_size_is_allowed(to, &job, err)) &&
	     to->write(&job, b->out, err);
	shown_release(&shown);
	return ok;
}

/* Export a copy of the selected samples with other names. */
static bool write_redacted(const struct batch *b, const struct session *s,
			   struct error *err)
{
	struct batch redacted = *b;
	struct settings *settings = &redacted.settings;
	struct session *copy;
	struct profile *p;
	bool ok;

	if (!session_has_samples(s, err))
		return false;
	p = redact(&s->flame, text_of(b->options->redact), err);
	if (!p)
		return false;
	/* the selection has been made */
	settings->file = "redacted";
	settings->asked =
	    (struct asked){.event = p->event_count > 1 ? "all" : NULL,
			   .given = settings->asked.given & ~(CHOICE_SET(CHOICE_RANGE) |
							      CHOICE_SET(CHOICE_EVENT))};
	settings->choice.filter = TEXT("");
	settings->choice.idle = IDLE_SHOW;
	copy = session_new(p, settings, err);
	ok = copy && write_stacks(&redacted, copy, err);
	session_free(copy);
	return ok;
}

/* Names in these options are those of the file, not stand-ins. */
static bool can_redact(const struct options *o, struct error *err)
{
	const struct settings *s = &o->settings;
	const char *with = o->baseline_file	     ? "a second file"
			   : s->asked.against	     ? "--against"
			   : s->asked.against_filter ? "--against-filter"
			   : s->choice.transform.len ? "--transform"
			   : s->choice.search.len    ? "--search"
			   : s->asked.given & CHOICE_SET(CHOICE_GRAPH) ? "--graph"
			   : s->query ? "samples in ClickHouse"
				      : NULL;

	return !with ||
	       error_set(err, ERROR_USAGE, "--redact cannot be combined with %s", with);
}

bool cmd_export_run(const struct options *o, struct error *err)
{
	const struct folded_style *style = &o->style;
	const struct notation *to = notation(o, err);

	if (!to)
		return false;
	if (!to->has_style && (style->tidy || style->annotate))
		return error_set(
		    err, ERROR_USAGE, "--%s changes names, which --format %s keeps",
		    style->tidy ? "stackcollapse-names" : "annotate", to->name);
	if (!to->has_style && style->unit)
		return error_set(err, ERROR_USAGE,
				 "--unit is for --format folded; %s has its own unit",
				 to->name);
	unused_options_warn(o, EFFECT_ALL);
	if (o->redact)
		return can_redact(o, err) && batch_run(o, write_redacted, err);
	return batch_run(o, write_stacks, err);
}
