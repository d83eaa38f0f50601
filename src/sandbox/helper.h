/* helper.h - a process that performs tasks that the confined process may not. */

#ifndef SANDBOX_HELPER_H
#define SANDBOX_HELPER_H

#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"
#include "sandbox/kernel_text.h"
#include "sandbox/flight_files.h"
#include "base/placement.h"

/*
 * It is forked before any file is read, and never reads a profile. It does only what its duties
 * allow, whatever it is requested to do, as an attacker may control the requesting process. It
 * exits together with that process, after removing unfinished files.
 */

/* Its tasks, set when it is started. Everything is borrowed; the functions run in the helper. */
struct helper_duties {
	/* the file of -o, which is open and not renamed yet; NULL: none */
	struct placement *output;
	const char *output_path;

	/* may a file of this name be created? The error states the reason. NULL: none may */
	bool (*may_save)(const char *path, struct error *err);
	/*
	 * is a file with this beginning of a kind saved under that name, so that it may be
	 * replaced?
	 */
	bool (*may_replace)(const char *path, struct text head);

	/* the files of the flight recorder; NULL: none */
	struct flight_files *moments;

	/*
	 * start the plugin of the command line; returns two descriptors, which the caller owns.
	 * NULL: there is none
	 */
	bool (*read)(void *arg, const char *path, int fds[2], struct error *err);
	void *arg;
	bool reads_input; /* `read` needs our standard input */

	/* store the choices of `keeps` for later commands; NULL: nothing is stored */
	bool (*keep)(const void *keeps, const char *lines, struct error *err);
	const void *keeps;

	/* may open files of running processes: see helper_open() */
	bool opens;

	/*
	 * may read code of the running kernel, from this substitute for /proc: see helper_kernel().
	 * NULL: may not
	 */
	const char *kernel;
};

/* Zero: no helper. Thread-safe. */
struct helper {
	int socket; /* owned, + 1 */
	pid_t pid;
	pthread_mutex_t lock;
};

/* For a process of one thread. False and an error when it cannot be started. */
bool helper_start(struct helper *h, const struct helper_duties *duties,
		  struct error *err);
void helper_end(struct helper *h); /* waits for its end; does nothing without a helper */

/*
 * Move a descriptor above the three standard streams, which may be closed here and be replaced in
 * another process. False when there are no more descriptors; it is closed then.
 */
bool helper_lift(int *fd);

/*
 * Prepare a helping process: it ignores signals of the terminal and closes the standard streams,
 * which are for the requesting process.
 */
void helper_withdraw(bool keeps_input);

/* `h` may be NULL. */
bool helper_is_there(const struct helper *h);

/* Files that it may be writing. */
enum helper_file { HELPER_OUTPUT, HELPER_SAVED, HELPER_MOMENT };

/*
 * A descriptor to write the file at `path`, which appears with helper_commit(); close the
 * descriptor before. -1 and an error on failure. One file at a time.
 */
int helper_save(struct helper *h, const char *path, bool overwrite, struct error *err);
bool helper_commit(struct helper *h, enum helper_file file, struct error *err);
void helper_abandon(struct helper *h, enum helper_file file);

/*
 * A file of the flight recorder: flight_files_begin() and so on, called by the helper, or with
 * `own` if there is no helper.
 */
int helper_moment_begin(struct helper *h, struct flight_files *own, const char *name,
			struct error *err);
bool helper_moment_commit(struct helper *h, struct flight_files *own, struct error *err);
void helper_moment_abandon(struct helper *h, struct flight_files *own);
bool helper_moment_make_room(struct helper *h, struct flight_files *own);

/* See helper_duties. */
bool helper_keep(struct helper *h, const char *lines, struct error *err);
bool helper_read(struct helper *h, const char *path, int fds[2], struct error *err);

/*
 * Open a regular file for reading, like regular_file_open_in() with `more` (0 or O_NOFOLLOW). The
 * helper opens paths as running processes see them, "/proc/PID/root/...", as Landlock hides
 * processes from each other. Other paths are opened here, as are all paths without a helper.
 */
int helper_open(struct helper *h, const char *path, int more, struct stat *st);

/*
 * Like kernel_text_read(), with at most HELPER_KERNEL_MOST bytes at a time. Done by the helper, as
 * a process that can open /proc/kcore can read all memory; with `own` if there is no helper.
 */
#define HELPER_KERNEL_MOST (1u << 20)
size_t helper_kernel(struct helper *h, struct kernel_text *own,
		     const struct kernel_code *code, void *to, struct error *err);

#endif
