#include "cli/parsing/operands.h"

#include <string.h>

#include "workspace/menus/file_list.h"

enum {
	TWO_FILES = TAKER_DIFF | TAKER_TOP | TAKER_EXPORT | TAKER_FLAME | TAKER_TREE |
		    TAKER_REPORT | TAKER_OPEN,
};

/* Several recordings put together. The words are kept as they are, for who asks for the command. */
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
		o->file = "together"; /* its title */
	if (o->settings.align)
		return error_set(err, ERROR_USAGE,
				 "--align %s is of two files that are compared; "
				 "recordings that are put together are aligned by clock "
				 "or start",
				 o->settings.align);
	return true;
}

static bool take_pair(struct options *o, enum taker taker, int first, int argc,
		      char **argv, struct error *err)
{
	if (o->together.align != ALIGN_BEST)
		return error_set(err, ERROR_USAGE,
				 "--align %s is of several recordings; see --together",
				 recordings_align_names[o->together.align]);
	if (first + 1 >= argc)
		return !o->settings.align || !(taker & TWO_FILES) ||
		       (o->file && file_list_is_directory(o->file)) ||
		       error_set(err, ERROR_USAGE,
				 "--align is of two files: FILE "
				 "BASELINE-FILE");
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
			    "no function given; it is annotate FUNCTION FILE");
		o->settings.reading.instructions_of = argv[first++];
	}
	if (first < argc)
		o->file = argv[first];
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

/* Of a directory on the screen the files are chosen later. */
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
			return error_set(
			    err, ERROR_USAGE,
			    "--started: there are several files; of which is "
			    "it? FILE=TIME");
		if (file.len && !may_be_of(o, &s->list[i]))
			return error_set(err, ERROR_USAGE,
					 "--started: no file is called %.*s",
					 file.len < 100 ? (int)file.len : 100, file.at);
	}
	o->settings.reading.started = s;
	return started_settle(s, o->file, err) || error_at(err, "--started");
}
