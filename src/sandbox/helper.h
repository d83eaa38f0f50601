/* helper.h - a second process that does for the confined one what that may not do itself. */

#ifndef SANDBOX_HELPER_H
#define SANDBOX_HELPER_H

#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"
#include "sandbox/kernel_text.h"
#include "sandbox/moments.h"
#include "base/placement.h"

/*
 * It is forked before any file is read and never reads one. It does only what its duties
 * allow, whatever it is asked, for the process that asks may have been taken over. It exits when
 * that process does, after removing what was not finished.
 */

/* What it may do, told when it is started. All borrowed; functions run in the helper. */
struct helper_duties {
	/* the file of -o, opened but not renamed yet; NULL: there is none */
	struct placement *output;
	const char *output_path;

	/* may a file of this name be created? An error says which. NULL: none */
	bool (*may_save)(const char *path, struct error *err);
	/* and is one that begins so what is saved under that name, so that it may be replaced? */
	bool (*may_replace)(const char *path, struct text head);

	/* the files of the flight recorder. NULL: there is none */
	struct moments *moments;

	/* start the plugin that the command line names: two descriptors, owned by the caller
	 * from then on. NULL: none is named */
	bool (*read)(void *arg, const char *path, int fds[2], struct error *err);
	void *arg;
	bool reads_input; /* it needs our standard input */

	/* keep choices, of `keeps`, for later commands. NULL: nothing is kept */
	bool (*keep)(const void *keeps, const char *lines, struct error *err);
	const void *keeps;

	/* it may open files of running processes: see helper_open() */
	bool opens;

	/* it may read code of the running kernel, of what stands for /proc: see helper_kernel().
	 * NULL: it may not */
	const char *kernel;
};

/* Zero: there is none. Any thread may use it. */
struct helper {
	int socket; /* owned, + 1 */
	pid_t pid;
	pthread_mutex_t lock;
};

/* For a process of one thread. False and an error when it cannot be started. */
bool helper_start(struct helper *h, const struct helper_duties *duties,
		  struct error *err);
void helper_end(struct helper *h); /* waits for it; also when there is none */

/*
 * Let a descriptor be none of the three standard streams, which may be closed here and become
 * others in another process. False when there is none left; it is closed then.
 */
bool helper_lift(int *fd);

/*
 * What a process that is only asked does first: signals of the terminal are for who asks, and so
 * are the standard streams.
 */
void helper_withdraw(bool keeps_input);

/* `h` may be NULL. */
bool helper_is_there(const struct helper *h);

/* The files that it may be writing. */
enum helper_file { HELPER_OUTPUT, HELPER_SAVED, HELPER_MOMENT };

/*
 * A descriptor to write into what will be the file at `path` after helper_commit(); close it
 * before. -1 and an error otherwise. One at a time.
 */
int helper_save(struct helper *h, const char *path, bool overwrite, struct error *err);
bool helper_commit(struct helper *h, enum helper_file file, struct error *err);
void helper_abandon(struct helper *h, enum helper_file file);

/*
 * A file of the flight recorder: as moments_begin() and so on, by the helper, or by `own` if there
 * is none.
 */
int helper_moment_begin(struct helper *h, struct moments *own, const char *name,
			struct error *err);
bool helper_moment_commit(struct helper *h, struct moments *own, struct error *err);
void helper_moment_abandon(struct helper *h, struct moments *own);
bool helper_moment_make_room(struct helper *h, struct moments *own);

/* See helper_duties. */
bool helper_keep(struct helper *h, const char *lines, struct error *err);
bool helper_read(struct helper *h, const char *path, int fds[2], struct error *err);

/*
 * Open a regular file for reading as regular_file_open_in() does with `more` (0 or O_NOFOLLOW).
 * The helper opens paths as a running process sees them, "/proc/PID/root/...", since Landlock
 * hides processes from each other. Other paths are opened here, and all if there is no helper.
 */
int helper_open(struct helper *h, const char *path, int more, struct stat *st);

/*
 * As kernel_text_read(), with at most HELPER_KERNEL_MOST bytes at a time. By the helper, since who
 * can open /proc/kcore can read all memory; by `own` if there is none.
 */
#define HELPER_KERNEL_MOST (1u << 20)
size_t helper_kernel(struct helper *h, struct kernel_text *own,
		     const struct kernel_code *code, void *to, struct error *err);

#endif
