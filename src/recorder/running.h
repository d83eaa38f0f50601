/* running.h - what runs already, as records: names of threads, and the code that is mapped. */

#ifndef RECORDER_RUNNING_H
#define RECORDER_RUNNING_H

#include <stdbool.h>
#include <sys/types.h>

#include "recorder/records.h"

/*
 * As perf record does (util/synthetic-events.c): for each thread COMM, for each process MMAP2 of what it has mapped
 * to be executed, and MMAP of the kernel and its modules. Each ends in the trailer that the event's records have,
 * RUNNING_TRAILER bytes of 0: "it was so from the start". Processes may end, and files change, meanwhile: what
 * cannot be read is left out. `root` is "" except in tests: the directory that has /proc.
 */
#define RUNNING_TRAILER 32 /* id, pid and tid, time, CPU */

void running_kernel(struct records *r, const char *root);

/* False: there is no such process, or it may not be looked at. */
bool running_process(struct records *r, const char *root, pid_t pid);

/* All of them. `each` is called now and then, and may write what there is; it returns false to end it. */
void running_all(struct records *r, const char *root, bool (*each)(void *arg), void *arg);

/* Has it ended? One that nobody has waited for has. */
bool running_has_ended(const char *root, pid_t pid);

#endif
