/* cpus.h - a set of CPUs, as the kernel and perf write it: "0,2-3". */

#ifndef RECORDER_CPUS_H
#define RECORDER_CPUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define CPUS_MOST 65536 /* numbers are below */

/* In ascending order. Zero it first, release it at the end. */
struct cpus {
	int32_t *at; /* owned */
	size_t count, room;
};

/* False and an error when it is something else, or there is no memory. */
bool cpus_parse(struct cpus *c, struct text list, struct error *err);

/* The list that a file holds. False and an error where it cannot be read. */
bool cpus_read(struct cpus *c, const char *path, struct error *err);

/*
 * The CPUs that are online: from /sys/devices/system/cpu/online; where there is no /sys, from
 * /proc/stat; without that, those on which this process may run. `root` stands before the names
 * of these files and is "" but in tests.
 */
bool cpus_online(struct cpus *c, const char *root, struct error *err);
void cpus_release(struct cpus *c);
bool cpus_have(const struct cpus *c, int32_t cpu);

#endif
