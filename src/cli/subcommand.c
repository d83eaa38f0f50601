#include "cli/subcommand.h"

#include <string.h>

const struct subcommand subcommands[] = {
    {"open", TAKER_OPEN, "[OPTIONS] FILE|DIR|-", "look at a profile on the screen",
     "Shows the heat map and the flame graph of what is selected in it; ? lists the "
     "keys. "
     "DIR gives a list of its profiles, - reads standard input. Where standard output is "
     "no terminal, both pictures are printed instead. \"open\" may be left out.",
     cmd_open_run, NULL},
    {"record", TAKER_RECORD, "[PERF RECORD OPTIONS] [-- COMMAND ...]",
     "record with perf, then look at it",
     "Runs perf record -F 49 -a -g until Ctrl-C, for --duration, or until COMMAND "
     "ends, shows how far it is, and opens perf.data as open does. Options of perf "
     "record go to it as they are and take the place of those that they contradict: "
     "-F, -c or a tracepoint that of -F 49; -p, -t, -u, -C or COMMAND that of -a; "
     "--call-graph that of -g; -o writes another file. Where standard output is no "
     "terminal, nothing is opened, and what was recorded is told on standard error.",
     NULL, cmd_record_talk},
    {"heatmap", TAKER_HEATMAP, "[OPTIONS] FILE", "print the heat map",
     "One column a second, its rows the slices of it, colours or characters the number "
     "of samples. A --range is marked; the map is always of the whole profile.",
     cmd_heatmap_run, NULL},
    {"flame", TAKER_FLAME, "[OPTIONS] FILE", "print the flame graph of a range",
     "Of the whole profile without --range. Frames too narrow for a character are merged "
     "and counted.",
     cmd_flame_run, NULL},
    {"top", TAKER_TOP, "[OPTIONS] FILE", "print the functions of a range by cost",
     "Self is what a function spent itself, total includes all that it called. Shares "
     "are "
     "of the range.",
     cmd_top_run, NULL},
    {"export", TAKER_EXPORT, "[OPTIONS] FILE",
     "write the stacks of a range for other tools",
     "One line a stack with its count, as flamegraph.pl, inferno, speedscope and others "
     "read it.",
     cmd_export_run, NULL},
    {"convert", TAKER_CONVERT, "[OPTIONS] FILE -o OUT.flare",
     "write the parsed profile, which opens at once",
     "The same profile without the need to parse it again: see flare(5). All commands "
     "read such a file.",
     cmd_convert_run, NULL},
    {"info", TAKER_INFO, "[--json] FILE",
     "say what is known of a profile, and what was lost",
     "Format, samples, times, events, the header's facts, and what could not be used, by "
     "reason and first line.",
     cmd_info_run, NULL},
    {"cache", TAKER_CACHE, "[--list|--clear]", "list or clear the parsed profiles kept",
     "Large files leave their parsed profile in $XDG_CACHE_HOME/flarescope (else "
     "~/.cache/flarescope), so that the next opening takes milliseconds. The least "
     "recently used go first when it is full.",
     cmd_cache_run, NULL},
    {"formats", 0, "", "list the formats that can be read and written", "", NULL,
     cmd_formats_talk},
    {"help", 0, "[TOPIC]", "explain a command, or keys, ranges, filters, formats", "",
     NULL, cmd_help_talk},
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
