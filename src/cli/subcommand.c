#include "cli/subcommand.h"

#include <string.h>

#include "export/chart_json.h"
#include "export/flame_json.h"
#include "export/heatmap_json.h"
#include "export/info.h"
#include "export/table/annotation_table.h"
#include "export/table/anomaly_table.h"
#include "export/table/difference_table.h"
#include "export/table/periods_table.h"
#include "export/table/top_table.h"
#include "export/table/waits_table.h"
#include "session/report/report.h"

#include "view/command.h"

#define MARGIN 79

const struct subcommand subcommands[] = {
    {"open", TAKER_OPEN, "[OPTIONS] [FILE|DIR|- [BASELINE-FILE]]",
     "explore a profile on the screen",
     "Shows the heat map and the flame graph of what you select in it; ? lists the "
     "keys. With DIR, the files in it are listed; - reads standard input. With "
     "BASELINE-FILE, the graph shows how FILE differs from it. If standard output is "
     "not a terminal, both pictures are printed instead; --format screen-svg prints the "
     "whole screen. \"open\" may be left out.",
     NULL, cmd_open_run, NULL},
    {"record", TAKER_RECORD, "[PERF RECORD OPTIONS] [-- COMMAND ...]",
     "record with perf, then explore the recording",
     "Runs perf record -F 49 -a -g until Ctrl-C, for --duration, or until COMMAND ends, "
     "shows its progress, and opens perf.data as open does. Options of perf record are "
     "passed on, and replace the defaults that they contradict: -F, -c or a tracepoint "
     "replaces -F 49; -p, -t, -u, -C or COMMAND replaces -a; --call-graph replaces -g; "
     "-o writes another file. If perf is not installed, flarescope records by itself, "
     "and supports -F, -p, -a, -C, -G, -g, -o, --duration and COMMAND. If standard "
     "output is not a terminal, nothing is opened, and a summary is written to standard "
     "error.",
     NULL, NULL, cmd_record_main},
    {"live", TAKER_LIVE, "[RECORDING OPTIONS] [OPTIONS OF open] [-]",
     "watch this host, or a recording as it arrives",
     "Records all CPUs, or what -p, -C and --cgroup select, without perf, and shows the "
     "heat map and the graph as they grow. --keep limits how long samples are kept. "
     "{freeze} freezes the view while recording continues. With -, the recording is read "
     "from standard input: ssh HOST perf record -a -g -o - | flarescope live -. Short "
     "options are those of perf; options of open must be given by their long names.",
     NULL, NULL, cmd_live_main},
    {"heatmap", TAKER_HEATMAP, "[OPTIONS] [FILE]", "print the heat map",
     "By default a column is a second, or longer if the profile would not fit; its rows "
     "are slices of it, and colours or characters show busy CPUs or samples. The range "
     "is marked; the map always shows the whole profile.",
     &heatmap_document, cmd_heatmap_run, NULL},
    {"flame", TAKER_FLAME, "[OPTIONS] [FILE [BASELINE-FILE]]",
     "print the flame graph of a range",
     "Without --range, the graph shows the whole profile. Frames too narrow for a "
     "character are merged and counted.",
     &flame_document, cmd_flame_run, NULL},
    {"chart", TAKER_CHART, "[OPTIONS] [--thread TID] [FILE]",
     "print the stacks of a thread in order of time",
     "A flame chart: time runs to the right, callers are above their callees, and "
     "consecutive samples with the same frame form one box. The line above the boxes "
     "shows how much of each column was sampled, with a gap where nothing was. If "
     "several samples share a column, the column shows the frames that cover most of "
     "it; JSON contains every box.",
     &chart_document, cmd_chart_run, NULL},
    {"tree", TAKER_TREE, "[OPTIONS] [FILE [BASELINE-FILE]]",
     "print the call tree of a range, one frame per row",
     "Each frame is below its caller, with its total, which includes its callees, and "
     "its self value; of several callees, the one with the largest total is first. "
     "--depth and --min-share leave frames out. In a comparison, rows also have the "
     "percentage in the baseline, and \"change\": the difference of the rates per "
     "second, as a percentage of the total rate of the busier side; --normalise selects "
     "another comparison.",
     &tree_document, cmd_tree_run, NULL},
    {"top", TAKER_TOP, "[OPTIONS] [FILE [BASELINE-FILE]]",
     "print the functions of a range, most expensive first",
     "Self is the time in a function's own code; total includes its callees. Percentages "
     "are of the range, unless --percent says otherwise.",
     &top_document, cmd_top_run, NULL},
    {"diff", TAKER_DIFF, "[OPTIONS] [FILE [BASELINE-FILE]] | --baseline OLD FILE...",
     "compare a range with the rest, or with another file",
     "Compares the range with the rest of the profile, or with the range of --against. "
     "With a second file, compares the first (or its --range) with the second (or its "
     "--against range). With --baseline, every FILE is a recording of the new build, "
     "and differences between recordings of the same build are taken into account. Each "
     "row has the change in its share in percentage points, with its 95 % confidence "
     "interval, and a verdict: certain, likely, or may be chance. About one in "
     "a hundred certain rows is there by chance.",
     &diff_document, cmd_diff_run, NULL},
    {"annotate", TAKER_ANNOTATE, "[OPTIONS] FUNCTION [FILE]",
     "print the instructions of a function with the samples of a range",
     "Needs a perf.data file whose programs are on this machine, with the recorded "
     "build IDs. A sample is counted at the instruction that the CPU had reached, which "
     "is often the one after the instruction that took the time; inlined functions "
     "belong to the function. FUNCTION is the name of the function, or a part of it "
     "that occurs in no other name.",
     &annotate_document, cmd_annotate_run, NULL},
    {"periods", TAKER_PERIODS, "[OPTIONS] [FILE]", "print periodic activity",
     "Prints the intervals at which bursts recur, as far as they stand out from the "
     "background, with their standard errors. Use one as --period of the heat map, and "
     "the bursts form a horizontal band.",
     &periods_document, cmd_periods_run, NULL},
    {"find", TAKER_FIND, "[OPTIONS] [FILE]",
     "print odd moments, such as bursts and stalls",
     "Prints bursts, stalls, stretches with one busy thread, and changes in the mix of "
     "functions, the oddest first, each with its time, the expected and the actual "
     "number of samples, and the function or thread that explains it. Times are printed "
     "in the form that --range takes.",
     &find_document, cmd_find_run, NULL},
    {"waits", TAKER_WAITS, "[OPTIONS] [FILE]",
     "print when and why threads were off-CPU, and their wakers",
     "One line per wait, from the switch away from a thread to the first evidence that "
     "it runs again: blocked until it was woken, then runnable until it got a CPU, and "
     "unknown where events are missing. Needs context switches: perf record -a -e "
     "sched:sched_switch -e sched:sched_waking -g.",
     &waits_document, cmd_waits_run, NULL},
    {"report", TAKER_REPORT, "[OPTIONS] [FILE [BASELINE-FILE]]",
     "summarise a profile in a few lines",
     "Prints what was recorded, how busy the CPUs were, which moments were odd and why, "
     "which functions took the time, and what was lost, with commands that show more; "
     "for two files, the changes come first. Text takes less than "
     "2,000 bytes, and suits a colleague, a ticket, or a program that reads text.",
     &report_document, cmd_report_run, NULL},
    {"export", TAKER_EXPORT, "[OPTIONS] [FILE [BASELINE-FILE]]",
     "write the stacks of a range for other tools",
     "Writes one line per stack with its count, which flamegraph.pl, inferno, "
     "speedscope and others can read, or the notation that --format selects.",
     NULL, cmd_export_run, NULL},
    {"convert", TAKER_CONVERT, "[OPTIONS] FILE -o OUT.flare",
     "save the parsed profile, which then opens immediately",
     "The same profile in a form that need not be parsed again: see flare(5). Such "
     "a file has neither context switches, for waits and --state, nor the addresses that "
     "annotate needs.",
     NULL, cmd_convert_run, NULL},
    {"merge", TAKER_MERGE, "[OPTIONS] FILE... -o OUT.flare",
     "merge several recordings into one parsed profile",
     "Merges these files and directories as --together does, and saves the result as "
     "convert does: hosts are kept apart, and all commands can distinguish them. "
     "Context switches are not saved: waits and --state need the recordings themselves.",
     NULL, cmd_convert_run, NULL},
    {"push", TAKER_PUSH, "[OPTIONS] clickhouse://[USER@]HOST[:8123][/DB] FILE...",
     "send the samples of recordings to ClickHouse",
     "Sends one row per sample, in large blocks. A row has the time, host, thread, CPU, "
     "event, weight and call path, as printed by export --format clickhouse; call paths "
     "have a table of their own. The options of export may be given before the address. "
     "A recording is identified by its content, the service and the options of export: "
     "if it is pushed again with the same ones, no rows are duplicated, and an "
     "interrupted push continues. clickhouses:// is the same with TLS. The user and the "
     "password are taken from CLICKHOUSE_USER and CLICKHOUSE_PASSWORD in the "
     "environment, or from ~/.netrc.",
     NULL, NULL, cmd_push_main},
    {"info", TAKER_INFO, "[OPTIONS] [FILE]",
     "print what is known about a profile, and what was lost",
     "Prints the format, the samples, times and events, the contents of the header, and "
     "which input could not be used: how much, why, and where it was first seen.",
     &info_document, cmd_info_run, NULL},
    {"cache", TAKER_CACHE, "[--list|--clear] [OPTIONS]",
     "list or empty the cache of parsed profiles",
     "Parsed profiles of large files are kept in $XDG_CACHE_HOME/flarescope (else "
     "~/.cache/flarescope), so that the files open in milliseconds the next time. When "
     "the cache is full, the least recently used profiles are deleted first. The option "
     "--no-cache of other commands turns it off.",
     &cache_document, cmd_cache_run, NULL},
    {"config", TAKER_CONFIG, "[OPTIONS]",
     "print the options that can be saved, and their values",
     "Options can be saved in $XDG_CONFIG_HOME/flarescope/config (else "
     "~/.config/flarescope/config), one per line, such as \"scale dark\"; # starts a "
     "comment. Appearance options apply only on the screen, so that the output of "
     "scripts does not depend on who runs them. The command line takes precedence; with "
     "FLARESCOPE_CONFIG=no in the environment, the file is ignored.",
     &config_document, cmd_config_run, NULL},
    {"formats", TAKER_FORMATS, "[OPTIONS]",
     "list the formats that can be read and written", "", &formats_document, NULL,
     cmd_formats_main},
    {"guide", 0, "", "explain how to get from a symptom to its cause",
     "Prints one page for people and programs: which command answers which question, how "
     "sure the answer is, and what a profile cannot show.",
     NULL, NULL, cmd_guide_main},
    {"help", 0, "[TOPIC]", "explain a command, or keys, ranges, filters ...",
     "Explains a command, or keys, ranges, filters, transformations, formats or json. "
     "\"schema COMMAND\" prints the JSON Schema of a command.",
     NULL, NULL, cmd_help_main},
};

