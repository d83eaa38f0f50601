#include "cli/subcommand.h"

#include <string.h>

#include "analysis/idle.h"
#include "base/mem.h"
#include "cli/batch.h"
#include "cli/sandbox.h"
#include "export/info.h"
#include "input/formats.h"
#include "input/cache_key.h"
#include "input/recordings.h"
#include "session/query/query_profile.h"

/*
 * Switches and requests whose events are present may still be sampled or unreadable. Read the
 * file again for them, to check what they offer. Returns NULL when this is unnecessary or
 * impossible.
 */
static struct profile *read_switches(const struct options *o, const struct info *f,
				     const struct time_kinds *k)
{
	struct reading_options again = o->settings.reading;
	struct error ignored = ERROR_INIT; /* if so, only the events decide */

	if (!time_kinds_are_claimed(k) || strcmp(o->file, "-") == 0 ||
	    o->settings.reading.together ||
	    !text_starts(text_of(f->format), TEXT("perf-")))
		return NULL;
	again.switches = again.facts_only = true;
	again.symbols = false;
	again.found = true;
	again.field = NULL;
	again.beside = 2 * mem_used();
	return reading_run(o->file, &again, NULL, &ignored);
}

/*
 * Find which thread states the file shows. Only recordings of perf and its printed output keep
 * switches and requests.
 */
static bool find_kinds(const struct options *o, struct info *f, struct time_kinds *k,
		       struct profile **switches, struct error *err)
{
	*k = time_kinds_of(f->profile, f->summary);
	if (!text_starts(text_of(f->format), TEXT("perf-")))
		time_kinds_forget(k);
	if (strcmp(f->format, "perf-data") == 0 && k->lacks[LACK_PRINTED]) {
		k->lacks[LACK_PRINTED] = false;
		k->lacks[LACK_SWITCHES] = true;
	}
	*switches = read_switches(o, f, k);
	f->kinds = k;
	f->switches = *switches;
	return !*switches || time_kinds_verify(k, *switches, err);
}

static bool write_facts(const struct options *o, struct info *f, struct error *err)
{
	struct summary summary = {0};
	struct summary_unnamed unnamed = {0};
	struct profile *switches = NULL;
	struct time_kinds kinds;
	struct bits idle = {0};
	bool ok;

	f->summary = &summary;
	f->unnamed = &unnamed;
	if (f->profile->tallies)
		ok = summary_from_tallies(&summary, f->profile, err);
	else
		ok = idle_build(&idle, f->profile, err) &&
		     summary_build(&summary, f->profile, &idle, err);
	ok = ok && summary_unnamed(f->profile, &unnamed, err) &&
	     find_kinds(o, f, &kinds, &switches, err);
	ok = ok && (o->format == OUTPUT_JSON ? info_json(f, stdout, err)
					     : info_text(f, stdout, err));
	profile_free(switches);
	summary_release(&summary);
	bits_release(&idle);
	if (ok && fflush(stdout) != 0)
		return error_sys(err, "cannot write to standard output");
	return ok;
}

/* The name of the format, recognised in the same way as for reading. */
static const char *format_name(const struct options *o, struct source *source)
{
	struct error ignored = ERROR_INIT; /* reading reports the same error */
	const struct format *format;
	struct text head;

	if (o->settings.reading.format)
		return o->settings.reading.format;
	if (!formats_recognise(source, NULL, &format, &head, &ignored))
		return "";
	return format ? format->name : "";
}

static struct profile *read_file(const struct options *o,
				 const struct reading_options *reading, struct info *f,
				 struct error *err)
{
	struct source *source;
	struct profile *p;

	if (o->settings.query) {
		f->format = "clickhouse";
		return query_read_outline(&o->settings, err);
	}
	if (reading->together) {
		f->format = "together";
		return recordings_run(o->file, reading, NULL, err);
	}
	if (reading_is_plugin(reading)) {
		f->format = reading->format;
		return reading_run(o->file, reading, NULL, err);
	}
	source = source_open(o->file, err);
	if (!source) {
		error_at(err, "%.80s", o->file);
		return NULL;
	}
	f->format = format_name(o, source);
	f->packing = packing_name(source_packing(source));
	p = reading_run_source(source, o->file, reading, NULL, err);
	source_close(source);
	return p;
}

bool cmd_info_run(const struct options *o, struct error *err)
{
	struct reading_options reading = o->settings.reading;
	struct info f = {.path = o->file,
			 .files = o->together.words,
			 .file_count = o->together.word_count,
			 .local = o->settings.choice.local,
			 .confinement = &o->sandbox->confinement};
	struct cache_key cache_key;
	struct profile *p;
	bool ok;

	if (!o->file)
		return error_set(err, ERROR_USAGE,
				 "no file given, and no perf.data here");
	reading.facts_only = true;
	reading.cache_key = &cache_key;
	cache_key.key[0] = '\0';
	p = read_file(o, &reading, &f, err);
	if (!p)
		return false;
	f.profile = p;
	ok = write_facts(o, &f, err);
	if (ok)
		cache_key_write(&cache_key, reading.cache, p);
	profile_free(p);
	return ok;
}
