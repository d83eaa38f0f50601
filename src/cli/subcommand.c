#include "cli/subcommand.h"

#include <string.h>

const struct subcommand subcommands[] = {
    {"open", TAKER_OPEN, "[OPTIONS] FILE|DIR|-", "explore a profile on the screen",
     "Shows the heat map and the flame graph of what you select in it; ? lists the keys. "
     "DIR lists the files in it, - reads standard input. If standard output is not a "
     "terminal, both pictures are printed instead. \"open\" may be left out.",
     cmd_open_run, NULL},
    {"record", TAKER_RECORD, "[PERF RECORD OPTIONS] [-- COMMAND ...]",
     "record with perf, then explore the recording",
     "Runs perf record -F 49 -a -g until Ctrl-C, for --duration, or until COMMAND "
     "ends, shows its progress, and opens perf.data as open does. Options of perf "
     "record are passed on, and replace the defaults that they contradict: -F, -c or a "
     "tracepoint replaces -F 49; -p, -t, -u, -C or COMMAND replaces -a; --call-graph "
     "replaces -g; -o writes another file. If standard output is not a terminal, "
     "nothing is opened, and a summary goes to standard error.",
     NULL, cmd_record_talk},
    {"heatmap", TAKER_HEATMAP, "[OPTIONS] FILE", "print the heat map",
     "A column is a second, its rows are slices of it, and colours or characters show "
     "the number of samples. --range is marked; the map is always of the whole profile.",
     cmd_heatmap_run, NULL},
    {"flame", TAKER_FLAME, "[OPTIONS] FILE", "print the flame graph of a range",
     "Without --range, of the whole profile. Frames too narrow for a character are "
     "merged "
     "and counted.",
     cmd_flame_run, NULL},
    {"top", TAKER_TOP, "[OPTIONS] FILE",
     "print the functions of a range, most expensive first",
     "Self is what a function spent in its own code, total includes all that it called. "
     "Percentages are of the range.",
     cmd_top_run, NULL},
    {"export", TAKER_EXPORT, "[OPTIONS] FILE",
     "write the stacks of a range for other tools",
     "One line per stack with its count, as flamegraph.pl, inferno, speedscope and "
     "others "
     "read it, or what --format says.",
     cmd_export_run, NULL},
    {"convert", TAKER_CONVERT, "[OPTIONS] FILE -o OUT.flare",
     "save the parsed profile, which then opens at once",
     "The same profile, without the need to parse it again: see flare(5). All commands "
     "read such a file.",
     cmd_convert_run, NULL},
    {"info", TAKER_INFO, "[OPTIONS] FILE",
     "say what is known about a profile, and what was lost",
     "Format, samples, times, events, facts from the header, and what could not be used: "
     "how much, why, and where it was first seen.",
     cmd_info_run, NULL},
    {"cache", TAKER_CACHE, "[--list|--clear]",
     "list or empty the cache of parsed profiles",
     "Parsed profiles of large files are kept in $XDG_CACHE_HOME/flarescope (else "
     "~/.cache/flarescope), so that the files open in milliseconds the next time. When "
     "the cache is full, the least recently used go first.",
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