size_t subcommand_count(void)
{
	return sizeof subcommands / sizeof *subcommands;
}

const struct subcommand *subcommand_find(const char *name)
{
	for (size_t i = 0; i < subcommand_count(); i++) {
		if (strcmp(subcommands[i].name, name) == 0)
			return &subcommands[i];
	}
	return NULL;
}

/* ---- usage, for the terminal ---- */

void usage_paragraph(const char *words, int column, int indent, FILE *out)
{
	bool first = true;

	while (*words) {
		int len = (int)strcspn(words, " ");

		if (!first && column + 1 + len > MARGIN) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (!first) {
			putc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", len, words);
		column += len;
		words += len + (words[len] == ' ');
		first = false;
	}
	putc('\n', out);
}

void usage_print_all(FILE *out)
{
	fputs("Usage: flarescope [open] [OPTIONS] [FILE|DIR|- [BASELINE-FILE]]\n"
	      "       flarescope COMMAND [OPTIONS] [FILE]\n"
	      "       flarescope record [PERF RECORD OPTIONS] [-- COMMAND ...]\n\n"
	      "flarescope shows a profile over time, as a heat map, and the flame graph\n"
	      "of any range that you select. Without FILE it reads perf.data, if there\n"
	      "is one in this directory.\n\n"
	      "Commands:\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "  %-8s  %s\n", subcommands[i].name, subcommands[i].help);
	fputs("\n'flarescope COMMAND -h' lists the options of a command; 'flarescope "
	      "help keys'\n"
	      "lists the keys; 'help ranges' and 'help filters' explain ranges and "
	      "filters.\nThe manual is flarescope(1).\n",
	      out);
}

/* Print "  -r, --range A,B". Returns the column where it ends. */
static int print_spelling(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	char words[OPTION_WORDS_MAX];
	int n;

	if (o->letter)
		n = fprintf(out, "  -%c, --%s", o->letter, o->name);
	else
		n = fprintf(out, "      --%s", o->name);
	if (*o->argument)
		n += fprintf(out, " %s", option_told_argument(id, words));
	return n;
}

#define HELP_COLUMN 26

static void print_option(enum option_id id, FILE *out)
{
	int column = print_spelling(id, out);
	char help[OPTION_HELP_MAX];

	if (column + 2 > HELP_COLUMN) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - column, "");
	command_words(option_table[id].help, help, sizeof help);
	usage_paragraph(help, HELP_COLUMN, HELP_COLUMN, out);
}

/* Print the options by group, without headings of empty groups. */
static void print_options(unsigned taker, FILE *out)
{
	for (enum option_group group = 0; group < GROUP_COUNT; group++) {
		bool first = true;

		for (enum option_id id = 0; id < OPTION_COUNT; id++) {
			if (option_group(id) != group || !option_is_told(id, taker))
				continue;
			if (first)
				fprintf(out, "\n%s:\n", option_groups[group]);
			first = false;
			print_option(id, out);
		}
	}
}

void usage_print(const struct subcommand *sub, FILE *out)
{
	const char *about = *sub->more ? sub->more : sub->help;
	char words[OPTION_HELP_MAX];

	fprintf(out, "Usage: flarescope %s%s%s\n\n", sub->name, *sub->synopsis ? " " : "",
		sub->synopsis);
	usage_paragraph(command_words(about, words, sizeof words), 0, 0, out);
	if (sub->taker)
		print_options(sub->taker, out);
}
