/* option_table.c - the rows of options.def as tables for parsing and printing. */

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#include "analysis/hue.h"

/* options.def names sets of commands without this prefix. */
enum {
	OPEN = TAKER_OPEN,
	HEATMAP = TAKER_HEATMAP,
	TOP = TAKER_TOP,
	EXPORT = TAKER_EXPORT,
	DIFF = TAKER_DIFF,
	INFO = TAKER_INFO,
	CONVERT = TAKER_CONVERT | TAKER_MERGE,
	CACHE = TAKER_CACHE,
	RECORD = TAKER_RECORD,
	PUSH = TAKER_PUSH,
	LIVE = TAKER_LIVE,
	CONFIG = TAKER_CONFIG,
	PERIODS = TAKER_PERIODS,
	REPORT = TAKER_REPORT,
	FIND = TAKER_FIND,
	CHART = TAKER_CHART,
	TREE = TAKER_TREE,
	ANNOTATED = TAKER_ANNOTATE,
	WAITS = TAKER_WAITS,
	PICTURES = TAKER_HEATMAP | TAKER_FLAME | TAKER_CHART,
	GRAPHS = TAKER_OPEN | TAKER_FLAME,
	DRAWINGS = GRAPHS | TAKER_EXPORT,
	PRINTED = TAKER_OPEN | PICTURES,
	BATCH = TAKER_BATCH,
	VIEWS = BATCH | TAKER_OPEN,
	MAPS = TAKER_OPEN | TAKER_HEATMAP,
	CLOCKS = MAPS | TAKER_INFO,
	ADDERS = DRAWINGS | TAKER_TREE | TAKER_TOP | TAKER_DIFF,
	COMPARERS = TAKER_DIFF | TAKER_TOP | TAKER_EXPORT | TAKER_FLAME | TAKER_TREE,
	GRAPHS_OF_TWO = TAKER_EXPORT | TAKER_FLAME | TAKER_TREE,
	GRAPHS_IN_JSON = TAKER_FLAME | TAKER_TREE,
	LISTS = TAKER_TOP | TAKER_DIFF | TAKER_FIND | TAKER_PERIODS | TAKER_WAITS,
	LISTED = TAKER_TREE | TAKER_ANNOTATE | TAKER_INFO | TAKER_CACHE | TAKER_CONFIG |
		 TAKER_FORMATS,
	WRITERS = BATCH | CONVERT | TAKER_WAITS,
	QUERIED = TAKER_OPEN | TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		  TAKER_INFO | TAKER_TREE | TAKER_DIFF,
	ALL = VIEWS | TAKER_INFO | CONVERT | TAKER_WAITS,
	EVERY = ALL | TAKER_CACHE | TAKER_CONFIG | TAKER_FORMATS,
	HELPED = EVERY | TAKER_RECORD | TAKER_PUSH | TAKER_LIVE,
};

#define SILENT(set) TAKER_SILENT(set)

const struct option_info option_table[OPTION_COUNT] = {
#define OPTION(id, name, letter, argument, takers, help)                                 \
	[OPTION_##id] = {name, letter, argument, (uint64_t)(takers), help},
#include "cli/options.def"
};

#define TOLD_MAX  70 /* columns of an argument in help */
#define TOLD_SOME 24 /* columns of a shortened argument */

const char *option_argument(enum option_id id, char words[static OPTION_WORDS_MAX])
{
	return id == OPTION_FORMAT_EXPORT ? export_words(words)
					  : option_table[id].argument;
}

const char *option_told_argument(enum option_id id, char words[static OPTION_WORDS_MAX])
{
	const char *all = option_argument(id, words);
	size_t len = strlen(all);

	if (len <= TOLD_MAX)
		return all;
	for (len = TOLD_SOME; len > 0 && all[len - 1] != '|'; len--)
		;
	snprintf(words, OPTION_WORDS_MAX, "%.*s...", (int)len, all);
	return words;
}

bool option_is_told(enum option_id id, unsigned set)
{
	return option_table[id].takers & set;
}

bool option_is_taken(enum option_id id, unsigned set)
{
	return (option_table[id].takers & (set | TAKER_SILENT(set))) ||
	       ((set & TAKER_CONFIG) && saved_choices_where(id));
}

const char *const option_groups[GROUP_COUNT] = {
#define GROUP(group, title, id) title,
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
};

enum option_group option_group(enum option_id id)
{
	static const enum option_group of_choice[] = {
#define CHOICE(id, name, letter, argument, commands, group, ...) GROUP_##group,
#include "choice/choice.def"
#undef CHOICE
	};
	static const enum option_id first[GROUP_COUNT] = {
#define GROUP(group, title, id) OPTION_##id,
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
	};
	enum option_group group = GROUP_COUNT - 1;

	if ((int)id < CHOICE_COUNT)
		return of_choice[id];
	while (first[group] > id)
		group--;
	return group;
}
