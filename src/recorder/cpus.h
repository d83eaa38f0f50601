/* cpus.h - a set of CPUs, in the notation of the kernel and perf: "0,2-3". */

#ifndef RECORDER_CPUS_H
#define RECORDER_CPUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define CPUS_MOST 65536 /* every CPU number is smaller */

/* A set of CPUs in ascending order. Zero it first, release it at the end. */
struct cpus {
	int32_t *at; /* owned */
	size_t count, room;
};

/* Add the CPUs of a list. False and an error when it is malformed or memory runs out. */
bool cpus_parse(struct cpus *c, struct text list, struct error *err);

/* Add the CPUs of a list in a file. False and an error when it cannot be read or parsed. */
bool cpus_read(struct cpus *c, const char *path, struct error *err);

/*
 * Add the online CPUs: from /sys/devices/system/cpu/online, or else from /proc/stat, or else the
 * CPUs on which this process may run. `root` is a prefix of these paths: "" except in tests.
 */
bool cpus_online(struct cpus *c, const char *root, struct error *err);
void cpus_release(struct cpus *c);
bool cpus_have(const struct cpus *c, int32_t cpu);

#endif
