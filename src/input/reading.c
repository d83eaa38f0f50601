#include "input/reading.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "base/timestamp.h"
#include "input/formats.h"
#include "input/cache_key.h"
#include "input/lines.h"
#include "input/plugin/plugin_process.h"
#include "input/refusal.h"
#include "input/scan.h"
#include "input/shown_names.h"
#include "profile/sched.h"
#include "profile/wall_clock.h"

/*
 * The default limit of memory per byte of the file. Text that is compressed a hundredfold and has a
 * sample on each line stays far below. Small files may need symbol tables: see BYTES_FREE.
 */
#define BYTES_FOR_BYTE UINT64_C(256)
#define BYTES_FREE     (UINT64_C(512) << 20)

#define LINE_SHOWN 60 /* characters of a line that is not a profile, in a message */
/* bytes of a file name in a message, to leave room for the rest */
#define NAME_LONGEST 80

/* The size without holes; some file systems do not report blocks. */
static uint64_t stored_bytes(const struct source *source)
{
	struct stat st;
	uint64_t size, blocks;

	if (source_file(source) < 0 || fstat(source_file(source), &st) != 0)
		return 0;
	size = (uint64_t)st.st_size;
	blocks = (uint64_t)st.st_blocks * 512;
	return blocks && blocks < size ? blocks : size;
}

uint64_t reading_allowance(const struct reading *r)
{
	uint64_t read = source_position(r->source);
	uint64_t bytes = r->stored > read ? r->stored : read;
	uint64_t beside = r->options->beside;

	if (!r->options->sparing || source_directory(r->source) ||
	    bytes > UINT64_MAX / BYTES_FOR_BYTE)
		return UINT64_MAX;
	bytes *= BYTES_FOR_BYTE;
	bytes = bytes < BYTES_FREE ? BYTES_FREE : bytes;
	return bytes < UINT64_MAX - beside ? bytes + beside : UINT64_MAX;
}

/* Limit the memory. The size of a pipe is known only as it arrives, so this is repeated. */
static void narrow(const struct reading *r)
{
	uint64_t bytes = reading_allowance(r);

	mem_narrow(bytes < SIZE_MAX - r->used ? r->used + (size_t)bytes : SIZE_MAX);
}

/* A preview that cannot be made is skipped: the reading itself continues. */
static void offer_preview(struct reading *r, const struct audience *a)
{
	struct error err = ERROR_INIT;
	struct profile *preview;

	if (!a || !a->wants(a->arg))
		return;
	preview = builder_preview(r->builder, &err);
	if (!preview)
		return;
	/* if memory runs out, the names are shown as written */
	(void)(reading_tell(r, preview, &err) && shown_names_put(preview, &err));
	a->show(a->arg, preview);
}

bool reading_tell(const struct reading *r, struct profile *p, struct error *err)
{
	return !r->started || !p->has_times || !p->samples.count ||
	       wall_clock_set_start(p, r->started, err);
}

bool reading_is_wanted(const struct progress *progress, struct error *err)
{
	return !atomic_load(&progress->cancel) ||
	       error_set(err, ERROR_CANCELLED, "reading was cancelled");
}

bool reading_goes_on(struct reading *r, struct error *err)
{
	struct progress *p = r->progress;

	if (!r->stored)
		narrow(r);
	atomic_store(&p->done, p->before + source_position(r->source));
	atomic_store(&p->samples, p->samples_before + builder_sample_count(r->builder));
	offer_preview(r, r->options->audience);
	offer_preview(r, r->options->witness);
	if (!reading_is_wanted(r->progress, err))
		return false;
	if (builder_failed(r->builder))
		return error_set(
		    err, ERROR_MEMORY,
		    "not enough memory, or too many different names in this file");
	return true;
}

bool reading_next_line(struct reading *r, struct lines *l, struct text *line,
		       struct error *err)
{
	if (l->number && l->number % READING_EACH == 0 && !reading_goes_on(r, err))
		return false;
	return lines_next(l, line, err);
}

