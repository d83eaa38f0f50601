#include "input/perf_records/perf_attr.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/fill.h"

bool perf_attr_parse(struct text t, struct perf_attr *a)
{
	struct bytes b = bytes_of(t);
	uint32_t size;

	*a = (struct perf_attr){0};
	if (t.len < PERF_ATTR_LEAST)
		return false;
	a->type = bytes_u32(&b);
	a->size = size = bytes_u32(&b);
	if (size >= PERF_ATTR_LEAST && size < t.len)
		b.end = t.at + size;
	a->config = bytes_u64(&b);
	a->period = bytes_u64(&b);
	a->sample_type = bytes_u64(&b);
	a->read_format = bytes_u64(&b);
	a->flags = bytes_u64(&b);
	bytes_skip(&b, 24); /* wakeup, breakpoint, config1, config2 */
	a->branch_sample_type = bytes_u64(&b);
	a->sample_regs_user = bytes_u64(&b);
	return true;
}

bool perf_attr_is_bpf_output(const struct perf_attr *a)
{
	return a->type == PERF_TYPE_SOFTWARE && a->config == 10;
}

bool perf_attr_has_callers(const struct perf_attr *a)
{
	return a->sample_type & (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_STACK_USER) ||
	       (a->sample_type & PERF_SAMPLE_BRANCH_STACK &&
		a->branch_sample_type & PERF_BRANCH_CALL_STACK);
}

/* The value of precise_ip: the number of "p" in the name. */
static unsigned precision_of(const struct perf_attr *a)
{
	return (unsigned)(a->flags >> 15 & 3);
}

static const char *const hardware[] = {
    "cycles",
    "instructions",
    "cache-references",
    "cache-misses",
    "branches",
    "branch-misses",
    "bus-cycles",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
    "ref-cycles",
};

static const char *const software[] = {
    "cpu-clock",	"task-clock",	"page-faults",	"context-switches",
    "cpu-migrations",	"minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",	"bpf-output",	"cgroup-switches",
};

static const char *const caches[] = {"L1-dcache", "L1-icache", "LLC", "dTLB",
				     "iTLB",	  "branch",    "node"};
static const char *const cache_uses[][2] = {
    {"loads", "load-misses"},
    {"stores", "store-misses"},
    {"prefetches", "prefetch-misses"},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* The name without modifiers. */
static void write_name(const struct perf_attr *a, char *buf, size_t max)
{
	uint32_t config =
	    (uint32_t)a->config; /* hybrid CPUs store the PMU in the upper half */
	uint32_t cache = config & 0xff, use = config >> 8 & 0xff, result = config >> 16;

	if (a->type == PERF_TYPE_HARDWARE && config < COUNT(hardware))
		snprintf(buf, max, "%s", hardware[config]);
	else if (a->type == PERF_TYPE_SOFTWARE && a->config < COUNT(software))
		snprintf(buf, max, "%s", software[config]);
	else if (a->type == PERF_TYPE_CACHE && cache < COUNT(caches) &&
		 use < COUNT(cache_uses) && result < 2)
		snprintf(buf, max, "%s-%s", caches[cache], cache_uses[use][result]);
	else if (a->type == PERF_TYPE_CACHE)
		snprintf(buf, max, "unknown-ext-hardware-cache-type");
	else if (a->type == PERF_TYPE_BREAKPOINT)
		snprintf(buf, max, "mem:breakpoint");
	else if (a->type == PERF_TYPE_TRACEPOINT)
		snprintf(buf, max, "tracepoint %" PRIu64, a->config);
	else if (a->type == PERF_TYPE_RAW)
		snprintf(buf, max, "raw 0x%" PRIx64, a->config);
	else
		snprintf(buf, max, "event %u:0x%" PRIx64, a->type, a->config);
}

void perf_attr_name(const struct perf_attr *a, char *buf, size_t max)
{
	static const struct {
		uint64_t excluded;
		char letter;
	} levels[] = {{PERF_ATTR_EXCLUDE_KERNEL, 'k'},
		      {PERF_ATTR_EXCLUDE_USER, 'u'},
		      {PERF_ATTR_EXCLUDE_HV, 'h'}};
	const uint64_t some =
	    PERF_ATTR_EXCLUDE_KERNEL | PERF_ATTR_EXCLUDE_USER | PERF_ATTR_EXCLUDE_HV;
	bool limited = a->flags & some || precision_of(a);
	bool no_guest = a->flags & PERF_ATTR_EXCLUDE_GUEST;
	bool no_host = a->flags & PERF_ATTR_EXCLUDE_HOST;
	char marks[12];
	struct fill f = fill_of(marks, sizeof marks);
	struct text all;

	fill_char(&f, ':');
	for (size_t i = 0; a->flags & some && i < COUNT(levels); i++)
		if (!(a->flags & levels[i].excluded))
			fill_char(&f, levels[i].letter);
	for (unsigned i = 0; i < precision_of(a); i++)
		fill_char(&f, 'p');
	if (no_host || no_guest == limited) {
		if (!no_host)
			fill_char(&f, 'H');
		if (!no_guest)
			fill_char(&f, 'G');
	}
	all = fill_written(&f);
	write_name(a, buf, max);
	f = fill_of(buf + strlen(buf), max - strlen(buf));
	if (all.len == 1 || all.len >= fill_left(&f))
		return;
	fill_text(&f, all);
	fill_char(&f, '\0');
}
