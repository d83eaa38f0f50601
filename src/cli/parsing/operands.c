#include "cli/parsing/operands.h"

#include <string.h>
#include <sys/stat.h>

#include "engine/clickhouse.h"
#include "input/formats.h"
#include "workspace/menus/file_list.h"

enum {
	TWO_FILES = TAKER_DIFF | TAKER_TOP | TAKER_EXPORT | TAKER_FLAME | TAKER_TREE |
		    TAKER_REPORT | TAKER_OPEN,
};

/* Take several recordings to be joined. The words are kept for the displayed command. */
static bool take_together(struct options *o, int first, int argc, char **argv,
			  struct error *err)
{
	for (int i = first; i < argc; i++) {
		if (strcmp(argv[i], "-") == 0)
			return error_set(err, ERROR_USAGE,
					 "standard input is one recording; --together "
					 "takes files");
		if (!recordings_add(&o->together, argv[i], err))
			return false;
	}
	if (!o->together.count)
		return error_set(err, ERROR_USAGE,
				 "--together: name the recordings, or a directory of "
				 "them");
	o->together.words = (const char *const *)(argv + first);
	o->together.word_count = (uint32_t)(argc - first);
	o->settings.reading.together = &o->together;
	if (argc - first > 1)
		o->file = "together"; /* the title */
	if (o->settings.asked.align)
		return error_set(err, ERROR_USAGE,
				 "--align %s is for comparing two files; merged "
				 "recordings are aligned by clock or start",
				 o->settings.asked.align);
	return true;
}

/* Refuse options that do not fit repeated recordings. */
static bool allows_baseline(const struct options *o, struct error *err)
{
	const char *with =
	    o->settings.asked.against			      ? "--against"
	    : o->settings.asked.range			      ? "--range"
	    : o->puts_together				      ? "--together"
	    : o->host					      ? "--host"
	    : o->settings.asked.align			      ? "--align"
	    : o->together.align				      ? "--align"
	    : o->started.count				      ? "--started"
	    : options_has(o, OPTION_BY) && o->by == KEYS_HOST ? "--by host"
	    : o->settings.reading.format && !formats_find(o->settings.reading.format)
		? "a reader of your own"
		: NULL;

	return !with || error_set(err, ERROR_USAGE,
				  "--baseline compares whole recordings, so %s makes no "
				  "sense with it",
				  with);
}

