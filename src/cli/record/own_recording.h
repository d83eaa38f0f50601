/* own_recording.h - what perf record would do, done without perf: its commonest options alone. */

#ifndef CLI_OWN_RECORDING_H
#define CLI_OWN_RECORDING_H

#include "base/placement.h"
#include "cli/record/perf_process.h"
#include "recorder/recorder.h"

#define OWN_PIDS_MOST 256

/* What the words mean, and the file. All that is pointed to is borrowed but for the file. */
struct own_recording {
	const struct perf_command *command;
	struct recorder_options options;
	int32_t pids[OWN_PIDS_MOST];
	bool all;		 /* CPUs, though a command is run */
	const char *const *work; /* the command and its words; NULL: none */
	int file;		 /* owned; -1: none */
	int told[2];		 /* owned: how it ended comes from there */
};

/*
 * Understand the words that perf would have been given. False and an error that names the one for
 * which perf is needed, or when the file cannot be written, which is made in `room`. Release it also
 * after a failure.
 */
bool own_recording_begin(struct own_recording *own, const struct perf_command *c,
			 const struct placement_room *room, struct error *err);
void own_recording_release(struct own_recording *own);

/*
 * Record, in a process forked for it, as perf_process_run() does: until Ctrl-C, the duration, or the
 * end of the command. False and an error when nothing was recorded.
 */
bool own_recording_run(struct own_recording *own, const struct perf_watcher *watcher,
		       struct perf_end *end, struct error *err);

#endif
