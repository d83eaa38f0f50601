/* cgroup_directory.h - where the control group of a name is, which perf events may be limited to. */

#ifndef RECORDER_CGROUP_DIRECTORY_H
#define RECORDER_CGROUP_DIRECTORY_H

#include "base/error.h"

/*
 * Open its directory, in the hierarchy of version 1 that has perf_event, or else in that of version
 * 2; /proc/mounts under `root` ("" but in tests) says where they are. A descriptor; -1 and an error.
 */
int cgroup_directory_open(const char *root, const char *name, struct error *err);

#endif
