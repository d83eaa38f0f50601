#include "input/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "input/formats.h"
#include "input/guess.h"
#include "input/keepsake.h"

#define NAME_LONGEST 80 /* of a file's name in a message, so that the rest has room */

static void publish(struct reading *r)
{
	atomic_store(&r->progress->done, source_position(r->source));
	atomic_store(&r->progress->samples, builder_sample_count(r->builder));
}

/* A picture that cannot be had is none: the reading itself goes on. */
static void show(struct reading *r)
{
	const struct audience *a = r->options->audience;
	struct error err = ERROR_INIT;
	struct profile *preview;

	if (!a || !a->wants(a->arg))
		return;
	preview = builder_preview(r->builder, &err);
	if (preview)
		a->show(a->arg, preview);
}

bool reading_is_wanted(const struct progress *progress, struct error *err)
{
	return !atomic_load(&progress->cancel) ||
	       error_set(err, ERROR_CANCELLED, "reading was cancelled");
}

bool reading_goes_on(struct reading *r, struct error *err)
{
	publish(r);
	show(r);
	if (!reading_is_wanted(r->progress, err))
		return false;
	if (builder_failed(r->builder))
		return error_set(err, ERROR_MEMORY,
				 "no memory or numbers left for this file");
	return true;
}

/* The end of a long path says more than its begin. */
static void name_it(struct error *err, const char *name)
{
	size_t len = strlen(name);

	if (len > NAME_LONGEST)
		error_at(err, "...%s", name + len - NAME_LONGEST);
	else
		error_at(err, "%s", strcmp(name, "-") == 0 ? "standard input" : name);
}

/* ", perf-data, perf-script ..." */
static void list_formats(char *to, size_t room)
{
	size_t len = 0;

	to[0] = '\0';
	for (size_t i = 0; i < formats_count() && len < room; i++) {
		int n = snprintf(to + len, room - len, "%s%s", i ? ", " : "",
				 formats[i].name);

		len += n > 0 ? (size_t)n : 0;
	}
}

/* What no format recognises is refused with what it is, and what to do about it. */
static void refuse(const struct source *source, struct text head, struct error *err)
{
	const char *guess = guess_kind(head), *damage = source_damage(source);
	char names[200];

	if (head.len == 0 && damage) {
		error_set(err, ERROR_FORMAT, "%s", damage);
	} else if (guess) {
		error_set(err, ERROR_FORMAT, "expected a profile, found %s", guess);
	} else if (damage) {
		error_set(err, ERROR_FORMAT, "expected a profile, found %s; %s",
			  guess_contents(head), damage);
	} else {
		list_formats(names, sizeof names);
		error_set(err, ERROR_FORMAT,
			  "expected a profile, found %s; if it is one of %s, say "
			  "so: --input-format NAME; see: flarescope formats",
			  guess_contents(head), names);
	}
}

static const struct format *choose(struct source *source, const char *wanted,
				   struct error *err)
{
	const struct format *format = wanted ? formats_find(wanted) : NULL;
	struct text head;

	if (format)
		return format;
	if (wanted) {
		error_set(err, ERROR_USAGE,
			  "there is no format \"%s\"; see: flarescope formats", wanted);
		return NULL;
	}
	if (!source_head(source, &head, err))
		return NULL;
	format = formats_detect(head);
	if (!format)
		refuse(source, head, err);
	return format;
}

static enum loss_reason packed_loss(const struct source *s)
{
	return source_packing(s) == PACKING_ZSTD ? LOSS_ZSTD : LOSS_GZIP;
}

static bool read_all(struct reading *r, const struct format *format, struct error *err)
{
	if (!format->read(r, err) || !reading_goes_on(r, err))
		return false;
	if (builder_sample_count(r->builder) == 0)
		return error_set(
		    err, ERROR_FORMAT,
		    "expected samples, found no samples in it (read as %s); %s",
		    format->name,
		    strcmp(format->name, "perf-script") == 0
			? "try: perf script --header -i perf.data > FILE"
			: "see: flarescope formats");
	if (source_damage(r->source))
		losses_count(r->losses, packed_loss(r->source), 0);
	losses_store(r->losses, r->builder);
	return true;
}

static struct profile *parse(struct reading *r, const struct format *format,
			     struct error *err)
{
	struct profile *profile = NULL;

	r->builder = r->options->audience ? builder_new_shown(err) : builder_new(err);
	if (r->builder && read_all(r, format, err))
		profile = builder_finish(r->builder, err);
	else if (r->builder && builder_failed(r->builder) && err->kind == ERROR_MEMORY) {
		/* the builder knows better what ran out */
		*err = (struct error)ERROR_INIT;
		profile = builder_finish(r->builder, err);
	}
	builder_free(r->builder);
	return profile;
}

static struct profile *run(struct reading *r, const char *name, struct error *err)
{
	const struct format *format = choose(r->source, r->options->format, err);
	struct keepsake unwanted, *keepsake = r->options->keepsake;
	struct profile *profile;

	if (!keepsake)
		keepsake = &unwanted;
	keepsake->key[0] = '\0';
	if (!format)
		return NULL;
	if (format->open)
		return format->open(r, err);
	if (format->elsewhere)
		return parse(r, format, err);
	keepsake_begin(keepsake, r, name, format->name);
	profile = keepsake_find(keepsake, r);
	if (profile) {
		atomic_store(&r->progress->done, source_size(r->source));
		keepsake->key[0] = '\0'; /* it is there already */
		return profile;
	}
	profile = parse(r, format, err);
	keepsake_end(keepsake, r, format->name);
	return profile;
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
	};
	struct profile *profile;

	atomic_store(&r.progress->total, source_size(source));
	profile = run(&r, name, err);
	if (!profile)
		name_it(err, name);
	return profile;
}

struct profile *reading_run(const char *path, const struct reading_options *options,
			    struct progress *progress, struct error *err)
{
	struct source *source = source_open(path, err);
	struct profile *profile;

	if (!source) {
		name_it(err, path);
		return NULL;
	}
	profile = reading_run_source(source, path, options, progress, err);
	source_close(source);
	return profile;
}
