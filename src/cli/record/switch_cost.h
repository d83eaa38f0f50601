/* switch_cost.h - what it costs this machine to record each switch of its scheduler. */

#ifndef CLI_SWITCH_COST_H
#define CLI_SWITCH_COST_H

#include <stdint.h>

#include "base/text.h"

/* What /proc/stat counts: switches since the machine has started, and CPUs that are online. */
struct switch_count {
	uint64_t switches;
	unsigned cpus;
};

/* False: the text has no such counts. */
bool switch_count_parse(struct text stat, struct switch_count *count);

/* Switches of all CPUs a second. */
struct switch_rate {
	double per_second;
	unsigned cpus;
};

/* Looks twice, SWITCH_RATE_MS apart. False where the system does not tell. */
#define SWITCH_RATE_MS 400
bool switch_rate_measure(struct switch_rate *rate);

/* From two counts and the time between them; 0 where the second is not above the first. */
struct switch_rate switch_rate_of(const struct switch_count *before,
				  const struct switch_count *after, uint64_t ns);

/* Of each CPU so many are recorded without asking. */
#define SWITCHES_UNASKED 20000
bool switch_rate_is_high(const struct switch_rate *rate);

/*
 * "this machine switches threads 3,412 times a second (1,706 on each of 2 CPUs); recording that
 * with stacks takes about 0.6 % of its CPUs and writes 1.4 MB a second". `light`: records of
 * --switch-events, which have no stacks.
 */
#define SWITCH_COST_MAX 320
const char *switch_cost_text(const struct switch_rate *rate, bool light,
			     char buf[static SWITCH_COST_MAX]);

#endif
