#include "cli/record/switch_cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/scan.h"
#include "view/label.h"

#define STAT_FILE "/proc/stat"
#define STAT_MOST (1 << 20) /* its line of interrupts grows with devices and CPUs */

/*
 * Of threads that do nothing but wake each other: with stacks of 15 frames and the wake-up that
 * belongs to each switch; and the two records that a switch has without them.
 */
#define NS_WITH_STACKS	  3500
#define BYTES_WITH_STACKS 400
#define BYTES_OF_RECORDS  96

/* ---- counts ---- */

static bool take_line(struct text line, struct switch_count *count)
{
	if (text_starts(line, TEXT("cpu")) && line.len > 3 && scan_is_digit(line.at[3]))
		count->cpus++;
	return text_starts(line, TEXT("ctxt ")) &&
	       number_u64(text_from(line, 5), &count->switches);
}

bool switch_count_parse(struct text stat, struct switch_count *count)
{
	bool told = false;

	*count = (struct switch_count){0};
	while (stat.len) {
		const char *end = memchr(stat.at, '\n', stat.len);
		struct text line = end ? text_upto(stat, (size_t)(end - stat.at)) : stat;

		told |= take_line(line, count);
		stat = text_from(stat, line.len + (end != NULL));
	}
	return told && count->cpus;
}

static bool count_now(struct switch_count *count)
{
	struct error ignored = ERROR_INIT;
	char *bytes = mem_array(STAT_MOST, 1, "counts of switches", &ignored);
	FILE *f = bytes ? fopen(STAT_FILE, "re") : NULL;
	size_t n = f ? fread(bytes, 1, STAT_MOST, f) : 0;
	bool told = n && switch_count_parse((struct text){bytes, n}, count);

	if (f)
		fclose(f);
	mem_free(bytes);
	return told;
}

/* ---- rates ---- */

struct switch_rate switch_rate_of(const struct switch_count *before,
				  const struct switch_count *after, uint64_t ns)
{
	struct switch_rate rate = {.cpus = after->cpus};

	if (after->switches > before->switches && ns)
		rate.per_second = (double)(after->switches - before->switches) *
				  (double)NS_PER_SECOND / (double)ns;
	return rate;
}

bool switch_rate_measure(struct switch_rate *rate)
{
	const struct timespec pause = {.tv_nsec = SWITCH_RATE_MS * 1000000L};
	struct switch_count before, after;
	uint64_t since = clock_now();

	if (!count_now(&before))
		return false;
	nanosleep(&pause,
		  NULL); /* a signal makes it a short look: the clock says how short */
	if (!count_now(&after))
		return false;
	*rate = switch_rate_of(&before, &after, clock_now() - since);
	return true;
}

bool switch_rate_is_high(const struct switch_rate *rate)
{
	return rate->per_second > (double)SWITCHES_UNASKED * rate->cpus;
}

const char *switch_cost_text(const struct switch_rate *rate, bool light,
			     char buf[static SWITCH_COST_MAX])
{
	char all[NUMBER_GROUPED_MAX], each[NUMBER_GROUPED_MAX], size[LABEL_MAX],
	    share[64];
	double cpu = rate->per_second * NS_WITH_STACKS / NS_PER_SECOND * 100 / rate->cpus;
	double bytes = rate->per_second * (light ? BYTES_OF_RECORDS : BYTES_WITH_STACKS);

	if (light)
		snprintf(share, sizeof share, "too little of its CPUs to measure");
	else
		snprintf(share, sizeof share, "about %.1f %% of its CPUs", cpu);
	number_grouped(number_rounded(rate->per_second, UINT64_MAX), all);
	number_grouped(number_rounded(rate->per_second / rate->cpus, UINT64_MAX), each);
	snprintf(
	    buf, SWITCH_COST_MAX,
	    "this machine switches threads %s times a second (%s on each of %u CPU%s); "
	    "to record that %s takes %s and writes %s a second",
	    all, each, rate->cpus, rate->cpus == 1 ? "" : "s",
	    light ? "without stacks" : "with stacks", share,
	    label_size(number_rounded(bytes, UINT64_MAX), size));
	return buf;
}
