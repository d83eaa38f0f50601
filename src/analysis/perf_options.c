#include "analysis/perf_options.h"

/*
 * perf 6.17, record_options[] of tools/perf/builtin-record.c: what has a role, or an
 * argument of its own that could pass for the command. With "--" in front of the command,
 * perf may have others.
 */
static const struct perf_option perf_options[] = {
    {'F', "freq", PERF_ARGUMENT_WITH, PERF_ROLE_RATE},
    {'c', "count", PERF_ARGUMENT_WITH, PERF_ROLE_RATE},
    {'p', "pid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {'t', "tid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {'u', "uid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {0, "per-thread", PERF_ARGUMENT_WITHOUT, PERF_ROLE_PROCESS},
    {'a', "all-cpus", PERF_ARGUMENT_WITHOUT, PERF_ROLE_CPUS},
    {'C', "cpu", PERF_ARGUMENT_WITH, PERF_ROLE_CPUS},
    {'g', "", PERF_ARGUMENT_WITHOUT, PERF_ROLE_GRAPH},
    {0, "call-graph", PERF_ARGUMENT_WITH, PERF_ROLE_GRAPH},
    {0, "no-call-graph", PERF_ARGUMENT_WITHOUT, PERF_ROLE_GRAPH},
    {'o', "output", PERF_ARGUMENT_WITH, PERF_ROLE_OUTPUT},
    {'e', "event", PERF_ARGUMENT_WITH, PERF_ROLE_EVENT},
    {'D', "delay", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'G', "cgroup", PERF_ARGUMENT_WITH, PERF_ROLE_CGROUP},
    {'I', "intr-regs", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {'S', "snapshot", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {'j', "branch-filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'k', "clockid", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'m', "mmap-pages", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'r', "realtime", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'z', "compression-level", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {0, "affinity", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "clang-opt", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "clang-path", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "control", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "max-size", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "mmap-flush", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "num-thread-synthesize", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "off-cpu-thresh", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "proc-map-timeout", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "setup-filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "switch-max-files", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "switch-output-event", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "synth", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "vmlinux", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
};

const struct perf_option *perf_option_by_letter(char letter)
{
	for (size_t i = 0; i < sizeof perf_options / sizeof *perf_options; i++)
		if (perf_options[i].letter == letter)
			return &perf_options[i];
	return NULL;
}

const struct perf_option *perf_option_by_name(struct text name)
{
	for (size_t i = 0; i < sizeof perf_options / sizeof *perf_options; i++)
		if (name.len && text_equal(name, text_of(perf_options[i].name)))
			return &perf_options[i];
	return NULL;
}
