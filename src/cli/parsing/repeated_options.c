#include "cli/parsing/repeated_options.h"

#include <string.h>

#include "analysis/compare/renamed.h"
#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "analysis/transform/transform.h"
#include "base/mem.h"
#include "base/text.h"

/* Append `arg` to `*all`, which may be NULL. */
static bool append_argument(char **all, const char *between, const char *arg,
			    struct error *err)
{
	char *joined =
	    mem_format(err, "%s%s%s", *all ? *all : "", *all ? between : "", arg);

	if (!joined)
		return false;
	mem_free(*all);
	*all = joined;
	return true;
}

static bool take_filter(struct options *o, const char *arg, struct error *err)
{
	struct filter *parsed = filter_new(text_of(arg), err);

	filter_free(parsed);
	if (!parsed)
		return error_at(err, "--filter");
	if (!append_argument(&o->filter, " & ", arg, err))
		return false;
	o->settings.choice.filter = text_of(o->filter);
	return true;
}

static bool take_transform(struct options *o, const char *arg, struct error *err)
{
	struct transform t;

	if (strchr(arg, '\n'))
		return error_set(err, ERROR_USAGE, "--transform: a name of one line");
	if (!transform_parse(text_of(arg), &t, err))
		return error_at(err, "--transform");
	if (!append_argument(&o->transform, "\n", arg, err))
		return false;
	o->settings.choice.transform = text_of(o->transform);
	return true;
}

static bool take_range(struct options *o, const char *arg, struct error *err)
{
	struct ranges also = {0};
	struct range range;

	if (!ranges_parse(text_of(arg), NULL, &range, &also, err))
		return error_at(err, "--range");
	ranges_release(&also);
	if (!append_argument(&o->range, "/", arg, err))
		return false;
	o->settings.asked.range = o->range;
	return true;
}

static bool take_against(struct options *o, const char *arg, struct error *err)
{
	struct ranges also = {0};
	struct range range;
	bool rest = strcmp(arg, "rest") == 0;

	if (o->against && (rest || strcmp(o->against, "rest") == 0))
		return error_set(err, ERROR_USAGE,
				 "--against: rest cannot be combined with ranges");
	if (!rest && !ranges_parse(text_of(arg), NULL, &range, &also, err))
		return error_at(err, "--against");
	ranges_release(&also);
	if (!append_argument(&o->against, "/", arg, err))
		return false;
	o->settings.asked.against = o->against;
	return true;
}

static bool take_compare_as(struct options *o, const char *arg, struct error *err)
{
	if (strchr(arg, '\n') || !renamed_is_rule(text_of(arg)))
		return error_set(
		    err, ERROR_USAGE,
		    "--compare-as: '%.80s': expected OLD=NEW, a program or "
		    "module of the second file and one of the first, or none",
		    arg);
	if (!append_argument(&o->compare_as, "\n", arg, err))
		return false;
	o->settings.asked.compare_as = o->compare_as;
	return true;
}

bool repeated_option_take(struct options *o, enum option_id id, const char *arg,
			  struct error *err)
{
	return id == OPTION_RANGE	 ? take_range(o, arg, err)
	       : id == OPTION_AGAINST	 ? take_against(o, arg, err)
	       : id == OPTION_FILTER	 ? take_filter(o, arg, err)
	       : id == OPTION_COMPARE_AS ? take_compare_as(o, arg, err)
					 : take_transform(o, arg, err);
}
