/* helper.h - a process that performs tasks that are forbidden to the confined process. */

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
 * The helper is forked before any untrusted file is read, and never reads a profile. It performs
 * only the tasks that its duties allow, because an attacker may control the process that sends the
 * requests. It exits when that process ends, after removing unfinished files.
 */

/* Its tasks, set when it starts. Everything is borrowed; the functions run in the helper. */
struct helper_duties {
	/* the file of -o, which is open and not renamed yet; NULL: none */
	struct placement *output;
	const char *output_path;

	/* may a file with this name be saved? If not, the error is the reason. NULL: no file may */
	bool (*may_save)(const char *path, struct error *err);
	/*
	 * may the file at `path`, whose first bytes are `head`, be replaced? Yes, if it is empty,
	 * or its format is one that we save under such a name
	 */
	bool (*may_replace)(const char *path, struct text head);

	/* the files of the flight recorder; NULL: none */
	struct flight_files *moments;

	/*
	 * start the plugin named on the command line; returns two descriptors, which the caller
	 * owns. NULL: no plugin
	 */
	bool (*read)(void *arg, const char *path, int fds[2], struct error *err);
	void *arg;
	bool reads_input; /* `read` needs our standard input */

	/* save `lines` in the file of `keeps`, for later commands; NULL: nothing is saved */
	bool (*keep)(const void *keeps, const char *lines, struct error *err);
	const void *keeps;

	/* may open files of running processes: see helper_open() */
	bool opens;

	/*
	 * the directory (/proc) below which the code of the running kernel may be read, see
	 * helper_kernel(); NULL: it may not be read
	 */
	const char *kernel;
};

/* All zero: no helper. Thread-safe. */
struct helper {
	int socket; /* owned: the descriptor plus 1; 0: no helper */
	pid_t pid;
	pthread_mutex_t lock;
};

/* Call this while the process has one thread. False and an error if the helper cannot start. */
bool helper_start(struct helper *h, const struct helper_duties *duties,
		  struct error *err);
void helper_end(struct helper *h); /* waits for its end; does nothing without a helper */

/*
 * Give a descriptor a number above those of the standard streams, which helper processes replace.
 * Returns false, with `*fd` closed, if no descriptor is left.
 */
bool helper_lift(int *fd);

/*
 * Prepare a helper process: ignore signals, such as those of the terminal, and replace the standard
 * streams, which the main process uses, with /dev/null (except the input with `keeps_input`).
 */
void helper_withdraw(bool keeps_input);

/* `h` may be NULL. */
bool helper_is_there(const struct helper *h);

/* Files that the helper may be writing. */
enum helper_file { HELPER_OUTPUT, HELPER_SAVED, HELPER_MOMENT };

/*
 * Open a file for writing. It appears at `path` after helper_commit(); close it before that call.
 * -1 and an error on failure. Abandons the previous file unless it has been committed.
 */
int helper_save(struct helper *h, const char *path, bool overwrite, struct error *err);
bool helper_commit(struct helper *h, enum helper_file file, struct error *err);
void helper_abandon(struct helper *h, enum helper_file file);

/*
 * Call the functions of flight_files.h in the helper, for `moments` of its duties, or here, for
 * `own`, if there is no helper.
 */
int helper_moment_begin(struct helper *h, struct flight_files *own, const char *name,
			struct error *err);
bool helper_moment_commit(struct helper *h, struct flight_files *own, struct error *err);
void helper_moment_abandon(struct helper *h, struct flight_files *own);
bool helper_moment_make_room(struct helper *h, struct flight_files *own);

/* Call `keep` and `read` of the duties in the helper. */
bool helper_keep(struct helper *h, const char *lines, struct error *err);
bool helper_read(struct helper *h, const char *path, int fds[2], struct error *err);

/*
 * Open a regular file for reading, like regular_file_open_in() with `more` (0 or O_NOFOLLOW). Paths
 * below the root directory of a running process, "/proc/PID/root/...", are opened by the helper,
 * because Landlock denies us access to other processes. Other paths are opened here, as are all
 * paths without a helper.
 */
int helper_open(struct helper *h, const char *path, int more, struct stat *st);

/*
 * Like kernel_text_read(), with at most HELPER_KERNEL_MOST bytes at a time. The helper does this,
 * because a process that can open /proc/kcore can read all memory. If there is no helper, the code
 * is read here, for `own`.
 */
#define HELPER_KERNEL_MOST (1u << 20)
size_t helper_kernel(struct helper *h, struct kernel_text *own,
		     const struct kernel_code *code, void *to, struct error *err);

#endif
