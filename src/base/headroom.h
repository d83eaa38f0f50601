/* headroom.h - how much memory this system, and the container we are in, still has. */

#ifndef BASE_HEADROOM_H
#define BASE_HEADROOM_H

#include <stdint.h>

/*
 * Bytes that may be used before anything has to be swapped out or killed: MemAvailable of
 * /proc/meminfo, or less where a control group, or one that it is in, allows less: its limit
 * without what it uses, of which cached files that nobody has used lately do not count.
 * Versions 1 and 2 of control groups. `root` is "", but for tests: the directory in which
 * /proc and /sys are. UINT64_MAX when nothing tells.
 */
uint64_t headroom_bytes(const char *root);

#endif
