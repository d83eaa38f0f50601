/* helper.h - a second process that does, for one that reads files of others, what that may not. */

#ifndef SANDBOX_HELPER_H
#define SANDBOX_HELPER_H

#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"
#include "sandbox/placement.h"

/*
 * It is forked before any file is read and never reads one. It does only what its duties
 * allow, whatever it is asked, for who asks may have been taken over. It ends when we do, and
 * then removes what was not finished.
 */

/* What it may do, told when it is started. All borrowed; functions run in the helper. */
struct helper_duties {
	/* what is left to be done for the file of -o; NULL: there is none */
	struct placement *output;
	const char *output_path;

	/* may a file of this name be made? An error says which. NULL: none */
	bool (*may_save)(const char *path, struct error *err);

	/* start the reader that the command line names; two descriptors, whose the caller
	 * is from then on. NULL: none is named */
	bool (*read)(void *arg, const char *path, int fds[2], struct error *err);
	void *arg;
	bool reads_input; /* it needs our standard input */

	/* open files of running processes to read: see helper_open() */
	bool opens;
};

/* Zero to begin: there is none. Any thread may ask. */
struct helper {
	int socket; /* owned, + 1 */
	pid_t pid;
	pthread_mutex_t lock;
};

/* For a process of one thread. False and an error when there can be none. */
bool helper_start(struct helper *h, const struct helper_duties *duties,
		  struct error *err);
void helper_end(struct helper *h); /* waits for it; takes one that is not there */

/* `h` may be NULL. */
bool helper_is_there(const struct helper *h);

/* The files that it may be making. */
enum helper_file { HELPER_OUTPUT, HELPER_SAVED };

/*
 * A descriptor to write into what will be the file at `path` after helper_commit(); close it
 * before. -1 and an error otherwise. One at a time.
 */
int helper_save(struct helper *h, const char *path, bool overwrite, struct error *err);
bool helper_commit(struct helper *h, enum helper_file file, struct error *err);
void helper_abandon(struct helper *h, enum helper_file file);

/* See helper_duties. */
bool helper_read(struct helper *h, const char *path, int fds[2], struct error *err);

/*
 * Open a regular file to read as regular_file_open_in() does with `more` (0 or O_NOFOLLOW).
 * Only of what a running process sees, "/proc/PID/root/...": Landlock keeps processes from
 * looking into others. What is no such path, or where there is no helper, is opened here.
 */
int helper_open(struct helper *h, const char *path, int more, struct stat *st);

#endif
