#include "cli/subcommand.h"

#include <stdio.h>
#include <string.h>

#include "analysis/shape/transform.h"
#include "cli/completions/completions.h"
#include "cli/generated.h"
#include "base/text.h"
#include "view/command.h"

static void print_keys(void)
{
	for (int i = 1; i < COMMAND_COUNT; i++) {
		if (!*commands[i].keys)
			continue;
		printf("  %-17s ", commands[i].keys);
		usage_paragraph(commands[i].help, 20, 20, stdout);
	}
}

static void print_ranges(void)
{
	fputs(
	    "A range is a stretch of time, --range A,B: from second A up to, but not\n"
	    "including, second B; or A+LENGTH. Both are decimal seconds, counted from\n"
	    "the whole second of the first sample, which is where the heat map begins: "
	    "if\n"
	    "the first sample was taken at 705.690 s, then 0 is 705.000 s. If all spans\n"
	    "together take less than a second, 0 is the whole tenth of a second before\n"
	    "the first, or the whole hundredth, and so on.\n\n"
	    "  --range 11.2,11.36        160 ms\n"
	    "  --range 11.2+160ms        the same; units are ns, us, ms, s, m and h\n"
	    "  --range 200,360ms         without a unit of its own, A has that of B\n"
	    "  --range 60,               from 60 s to the end\n"
	    "  --range -5                the last 5 seconds\n"
	    "  --range -5,-2             but not the last two of them\n"
	    "  --range 10:44:23+2        by the clock, where that is known (--started)\n"
	    "  --range 23:59:50,0:00:10  over midnight\n\n"
	    "The clock is that of the map's axis: in UTC, or as --clock says. Of a\n"
	    "profile longer than a day it is the first time that the clock shows this;\n"
	    "seconds say any other.\n\n"
	    "Several ranges are looked at together, each sample once: give --range "
	    "again,\n"
	    "or all in one word with / between them. Those that overlap or touch are "
	    "one.\n\n"
	    "  --range 10,12 --range 20,21.5\n"
	    "  --range 10,12/20,21.5     the same\n\n"
	    "A range in which nothing was recorded is refused; one that goes beyond the\n"
	    "end is taken.\n\n"
	    "On the screen, v starts and ends a selection, : lets you type a range, and\n"
	    "y shows the command line for what is on the screen.\n",
	    stdout);
}

static void print_filters(void)
{
	fputs(
	    "A filter keeps the samples that match all of its terms. Join terms with\n"
	    "\" & \", blanks included, or give several --filter options. \"!\" in front\n"
	    "of a term negates it.\n\n"
	    "  REGEX          some frame of the stack, or the thread's name, matches\n"
	    "  comm=NAME      the thread's name is NAME; comm~REGEX: it matches\n"
	    "  process=NAME   its process is called NAME, as its first thread is;\n"
	    "                 process~REGEX: it matches\n"
	    "  pid=N, tid=N   that process, that thread\n"
	    "  cpu=N          that CPU\n"
	    "  host=NAME      that host, of recordings put together; host~REGEX: it "
	    "matches\n"
	    "  service=NAME   that service, of samples in ClickHouse; service~REGEX\n"
	    "  module=NAME    some frame lies in this file; module~REGEX: in one that "
	    "matches\n"
	    "  self=NAME      the function that ran, the innermost of the stack, is "
	    "NAME;\n"
	    "                 self~REGEX: it matches\n"
	    "  self-module=NAME  it lies in this file; self-module~REGEX: in one that\n"
	    "                 matches\n"
	    "  self-kind=KIND its code is of this kind: user, kernel, jit, inlined,\n"
	    "                 runtime, idle or no name\n"
	    "  mode=MODE      it ran there: user or kernel, be its name known or not;\n"
	    "                 unknown, where the recording does not tell\n\n"
	    "The terms with self and mode keep what lanes and --colour-by show by "
	    "function,\n"
	    "module, kind and mode, under the names that they show: [no stack], [no "
	    "name],\n"
	    "too.\n\n"
	    "Case matters only if the pattern has a capital letter. Between \\Q and \\E\n"
	    "everything stands for itself, even \"&\".\n\n"
	    "  --filter 'comm=nginx & !epoll_wait'\n"
	    "  --filter module~libssl --filter cpu=3\n",
	    stdout);
}