void reading_tell_found(const struct reading *r, const char *key, uint64_t count,
			const char *of, const char *none)
{
	char digits[NUMBER_GROUPED_MAX], text[64];

	snprintf(text, sizeof text, "at %s of the %s", number_grouped(count, digits), of);
	builder_note(r->builder, text_of(key), text_of(count ? text : none));
}

/* Note the number of switches, kept or not, so that users see what the file offers. */
static void tell_switches(const struct reading *r)
{
	char n[NUMBER_GROUPED_MAX];
	uint64_t count = r->losses->of[ASIDE_SWITCH].count;

	if (count)
		builder_note(r->builder, TEXT(SCHED_RECORDS_NOTE),
			     text_of(number_grouped(count, n)));
	count = r->losses->of[ASIDE_OFF_CPU].count;
	if (count)
		builder_note(r->builder, TEXT(SCHED_SUMS_NOTE),
			     text_of(number_grouped(count, n)));
}

/* Keep the end of a long path: it identifies the file better than the beginning. */
static void name_it(struct error *err, const char *name)
{
	size_t len = strlen(name);

	if (len > NAME_LONGEST)
		error_at(err, "...%s", name + len - NAME_LONGEST);
	else
		error_at(err, "%s", strcmp(name, "-") == 0 ? "standard input" : name);
}

static const struct format *choose_format(const struct reading *r, struct error *err)
{
	const char *wanted = r->options->format;
	const struct format *format = wanted ? formats_find(wanted) : NULL;
	struct text head;

	if (format)
		return format;
	if (wanted) {
		error_set(err, ERROR_USAGE, "unknown format '%s'; see flarescope formats",
			  wanted);
		return NULL;
	}
	if (!(r->options->live ? formats_recognise_soon : formats_recognise)(
		r->source, r->progress, &format, &head, err))
		return NULL;
	if (!format)
		refusal_say(r->source, head, err);
	return format;
}

/* `plugin`: the process that prints the input; NULL: none. */
static bool read_all(struct reading *r, const struct format *format,
		     const struct plugin_process *plugin, struct error *err)
{
	char why[LOSSES_MAIN_MAX];

	if (!format->read(r, err) || !reading_goes_on(r, err))
		return false;
	if (plugin && builder_sample_count(r->builder) == 0)
		return error_set(err, ERROR_FORMAT, "no samples in the output of %s",
				 plugin_process_name(plugin));
	if (plugin)
		plugin_process_tell(plugin, r->losses, r->builder);
	if (source_damage(r->source))
		losses_count(
		    r->losses,
		    source_packing(r->source) == PACKING_ZSTD ? LOSS_ZSTD : LOSS_GZIP, 0);
	if (source_has_hole(r->source))
		losses_count(r->losses, LOSS_HOLE, 0);
	if (builder_sample_count(r->builder) == 0 && r->losses->of[ASIDE_OFF_CPU].count)
		return error_set(err, ERROR_FORMAT, "%s", READING_SUMS_ONLY);
	if (builder_sample_count(r->builder) == 0)
		return error_set(err, ERROR_FORMAT, "no samples in it (read as %s)%s; %s",
				 format->name, losses_main(r->losses, why),
				 format->advice ? format->advice
						: "see flarescope formats");
	if (r->fields && !field_names_check(r->fields, err))
		return false;
	tell_switches(r);
	losses_store(r->losses, r->builder);
	return true;
}

unsigned reading_threads(const struct reading_options *options)
{
	return options->threads ? options->threads : threads_cpus();
}

