/* kept_processes.h - of what a recording has told of processes, that which still matters. */

#ifndef INPUT_KEPT_PROCESSES_H
#define INPUT_KEPT_PROCESSES_H

#include "base/error.h"
#include "base/text.h"

/*
 * A host on which programs come and go tells of each: FORK, COMM, a MMAP2 for each library, EXIT. For
 * samples that are later than all of it only those matter that still run, and those that they
 * have their maps from: a process is forked with the maps of its parent, which may have ended, and has
 * maps of its own when it has executed a program. The same of threads, and of functions that
 * the kernel was given and rid of (KSYMBOL, BPF_EVENT).
 *
 * `all` are records of kind KEPT_STATE (kept_record.h) in the order of the stream. Those that matter
 * are put together at `to`, which has room for all, in the same order: `*len` bytes. False
 * and an error when memory runs out.
 */
bool kept_processes_needed(struct text all, char *to, size_t *len, struct error *err);

#endif