static void print_transformations(void)
{
	fputs(
	    "A transformation changes all call paths before the graph is drawn and the\n"
	    "table is counted: --transform KIND=NAME. Several are applied one after\n"
	    "the other. The heat map keeps showing all samples.\n\n",
	    stdout);
	for (int i = 0; i < TRANSFORM_KINDS; i++) {
		printf("  %-19s ", transform_words[i].name);
		usage_paragraph(transform_words[i].does, 22, 22, stdout);
	}
	fputs(
	    "\nNAME is a function's whole name, or without what it is in and its\n"
	    "parameters (push_back), or a part that no other has; of collapse-module a\n"
	    "module's file, with its path or without; of focus-subtree the names from "
	    "the\n"
	    "root, separated by \";\". What is not there is refused. Of a function that "
	    "a\n"
	    "path has several times the outermost counts, so that recursion stays.\n\n"
	    "  --transform focus=main --transform merge=malloc\n"
	    "  --transform collapse-module=libc.so.6\n",
	    stdout);
}

static bool refuse(const char *topic, struct error *err)
{
	static const char *const others[] = {"keys", "ranges", "filters",
					     "transformations"};
	struct text_nearest n = {.given = text_of(topic)};

	for (size_t i = 0; i < subcommand_count(); i++)
		text_nearest_offer(&n, text_of(subcommands[i].name));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		text_nearest_offer(&n, text_of(others[i]));
	if (n.word.len)
		return error_set(err, ERROR_USAGE, "no help on '%s'; did you mean %s?",
				 topic, n.word.at);
	return error_set(err, ERROR_USAGE,
			 "no help on '%s'; topics are the commands, keys, ranges, "
			 "filters, transformations and formats",
			 topic);
}

static bool help_topic(const char *topic, struct error *err)
{
	const struct subcommand *sub = subcommand_find(topic);
	char *formats[] = {NULL};

	if (strcmp(topic, "keys") == 0)
		print_keys();
	else if (strcmp(topic, "ranges") == 0)
		print_ranges();
	else if (strcmp(topic, "filters") == 0)
		print_filters();
	else if (strcmp(topic, "transformations") == 0)
		print_transformations();
	else if (strcmp(topic, "formats") == 0)
		return cmd_formats_main(1, formats, err);
	else if (sub)
		usage_print(sub, stdout);
	else
		return refuse(topic, err);
	return true;
}

/* Hidden: from this the build makes the manual and the completions. */
static bool is_generated(const char *word)
{
	return strcmp(word, "--mdoc") == 0 || strcmp(word, "--bash") == 0 ||
	       strcmp(word, "--zsh") == 0 || strcmp(word, "--fish") == 0;
}

static bool print_generated(int argc, char **argv, struct error *err)
{
	if (strcmp(argv[1], "--bash") == 0)
		generated_bash(stdout);
	else if (strcmp(argv[1], "--zsh") == 0)
		completions_zsh(stdout);
	else if (strcmp(argv[1], "--fish") == 0)
		completions_fish(stdout);
	else if (argc != 3 || !generated_mdoc(argv[2], stdout))
		return error_set(err, ERROR_USAGE,
				 "--mdoc: expected keys, options or formats");
	return true;
}

bool cmd_help_main(int argc, char **argv, struct error *err)
{
	if (argc == 1)
		usage_print_all(stdout);
	else if (is_generated(argv[1]))
		return print_generated(argc, argv, err);
	else if (!help_topic(argv[1], err))
		return false;
	if (fflush(stdout) != 0)
		return error_sys(err, "cannot write to standard output");
	return true;
}