static struct profile *parse_input(struct reading *r, const struct format *format,
				   const struct plugin_process *plugin, struct error *err)
{
	struct profile *profile = NULL;
	struct field_names fields;

	if (r->options->field && !r->options->switches) {
		field_names_begin(&fields, text_of(r->options->field));
		r->fields = &fields;
	}
	r->builder = r->options->audience || r->options->live ? builder_new_shown(err)
							      : builder_new(err);
	if (r->builder)
		builder_use_threads(r->builder, reading_threads(r->options));
	if (r->builder && r->options->live)
		builder_keep(r->builder,
			     r->options->keep ? r->options->keep : UINT64_MAX);
	if (r->builder && read_all(r, format, plugin, err))
		profile = builder_finish(r->builder, err);
	else if (r->builder && builder_failed(r->builder) && err->kind == ERROR_MEMORY) {
		/* the builder's error is more precise about what ran out */
		*err = (struct error)ERROR_INIT;
		profile = builder_finish(r->builder, err);
	}
	builder_free(r->builder);
	if (r->fields)
		field_names_end(&fields);
	r->fields = NULL;
	return profile;
}

/* Prepare a profile for showing. Takes the profile, which may be NULL. */
static struct profile *complete(const struct reading *r, struct profile *p,
				struct error *err)
{
	if (p && r->started && !p->has_times)
		error_set(err, ERROR_USAGE,
			  "it has no times, so --started cannot be used");
	if (!p || (!err->kind && reading_tell(r, p, err) && shown_names_put(p, err)))
		return p;
	profile_free(p);
	return NULL;
}

static struct profile *run_reading(struct reading *r, const char *name, struct error *err)
{
	const struct format *format = choose_format(r, err);
	struct cache_key unwanted, *cache_key = r->options->cache_key;
	struct profile *profile;

	if (!cache_key)
		cache_key = &unwanted;
	cache_key->key[0] = '\0';
	if (!format)
		return NULL;
	if (format->open && r->options->field && !r->options->switches) {
		error_set(err, ERROR_USAGE,
			  "a %s file has no fields of tracepoints; use --field with the "
			  "recording that it was made from",
			  format->name);
		return NULL;
	}
	if (format->open)
		return format->open(r, err);
	/* the cache holds none of these */
	if (format->not_cached || r->options->switches || r->options->field)
		return parse_input(r, format, NULL, err);
	cache_key_begin(cache_key, r, name, format->name);
	profile = cache_key_find(cache_key, r);
	if (profile) {
		atomic_store(&r->progress->done,
			     r->progress->before + source_size(r->source));
		cache_key->key[0] = '\0'; /* it is in the cache already */
		return profile;
	}
	profile = parse_input(r, format, NULL, err);
	cache_key_end(cache_key, r, format->name);
	return profile;
}

/* The start of this file, ns since 1970; 0: not stated. `s` may be NULL. */
static uint64_t started_find(const struct started *s, const char *path)
{
	for (uint32_t i = 0; s && i < s->count; i++)
		if (started_is_of(&s->list[i], path))
			return s->list[i].at;
	return 0;
}

struct profile *reading_run_source(struct source *source, const char *name,
				   const struct reading_options *options,
				   struct progress *progress, struct error *err)
{
	struct reading_options no_options = {0};
	struct progress no_progress = {0};
	struct losses losses = {0};
	struct reading r = {
	    .source = source,
	    .losses = &losses,
	    .progress = progress ? progress : &no_progress,
	    .options = options ? options : &no_options,
	    .used = mem_used(),
	    .stored = stored_bytes(source),
	    .started = started_find(options ? options->started : NULL, name),
	};
	struct profile *profile;

	narrow(&r);
	atomic_store(&r.progress->total,
		     r.progress->all ? r.progress->all : source_size(source));
	profile = complete(&r, run_reading(&r, name, err), err);
	if (!profile)
		name_it(err, name);
	return profile;
}

/* ---- start times that the user states ---- */

