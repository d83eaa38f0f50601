/* cgroup_directory.h - finds the directory of a control group. */

#ifndef RECORDER_CGROUP_DIRECTORY_H
#define RECORDER_CGROUP_DIRECTORY_H

#include "base/error.h"

/*
 * Open the directory of control group `name`, to limit perf events to it: in the hierarchy of
 * version 1 with perf_event, otherwise in that of version 2. /proc/mounts under `root` ("" except
 * in tests) lists the hierarchies. Returns a descriptor, or -1 and an error.
 */
int cgroup_directory_open(const char *root, const char *name, struct error *err);

#endif