static bool is_same_file(const struct recorded_file *a, const struct recorded_file *b)
{
	struct stat x, y;

	return stat(a->path, &x) == 0 && stat(b->path, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/*
 * Refuse a file that is among the first `count` already: repeated files would seem to have no
 * variance.
 */
static bool is_new(const struct recordings *r, uint32_t count,
		   const struct recorded_file *f, struct error *err)
{
	for (uint32_t i = 0; i < count; i++)
		if (is_same_file(&r->list[i], f))
			return error_set(err, ERROR_USAGE,
					 "%s is given twice; a recording counts once",
					 f->path);
	return true;
}

/*
 * Settle one side; `several`: there is more than one recording in all. `*file` becomes the name to
 * read it by.
 */
static bool settle_side(struct recordings *r, bool several, const char **file,
			struct error *err)
{
	for (uint32_t i = 0; i < r->count; i++) {
		const struct recorded_file *f = &r->list[i];

		if (several && strcmp(f->path, "-") == 0)
			return error_set(err, ERROR_USAGE,
					 "standard input is one recording; with several, "
					 "each must be a file");
		if (clickhouse_is_address(f->path))
			return error_set(err, ERROR_USAGE,
					 "samples in ClickHouse are compared with others "
					 "there: --against, --against-filter, --host");
		if (!is_new(r, i, f, err))
			return false;
	}
	r->in_turn = true;
	*file = r->count == 1 ? r->list[0].path : "recordings";
	return true;
}

/* Take the old recordings of --baseline and the new ones. */
static bool take_sides(struct options *o, int first, int argc, char **argv,
		       struct error *err)
{
	bool several;

	if (!allows_baseline(o, err))
		return false;
	for (int i = first; i < argc; i++)
		if (!recordings_add(&o->together, argv[i], err))
			return false;
	if (!o->together.count)
		return error_set(err, ERROR_USAGE,
				 "--baseline: name the new recordings, too: diff "
				 "--baseline OLD NEW");
	o->together.words = (const char *const *)(argv + first);
	o->together.word_count = (uint32_t)(argc - first);
	several = o->together.count + o->baselines.count > 2;
	if (!settle_side(&o->together, several, &o->file, err) ||
	    !settle_side(&o->baselines, several, &o->baseline_file, err))
		return false;
	for (uint32_t i = 0; several && i < o->together.count; i++)
		if (!is_new(&o->baselines, o->baselines.count, &o->together.list[i], err))
			return false;
	if (o->together.count > 1)
		o->settings.reading.together = &o->together;
	return strcmp(o->file, "-") != 0 || strcmp(o->baseline_file, "-") != 0 ||
	       error_set(err, ERROR_USAGE,
			 "only one of the two files can be standard input");
}

static bool take_pair(struct options *o, enum taker taker, int first, int argc,
		      char **argv, struct error *err)
{
	if (o->together.align != ALIGN_BEST)
		return error_set(err, ERROR_USAGE,
				 "--align %s needs several recordings; see --together",
				 recordings_align_names[o->together.align]);
	if (first + 1 >= argc)
		return !o->settings.asked.align || !(taker & TWO_FILES) ||
		       (o->file && file_list_is_directory(o->file)) ||
		       error_set(err, ERROR_USAGE,
				 "--align needs two files: FILE BASELINE-FILE");
	o->baseline_file = argv[first + 1];
	return strcmp(o->file, "-") != 0 || strcmp(o->baseline_file, "-") != 0 ||
	       error_set(err, ERROR_USAGE,
			 "only one of the two files can be standard input");
}

bool operands_take(struct options *o, enum taker taker, int first, int argc, char **argv,
		   struct error *err)
{
	int most = taker & TWO_FILES ? 2 : 1;

	if (o->help || o->version)
		return true;
	if (taker & TAKER_ANNOTATE) {
		if (first == argc)
			return error_set(
			    err, ERROR_USAGE,
			    "no function given; usage: annotate FUNCTION FILE");
		o->settings.reading.instructions_of = argv[first++];
	}
	if (first < argc)
		o->file = argv[first];
	if (o->baselines.count)
		return take_sides(o, first, argc, argv, err);
	if (o->puts_together || (taker & TAKER_MERGE) ||
	    ((taker & TWO_FILES) && first + most < argc))
		return take_together(o, first, argc, argv, err);
	if (first + most < argc)
		return error_set(err, ERROR_USAGE,
				 "expected one file, found two: '%s' and '%s'; "
				 "--together takes several",
				 argv[first], argv[first + 1]);
	return take_pair(o, taker, first, argc, argv, err);
}

/* Can --started belong to the file? In a directory on the screen, files are chosen later. */
static bool may_be_of(const struct options *o, const struct started_file *f)
{
	if (o->settings.reading.together) {
		for (uint32_t i = 0; i < o->together.count; i++)
			if (started_is_of(f, o->together.list[i].path))
				return true;
		return false;
	}
	return started_is_of(f, o->file) ||
	       (o->baseline_file && started_is_of(f, o->baseline_file)) ||
	       file_list_is_directory(o->file);
}

bool operands_take_started(struct options *o, struct error *err)
{
	struct started *s = &o->started;
	bool several = o->settings.reading.together || o->baseline_file;

	if (!s->count || !o->file)
		return true;
	for (uint32_t i = 0; i < s->count; i++) {
		struct text file = s->list[i].file;

		if (several && !file.len)
			return error_set(err, ERROR_USAGE,
					 "--started: there are several files; which one "
					 "is it for? FILE=TIME");
		if (file.len && !may_be_of(o, &s->list[i]))
			return error_set(err, ERROR_USAGE,
					 "--started: no file is called %.*s",
					 file.len < 100 ? (int)file.len : 100, file.at);
	}
	o->settings.reading.started = s;
	return started_settle(s, o->file, err) || error_at(err, "--started");
}