bool started_add(struct started *s, const char *word, struct error *err)
{
	const char *equals = strrchr(word, '=');
	struct started_file f = {.file = {word, equals ? (size_t)(equals - word) : 0}};

	if ((equals && !f.file.len) ||
	    !timestamp_parse(equals ? equals + 1 : word, &f.at) || !f.at)
		return error_set(err, ERROR_USAGE,
				 "'%.100s': expected the time of the first sample, in "
				 "UTC or with a zone, such as 2026-11-30T10:44:23+01:00; "
				 "with several files FILE=TIME",
				 word);
	return APPEND(s->list, s->count, s->room, "files", err, f);
}

void started_release(struct started *s)
{
	mem_free(s->list);
	*s = (struct started){.list = NULL};
}

bool started_settle(struct started *s, const char *path, struct error *err)
{
	bool settled = false;

	for (uint32_t i = 0; i < s->count; i++) {
		if (s->list[i].file.len)
			continue;
		if (settled)
			return error_set(err, ERROR_USAGE, "it began once");
		s->list[i].file = text_of(path);
		settled = true;
	}
	return true;
}

bool started_is_of(const struct started_file *f, const char *path)
{
	struct text whole = text_of(path);

	return text_ends(whole, f->file) &&
	       (whole.len == f->file.len || path[whole.len - f->file.len - 1] == '/');
}

/* ---- readers of the user's own ---- */

bool reading_is_plugin(const struct reading_options *options)
{
	return options && options->format && !formats_find(options->format);
}

/* The format of a reader's output: folded stacks, with or without times. */
static const struct format *choose_output(struct source *source,
					  const struct plugin_process *plugin,
					  struct error *err)
{
	const struct format *timed = formats_find(PLUGIN_OUTPUT),
			    *plain = formats_find(PLUGIN_OUTPUT_PLAIN);
	unsigned sure_timed, sure_plain;
	struct text head;

	if (!source_head(source, &head, err))
		return NULL;
	sure_timed = formats_certainty(timed, head);
	sure_plain = formats_certainty(plain, head);
	if (sure_timed == 0 && sure_plain == 0) {
		error_set(
		    err, ERROR_FORMAT,
		    head.len ? "expected timed folded stacks from %s, found "
			       "something else: %.*s"
			     : "expected timed folded stacks from %s, found nothing",
		    plugin_process_name(plugin),
		    (int)text_upto(scan_until(head, '\n'), LINE_SHOWN).len, head.at);
		return NULL;
	}
	return sure_timed >= sure_plain ? timed : plain;
}

static struct profile *run_plugin(const char *path, const struct reading_options *options,
				  struct progress *progress, struct error *err)
{
	struct losses losses = {0};
	struct plugin_process *plugin =
	    plugin_process_start(options->format, path, options->helper, progress, err);
	struct source *source =
	    plugin
		? source_of_giver((struct source_giver){plugin_process_read, plugin}, err)
		: NULL;
	struct reading r = {.source = source,
			    .losses = &losses,
			    .progress = progress,
			    .options = options,
			    .used = mem_used(),
			    .started = started_find(options->started, path)};
	const struct format *format = source ? choose_output(source, plugin, err) : NULL;
	struct profile *profile;

	if (source)
		narrow(&r);
	profile = complete(&r, format ? parse_input(&r, format, plugin, err) : NULL, err);

	/* the reader's program may have changed by the next run */
	if (options->cache_key)
		options->cache_key->key[0] = '\0';
	source_close(source);
	plugin_process_free(plugin);
	if (!profile)
		name_it(err, path);
	return profile;
}

struct profile *reading_run(const char *path, const struct reading_options *options,
			    struct progress *progress, struct error *err)
{
	struct progress no_progress = {0};
	struct source *source;
	struct profile *profile;

	if (reading_is_plugin(options))
		return run_plugin(path, options, progress ? progress : &no_progress, err);
	source = options && options->found ? source_open_found(path, err)
					   : source_open(path, err);
	if (!source) {
		name_it(err, path);
		return NULL;
	}
	profile = reading_run_source(source, path, options, progress, err);
	source_close(source);
	return profile;
}
