#include "input/recordings.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/append.h"
#include "base/clock.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "input/cache_key.h"
#include "input/shown_names.h"
#include "profile/hosts.h"
#include "profile/join/join.h"
#include "profile/wall_clock.h"

const char *const recordings_align_names[RECORDINGS_ALIGNS] = {
    [ALIGN_BEST] = "auto", [ALIGN_CLOCK] = "clock", [ALIGN_START] = "start"};

#define NAME_LONGEST 64 /* bytes of a host's name */

/* ---- collecting files ---- */

static bool add_path(struct recordings *r, char *path, bool found, struct error *err)
{
	if (path && APPEND(r->list, r->count, r->room, "recordings", err,
			   (struct recorded_file){path, found}))
		return true;
	mem_free(path);
	return false;
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static bool add_directory(struct recordings *r, const char *path, struct error *err)
{
	struct dirent **entries;
	int n = scandir(path, &entries, visible, alphasort);
	uint32_t before = r->count;
	bool ok = true;

	if (n < 0)
		return error_sys(err, "%s", path);
	for (int i = 0; i < n; i++) {
		char *file =
		    ok ? mem_format(err, "%s/%s", path, entries[i]->d_name) : NULL;
		struct stat st;

		/*
		 * broken links and directories are reported when they cannot be read; other kinds
		 * of files, such as pipes, are skipped because opening them would wait
		 */
		if (file &&
		    (stat(file, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
			ok = add_path(r, file, true, err);
		else
			mem_free(file);
		ok = ok && !err->kind;
		free(entries[i]);
	}
	free(entries);
	return ok && (r->count > before ||
		      error_set(err, ERROR_FORMAT, "%s: there are no files in it", path));
}

bool recordings_add(struct recordings *r, const char *path, struct error *err)
{
	struct stat st;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode) && !source_is_recording(path))
		return add_directory(r, path, err);
	return add_path(r, mem_text(path, strlen(path), err), false, err);
}

void recordings_release(struct recordings *r)
{
	for (uint32_t i = 0; i < r->count; i++)
		mem_free(r->list[i].path);
	mem_free(r->list);
	*r = (struct recordings){.list = NULL};
}

bool recordings_copy(struct recordings *to, const struct recordings *from,
		     struct error *err)
{
	*to = (struct recordings){.align = from->align, .in_turn = from->in_turn};
	for (uint32_t i = 0; i < from->count; i++)
		if (!add_path(
			to, mem_text(from->list[i].path, strlen(from->list[i].path), err),
			from->list[i].found, err))
			return false;
	return true;
}

/* ---- reading them ---- */

struct fleet {
	const struct recordings *files; /* borrowed */
	struct join_part *parts;	/* owned, with their profiles and names */
	bool *found;			/* owned: was each part found in a directory? */
	uint32_t count;
	/* owned, with the texts: files that were found and not read */
	struct text *unread;
	uint32_t unread_count;
	/* when the last preview was shown, and its number of samples */
	uint64_t shown_at, shown;
	uint64_t cost; /* how long that preview took, ns */
};

static void release_fleet(struct fleet *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		profile_free((struct profile *)f->parts[i].profile);
		mem_free((void *)f->parts[i].name.at);
	}
	for (uint32_t i = 0; i < f->unread_count; i++)
		mem_free((void *)f->unread[i].at);
	mem_free(f->parts);
	mem_free(f->found);
	mem_free(f->unread);
}

static uint64_t file_bytes(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

static struct profile *read_one(const char *path, bool found,
				const struct reading_options *options,
				struct progress *progress, struct error *err)
{
	struct reading_options one = *options;
	struct cache_key key;
	struct profile *p;

	one.audience = NULL; /* one host's part must not be shown as a preview of all */
	one.facts_only = false;
	one.found = found;
	one.cache_key = &key;
	one.beside = mem_used();
	p = reading_run(path, &one, progress, err);
	if (p) {
		if (!reading_is_plugin(options))
			cache_key_write(&key, options->cache, p);
		progress->before += file_bytes(path);
		progress->samples_before += p->samples.count;
		atomic_store(&progress->done, progress->before);
		atomic_store(&progress->samples, progress->samples_before);
	}
	return p;
}

static bool leave_out(struct fleet *f, const struct error *why, struct error *err)
{
	char *told = mem_text(why->message, strlen(why->message), err);

	/* room: one for each file */
	if (told)
		f->unread[f->unread_count++] = text_of(told);
	return told != NULL;
}

/* ---- aligning times ---- */

/*
 * The part that all others must match: a named file if any, otherwise one with times and samples.
 */
static uint32_t find_model(const struct fleet *f)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (!f->found[i])
			return i;
	for (uint32_t i = 0; i < f->count; i++)
		if (f->parts[i].profile->has_times &&
		    !f->parts[i].profile->weights_are_counts)
			return i;
	return 0;
}

static bool is_like(const struct join_part *p, const struct join_part *model,
		    struct error *why)
{
	const struct join_part *timed = p->profile->has_times ? p : model;
	const struct join_part *untimed = p->profile->has_times ? model : p;

	if (p->profile->has_times != model->profile->has_times)
		return error_set(why, ERROR_FORMAT,
				 "%.*s has no times and %.*s has; they cannot be merged",
				 (int)untimed->file.len, untimed->file.at,
				 (int)timed->file.len, timed->file.at);
	if (p->profile->weights_are_counts != model->profile->weights_are_counts)
		return error_set(
		    why, ERROR_FORMAT,
		    "%.*s and %.*s cannot be merged: one has sums, the other samples",
		    (int)model->file.len, model->file.at, (int)p->file.len, p->file.at);
	return true;
}

/* Files found in a directory that do not match the others are left out, like unreadable files. */
static bool keep_alike(struct fleet *f, struct error *err)
{
	const struct join_part model = f->parts[find_model(f)];
	uint32_t kept = 0;
	bool ok = true;

	for (uint32_t i = 0; i < f->count; i++) {
		struct error why = ERROR_INIT;
		bool alike = is_like(&f->parts[i], &model, &why);

		if (!ok || alike) {
			f->found[kept] = f->found[i]; /* room: kept <= i */
			f->parts[kept++] = f->parts[i];
			continue;
		}
		if (f->found[i])
			ok = leave_out(f, &why, err);
		else
			*err = why;
		ok = ok && f->found[i];
		profile_free((struct profile *)f->parts[i].profile);
	}
	f->count = kept;
	return ok;
}

/* A recording without samples, or without times, has length 0. */
static bool align_in_turn(struct fleet *f, struct error *err)
{
	uint64_t at = 0;

	for (uint32_t i = 0; i < f->count; i++) {
		struct join_part *p = &f->parts[i];
		const struct samples *s = &p->profile->samples;
		bool timed = p->profile->has_times && s->count;
		uint64_t length = timed ? s->end - s->time[0] : 0;

		if (hosts_are_several(p->profile))
			return error_set(err, ERROR_USAGE,
					 "%.*s is already merged from several "
					 "recordings; name each of those",
					 (int)p->file.len, p->file.at);
		if (length > INT64_MAX - at)
			return error_set(err, ERROR_LIMIT,
					 "%.*s: all recordings of this side together are "
					 "too long",
					 (int)p->file.len, p->file.at);
		p->clock = HOST_CLOCK_IN_TURN;
		p->moved = timed ? (int64_t)(at - s->time[0]) : 0;
		at += length;
	}
	return true;
}

/* Do all times, and the ends of all ranges, stay in range when moved? */
static bool may_move(const struct samples *s, int64_t by)
{
	return by >= 0 ? s->end <= UINT64_MAX - (uint64_t)by
		       : !s->count || s->time[0] >= 0 - (uint64_t)by;
}

/* False if this recording has no wall clock. */
static bool align_by_clock(struct join_part *p)
{
	static const enum host_clock clocks[] = {[WALL_RECORDED] = HOST_CLOCK_RECORDED,
						 [WALL_HEADER] = HOST_CLOCK_HEADER,
						 [WALL_FILE] = HOST_CLOCK_FILE,
						 [WALL_STARTED] = HOST_CLOCK_STARTED};
	struct wall_clock clock;

	if (!wall_clock_of(p->profile, &clock) ||
	    !may_move(&p->profile->samples, clock.offset))
		return false;
	p->clock = clocks[clock.source];
	p->moved = clock.offset;
	return true;
}

static bool align_fleet(struct fleet *f, struct error *err)
{
	const struct join_part *without = NULL;

	if (f->files->in_turn)
		return align_in_turn(f, err);
	if (!f->parts[0].profile->has_times) {
		for (uint32_t i = 0; i < f->count; i++)
			f->parts[i].clock = HOST_CLOCK_NONE;
		return true;
	}
	for (uint32_t i = 0; i < f->count && !without; i++)
		if (f->files->align == ALIGN_START || !align_by_clock(&f->parts[i]))
			without = &f->parts[i];
	if (without && f->files->align == ALIGN_CLOCK)
		return error_set(err, ERROR_FORMAT,
				 "%.*s has no time of day, so it cannot be aligned by "
				 "the clock; use --align start",
				 (int)without->file.len, without->file.at);
	for (uint32_t i = 0; without && i < f->count; i++) {
		const struct samples *s = &f->parts[i].profile->samples;

		f->parts[i].clock = HOST_CLOCK_START;
		f->parts[i].moved = s->count ? (int64_t)(0 - s->time[0]) : 0;
	}
	return true;
}

/* ---- naming hosts ---- */

/* The name without directory and endings: "web1" for "/tmp/web1.perf.gz". */
static struct text file_name(struct text path)
{
	static const struct text endings[] = {{".gz", 3},   {".zst", 4},   {".flare", 6},
					      {".data", 5}, {".perf", 5},  {".txt", 4},
					      {".out", 4},  {".script", 7}};
	struct text name = text_basename(path);
	bool cut = true;

	while (cut) {
		cut = false;
		for (size_t i = 0; i < sizeof endings / sizeof *endings && !cut; i++) {
			cut = name.len > endings[i].len && text_ends(name, endings[i]);
			if (cut)
				name = text_upto(name, name.len - endings[i].len);
		}
	}
	return name;
}

/* Name a part by its file; if the name is taken, make it unique. */
static bool call_by_file(struct fleet *f, struct intern *names, uint32_t i,
			 struct error *err)
{
	struct text name = utf8_upto(file_name(f->parts[i].file), NAME_LONGEST);
	char *own = mem_text(name.at, name.len, err);
	uint32_t count = intern_count(names), id;

	for (uint32_t n = i + 1; own && intern_put(names, text_of(own), &id, err) &&
				 intern_count(names) == count;
	     n++) {
		mem_free(own);
		own = mem_format(err, "%.*s#%" PRIu32, (int)name.len, name.at, n);
	}
	f->parts[i].name = own ? text_of(own) : TEXT("");
	return own && !err->kind;
}

static int by_name(const void *a, const void *b)
{
	const struct text *x = a, *y = b;

	return text_compare(*x, *y);
}

/* Do all headers name their host, each a different one? */
static bool headers_differ(const struct fleet *f, bool *differ, struct error *err)
{
	struct text *names = mem_array(f->count, sizeof *names, "hosts", err);

	*differ = names != NULL;
	for (uint32_t i = 0; *differ && i < f->count; i++) {
		if (hosts_are_several(f->parts[i].profile)) {
			names[i] = f->parts[i].file; /* its hosts have names already */
			continue;
		}
		names[i] = text_upto(profile_note(f->parts[i].profile, "hostname"),
				     NAME_LONGEST);
		*differ = names[i].len > 0;
	}
	if (*differ)
		qsort(names, f->count, sizeof *names, by_name);
	for (uint32_t i = 1; *differ && i < f->count; i++)
		*differ = !text_equal(names[i - 1], names[i]);
	mem_free(names);
	return names != NULL;
}

static bool call_all(struct fleet *f, struct error *err)
{
	struct intern *names = intern_new(err);
	bool differ, ok = names && headers_differ(f, &differ, err);

	for (uint32_t i = 0; ok && i < f->count; i++) {
		struct text name = profile_note(f->parts[i].profile, "hostname");
		char *own;

		if (!differ) {
			ok = call_by_file(f, names, i, err);
			continue;
		}
		own = mem_text(name.at, text_upto(name, NAME_LONGEST).len, err);
		f->parts[i].name = own ? text_of(own) : TEXT("");
		ok = own != NULL;
	}
	intern_free(names);
	return ok;
}

/* ---- the whole ---- */

/* Join the parts, which are aligned and named, into one profile. */
static struct profile *join_fleet(struct fleet *f, const struct reading_options *options,
				  struct progress *progress, struct error *err)
{
	unsigned threads = reading_threads(options);
	uint64_t rate;

	for (uint32_t i = 0; i < f->count; i++)
		if (number_u64(profile_note(f->parts[i].profile, "frequency"), &rate) &&
		    rate <= UINT32_MAX)
			f->parts[i].rate = (uint32_t)rate;
	mem_narrow(SIZE_MAX); /* the limit that a single file had does not apply */
	return join_run(f->parts, f->count,
			&(struct join_options){
			    .threads = threads < PARSERS_MOST ? threads : PARSERS_MOST,
			    .cancel = &progress->cancel,
			    .unread = f->unread,
			    .unread_count = f->unread_count,
			    .unread_key = TEXT(RECORDINGS_UNREAD)},
			err);
}

/* the interval between previews, as a multiple of the time that one takes */
#define SHOWN_SHARE 4

/* Join the parts read so far, as if there were no more. */
static struct profile *join_some(const struct fleet *f,
				 const struct reading_options *options,
				 struct progress *progress, struct error *err)
{
	struct fleet some = {.files = f->files, .found = f->found, .count = f->count};
	struct profile *p = NULL;
	bool alike = true;

	some.parts = mem_array(f->count, sizeof *some.parts, "recordings", err);
	if (!some.parts)
		return NULL;
	memcpy(some.parts, f->parts, f->count * sizeof *some.parts);
	for (uint32_t i = 1; i < f->count && alike; i++)
		alike = is_like(&f->parts[i], &f->parts[0], err);
	if (alike && align_fleet(&some, err) && call_all(&some, err))
		p = join_fleet(&some, options, progress, err);
	for (uint32_t i = 0; i < f->count; i++)
		mem_free((void *)some.parts[i].name.at);
	mem_free(some.parts);
	return p;
}

/* A preview that fails is skipped: the whole may still succeed. */
static void show_some(struct fleet *f, const struct reading_options *options,
		      struct progress *progress)
{
	const struct audience *a = options->audience;
	struct error ignored = ERROR_INIT;
	uint64_t from = clock_now();
	/* the more samples there are, the longer a preview takes */
	double cost = f->shown ? (double)f->cost * (double)progress->samples_before /
				     (double)f->shown
			       : 0;
	struct profile *p;

	if (!a || (double)(from - f->shown_at) < SHOWN_SHARE * cost || !a->wants(a->arg))
		return;
	p = join_some(f, options, progress, &ignored);
	if (p && shown_names_put(p, &ignored))
		a->show(a->arg, p);
	else
		profile_free(p);
	f->shown_at = clock_now();
	f->shown = progress->samples_before;
	f->cost = f->shown_at - from;
}

static bool read_all(struct fleet *f, const struct reading_options *options,
		     struct progress *progress, struct error *err)
{
	struct error first = ERROR_INIT;

	mem_keep_freed(true); /* the next file needs tables of the same size */
	for (uint32_t i = 0; i < f->files->count; i++) {
		const struct recorded_file *r = &f->files->list[i];
		struct error why = ERROR_INIT;
		struct profile *p = read_one(r->path, r->found || options->found, options,
					     progress, &why);

		if (p) { /* room: one for each file */
			f->found[f->count] = r->found;
			f->parts[f->count++] =
			    (struct join_part){.profile = p, .file = text_of(r->path)};
			if (i + 1 < f->files->count)
				show_some(f, options, progress);
			continue;
		}
		/* the user named it, or the whole reading has ended */
		if (!r->found || why.kind == ERROR_CANCELLED ||
		    why.kind == ERROR_MEMORY) {
			*err = why;
			return false;
		}
		if (!leave_out(f, &why, err))
			return false;
		if (!first.kind)
			first = why;
	}
	if (!f->count)
		*err = first;
	return f->count > 0;
}

static struct profile *read_fleet(struct fleet *f, const struct reading_options *options,
				  struct progress *progress, struct error *err)
{
	const struct recordings *files = f->files;

	f->parts = mem_array(files->count, sizeof *f->parts, "recordings", err);
	if (f->parts)
		f->found = mem_array(files->count, sizeof *f->found, "recordings", err);
	if (f->found)
		f->unread = mem_array(files->count, sizeof *f->unread, "recordings", err);
	if (!f->unread || !read_all(f, options, progress, err) || !keep_alike(f, err) ||
	    !align_fleet(f, err) || !call_all(f, err))
		return NULL;
	return join_fleet(f, options, progress, err);
}

struct profile *recordings_run(const char *path, const struct reading_options *options,
			       struct progress *progress, struct error *err)
{
	struct progress no_progress = {0};
	struct fleet f = {.files = options ? options->together : NULL};
	struct profile *p;

	if (!f.files || !f.files->count)
		return reading_run(path, options, progress, err);
	if (!progress)
		progress = &no_progress;
	if (options->cache_key)
		options->cache_key->key[0] = '\0';
	progress->all = 0;
	for (uint32_t i = 0; i < f.files->count; i++)
		progress->all += file_bytes(f.files->list[i].path);
	p = read_fleet(&f, options, progress, err);
	release_fleet(&f);
	if (!p || shown_names_put(p, err))
		return p;
	profile_free(p);
	return NULL;
}
