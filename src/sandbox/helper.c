#include "sandbox/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/regular_file.h"

/* ---- requests and answers, over a socket that passes descriptors ---- */

enum helper_request {
	REQUEST_SAVE,
	REQUEST_REPLACE,
	REQUEST_COMMIT,
	REQUEST_ABANDON,
	REQUEST_READ,
	REQUEST_OPEN,
	REQUEST_KEEP,
	REQUEST_KERNEL,
	REQUEST_MOMENT,
	REQUEST_ROOM
};

struct request {
	uint32_t kind; /* enum helper_request */
	/* enum helper_file, for commit and abandon; flags, for open */
	uint32_t file;
	char path[PATH_MAX]; /* or the lines to keep */
};

#define ANSWER_FILES 2
struct helper_answer {
	struct error err; /* ERROR_NONE: success */
	int files[ANSWER_FILES];
	uint32_t count; /* number of files */
	/* errno, for requests that return one, or why no file could be created */
	int number;
};

#define HEAD offsetof(struct request, path)

/* A control message with descriptors, aligned for its header. */
union beside {
	char room[CMSG_SPACE(ANSWER_FILES * sizeof(int))];
	struct cmsghdr head;
};

/* This and the next three return false when the other side is gone. None raises SIGPIPE. */
static bool request_send(int socket, const struct request *r)
{
	ssize_t n;

	do
		n = send(socket, r, HEAD + strlen(r->path) + 1, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

/* A request is untrusted: one without a terminated path gets a kind that is refused. */
static bool request_receive(int socket, struct request *r)
{
	ssize_t n;

	memset(r, 0, sizeof *r);
	do
		n = recv(socket, r, sizeof *r, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	if ((size_t)n <= HEAD || memchr(r->path, '\0', (size_t)n - HEAD) == NULL)
		r->kind = UINT32_MAX;
	return true;
}

/* The receiver gets duplicates of the files; they stay open here. */
static bool answer_send(int socket, const struct helper_answer *a)
{
	union beside beside = {.room = {0}};
	struct iovec bytes = {(void *)a, sizeof *a};
	struct msghdr m = {.msg_iov = &bytes, .msg_iovlen = 1};
	struct cmsghdr *head;
	ssize_t n;

	if (a->count) {
		m.msg_control = beside.room;
		m.msg_controllen = CMSG_SPACE(a->count * sizeof *a->files);
		head = CMSG_FIRSTHDR(&m);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(a->count * sizeof *a->files);
		memcpy(CMSG_DATA(head), a->files, a->count * sizeof *a->files);
	}
	do
		n = sendmsg(socket, &m, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

static bool answer_receive(int socket, struct helper_answer *a)
{
	union beside beside = {.room = {0}};
	struct iovec bytes = {a, sizeof *a};
	struct msghdr m = {.msg_iov = &bytes,
			   .msg_iovlen = 1,
			   .msg_control = beside.room,
			   .msg_controllen = sizeof beside.room};
	const struct cmsghdr *head;
	size_t came = 0;
	ssize_t n;

	do
		n = recvmsg(socket, &m, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof *a)
		return false;
	head = CMSG_FIRSTHDR(&m);
	if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
		came = (head->cmsg_len - CMSG_LEN(0)) / sizeof *a->files;
	if (came)
		memcpy(a->files, CMSG_DATA(head), came * sizeof *a->files);
	return came == a->count; /* fewer arrive if we have too many open files */
}

/* ---- the helper's side ---- */

struct helper_work {
	const struct helper_duties *duties; /* borrowed */
	struct placement saved;
	char saved_path[PATH_MAX];
	struct kernel_text kernel;
};

void helper_withdraw(bool keeps_input)
{
	static const int ignored[] = {SIGINT,  SIGQUIT, SIGTERM, SIGHUP, SIGTSTP,
				      SIGTTIN, SIGTTOU, SIGPIPE, SIGCHLD};
	const struct sigaction ignore = {.sa_handler = SIG_IGN};
	int nothing;

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		sigaction(ignored[i], &ignore, NULL);
	nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = keeps_input ? 1 : 0; fd <= STDERR_FILENO; fd++) {
		if (nothing < 0)
			close(fd);
		else if (nothing != fd)
			dup2(nothing, fd);
	}
	if (nothing > STDERR_FILENO)
		close(nothing);
}

static void save_file(struct helper_work *w, const struct request *r,
		      struct helper_answer *a)
{
	if (!w->duties->may_save) {
		error_set(&a->err, ERROR_SYSTEM, "saving is not allowed here");
		return;
	}
	placement_abandon(&w->saved);
	if (!w->duties->may_save(r->path, &a->err))
		return;
	a->files[0] = placement_begin_guarded(
	    &w->saved, r->path,
	    r->kind == REQUEST_REPLACE ? PLACEMENT_REPLACE : PLACEMENT_NEW,
	    w->duties->may_replace, &a->err);
	if (a->files[0] < 0)
		return;
	a->count = 1;
	memcpy(w->saved_path, r->path, sizeof r->path);
}

static struct placement *placement_of(struct helper_work *w, uint32_t file,
				      const char **path)
{
	*path = file == HELPER_OUTPUT ? w->duties->output_path : w->saved_path;
	return file == HELPER_OUTPUT ? w->duties->output : &w->saved;
}

static void commit(struct helper_work *w, const struct request *r,
		   struct helper_answer *a)
{
	const char *path;
	struct placement *p = placement_of(w, r->file, &path);

	if (r->file == HELPER_MOMENT && w->duties->moments)
		flight_files_commit(w->duties->moments, &a->err);
	else if (p && p->directory >= 0)
		placement_commit(p, path, &a->err);
	else
		error_set(&a->err, ERROR_SYSTEM, "no file is open for saving");
}

static void abandon(struct helper_work *w, const struct request *r)
{
	const char *path;
	struct placement *p = placement_of(w, r->file, &path);

	if (r->file == HELPER_MOMENT && w->duties->moments)
		flight_files_abandon(w->duties->moments);
	else if (p)
		placement_abandon(p);
}

/* A path below the root of a process: "/proc/12/root/usr/lib/x.so". */
static bool is_of_process(const char *path)
{
	const char *digits = path + sizeof "/proc/" - 1;
	size_t n;

	if (strncmp(path, "/proc/", sizeof "/proc/" - 1) != 0)
		return false;
	n = strspn(digits, "0123456789");
	return n > 0 && strncmp(digits + n, "/root/", sizeof "/root/" - 1) == 0;
}

static void open_file(struct helper_work *w, const struct request *r,
		      struct helper_answer *a)
{
	int more = r->file & O_NOFOLLOW ? O_NOFOLLOW : 0;
	struct statfs of;
	struct stat st;
	int fd;

	a->number = EPERM;
	if (!w->duties->opens || !is_of_process(r->path))
		return;
	fd = regular_file_open_in(AT_FDCWD, r->path, more, &st);
	if (fd < 0) {
		a->number = errno;
	} else if (fstatfs(fd, &of) != 0 || of.f_type == PROC_SUPER_MAGIC) {
		/* memory of the kernel or of a process, as in "/proc/1/root/proc/kcore" */
		close(fd);
	} else {
		a->files[0] = fd;
		a->count = 1;
	}
}

static struct text take_word(struct text *rest)
{
	struct text word = *rest;

	word.len = 0;
	while (word.len < rest->len && rest->at[word.len] != ' ')
		word.len++;
	*rest = text_from(*rest, word.len + 1);
	return word;
}

/* Parse "_text ffffffff81000000 ffffffff81001230 1f0". */
static bool take_code(const char *words, struct kernel_code *code)
{
	struct text rest = text_of(words);

	code->anchor = take_word(&rest);
	return number_hex(take_word(&rest), &code->anchor_address) &&
	       number_hex(take_word(&rest), &code->address) &&
	       number_hex(rest, &code->len) && code->len > 0 &&
	       code->len <= HELPER_KERNEL_MOST;
}

/* Put bytes into a file in memory, to pass them to the other side. */
static int file_of(const void *bytes, size_t len, struct error *err)
{
	int fd = memfd_create("kernel", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, bytes, len) == (ssize_t)len)
		return fd;
	error_sys(err, "no space for kernel code");
	if (fd >= 0)
		close(fd);
	return -1;
}

static void read_kernel(struct helper_work *w, const struct request *r,
			struct helper_answer *a)
{
	struct kernel_code code;
	uint8_t *bytes;
	size_t len;

	if (!w->duties->kernel || !take_code(r->path, &code)) {
		error_set(&a->err, ERROR_SYSTEM, "kernel code is not read here");
		return;
	}
	w->kernel.proc = w->duties->kernel;
	bytes = mem_array((size_t)code.len, 1, "kernel code", &a->err);
	len = bytes ? kernel_text_read(&w->kernel, &code, bytes, &a->err) : 0;
	if (len)
		a->files[0] = file_of(bytes, len, &a->err);
	a->count = len && a->files[0] >= 0;
	mem_free(bytes);
}

/* Do what a request asks, if the duties allow it. */
static void serve_request(struct helper_work *w, const struct request *r,
			  struct helper_answer *a)
{
	const struct helper_duties *d = w->duties;

	switch (r->kind) {
	case REQUEST_SAVE:
	case REQUEST_REPLACE:
		save_file(w, r, a);
		break;
	case REQUEST_COMMIT:
		commit(w, r, a);
		break;
	case REQUEST_ABANDON:
		abandon(w, r);
		break;
	case REQUEST_READ:
		if (!d->read)
			error_set(&a->err, ERROR_SYSTEM, "no reader was asked for");
		else if (d->read(d->arg, r->path, a->files, &a->err))
			a->count = 2;
		break;
	case REQUEST_OPEN:
		open_file(w, r, a);
		break;
	case REQUEST_KEEP:
		if (!d->keep)
			error_set(&a->err, ERROR_SYSTEM, "nothing is saved here");
		else
			d->keep(d->keeps, r->path, &a->err);
		break;
	case REQUEST_KERNEL:
		read_kernel(w, r, a);
		break;
	case REQUEST_MOMENT:
		if (!d->moments)
			error_set(&a->err, ERROR_SYSTEM, "no moments are saved here");
		else if ((a->files[0] =
			      flight_files_begin(d->moments, r->path, &a->err)) >= 0)
			a->count = 1;
		else
			a->number = errno;
		break;
	case REQUEST_ROOM:
		if (!d->moments || !flight_files_make_room(d->moments))
			error_set(&a->err, ERROR_NOTHING, "there is none");
		break;
	default:
		error_set(&a->err, ERROR_SYSTEM, "unknown request");
	}
}

static void become_helper(int socket, const struct helper_duties *duties)
{
	struct helper_work w = {.duties = duties, .saved = {.directory = -1}};
	struct request r;
	bool heard = true;

	helper_withdraw(duties->reads_input);
	while (heard && request_receive(socket, &r)) {
		struct helper_answer a = {.err = ERROR_INIT};

		serve_request(&w, &r, &a);
		heard = answer_send(socket, &a);
		while (a.count)
			close(a.files[--a.count]);
	}
	placement_abandon(&w.saved);
	if (duties->moments)
		flight_files_abandon(duties->moments);
	if (duties->output)
		placement_abandon(duties->output);
	_exit(0);
}

/* ---- the client's side ---- */

bool helper_lift(int *fd)
{
	int low = *fd;

	if (low > STDERR_FILENO)
		return true;
	*fd = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(low);
	return *fd >= 0;
}

bool helper_start(struct helper *h, const struct helper_duties *duties, struct error *err)
{
	int pair[2];
	pid_t pid = -1;

	*h = (struct helper){.lock = PTHREAD_MUTEX_INITIALIZER};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return error_sys(err, "cannot create a socket for the helper process");
	if (helper_lift(&pair[0]) && helper_lift(&pair[1])) {
		fflush(NULL); /* otherwise buffered output would be printed twice */
		pid = fork();
	}
	if (pid == 0) {
		close(pair[0]);
		become_helper(pair[1], duties);
	}
	if (pid < 0) {
		error_sys(err, "cannot create the helper process");
		close(pair[0]);
		close(pair[1]);
		return false;
	}
	close(pair[1]);
	h->socket = pair[0] + 1;
	h->pid = pid;
	return true;
}

void helper_end(struct helper *h)
{
	if (!h->socket)
		return;
	close(h->socket - 1);
	h->socket = 0;
	while (waitpid(h->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

bool helper_is_there(const struct helper *h)
{
	return h && h->socket;
}

static bool ask_helper(struct helper *h, enum helper_request kind, uint32_t file,
		       const char *path, struct helper_answer *a, struct error *err)
{
	struct request r = {.kind = kind, .file = file};
	size_t len = strlen(path);
	bool heard;

	if (len >= sizeof r.path) {
		errno = ENAMETOOLONG;
		return error_sys(err, "cannot use a path of %zu bytes", len);
	}
	memcpy(r.path, path, len + 1);
	pthread_mutex_lock(&h->lock);
	heard = request_send(h->socket - 1, &r) && answer_receive(h->socket - 1, a);
	pthread_mutex_unlock(&h->lock);
	if (!heard)
		return error_set(err, ERROR_SYSTEM,
				 "the helper process has ended; start flarescope again");
	if (a->err.kind == ERROR_NONE)
		return true;
	*err = a->err;
	errno = a->number;
	return false;
}

int helper_save(struct helper *h, const char *path, bool overwrite, struct error *err)
{
	struct helper_answer a;

	if (ask_helper(h, overwrite ? REQUEST_REPLACE : REQUEST_SAVE, HELPER_SAVED, path,
		       &a, err))
		return a.files[0];
	return -1;
}

bool helper_commit(struct helper *h, enum helper_file file, struct error *err)
{
	struct helper_answer a;

	return ask_helper(h, REQUEST_COMMIT, file, "", &a, err);
}

void helper_abandon(struct helper *h, enum helper_file file)
{
	struct error ignored = ERROR_INIT;
	struct helper_answer a;

	ask_helper(h, REQUEST_ABANDON, file, "", &a, &ignored);
}

int helper_moment_begin(struct helper *h, struct flight_files *own, const char *name,
			struct error *err)
{
	struct helper_answer a;

	if (!helper_is_there(h))
		return flight_files_begin(own, name, err);
	return ask_helper(h, REQUEST_MOMENT, HELPER_MOMENT, name, &a, err) ? a.files[0]
									   : -1;
}

bool helper_moment_commit(struct helper *h, struct flight_files *own, struct error *err)
{
	return helper_is_there(h) ? helper_commit(h, HELPER_MOMENT, err)
				  : flight_files_commit(own, err);
}

void helper_moment_abandon(struct helper *h, struct flight_files *own)
{
	if (helper_is_there(h))
		helper_abandon(h, HELPER_MOMENT);
	else
		flight_files_abandon(own);
}

bool helper_moment_make_room(struct helper *h, struct flight_files *own)
{
	struct error ignored = ERROR_INIT;
	struct helper_answer a;

	return helper_is_there(h)
		   ? ask_helper(h, REQUEST_ROOM, HELPER_MOMENT, "", &a, &ignored)
		   : flight_files_make_room(own);
}

bool helper_keep(struct helper *h, const char *lines, struct error *err)
{
	struct helper_answer a;

	return ask_helper(h, REQUEST_KEEP, HELPER_SAVED, lines, &a, err);
}

bool helper_read(struct helper *h, const char *path, int fds[2], struct error *err)
{
	struct helper_answer a;

	if (!ask_helper(h, REQUEST_READ, HELPER_SAVED, path, &a, err))
		return false;
	memcpy(fds, a.files, sizeof a.files);
	return true;
}

int helper_open(struct helper *h, const char *path, int more, struct stat *st)
{
	struct error ignored = ERROR_INIT;
	struct helper_answer a;

	if (!helper_is_there(h) || !is_of_process(path))
		return regular_file_open_in(AT_FDCWD, path, more, st);
	if (!ask_helper(h, REQUEST_OPEN, (uint32_t)more, path, &a, &ignored)) {
		errno = EPERM;
		return -1;
	}
	errno = a.number;
	if (a.count == 0)
		return -1;
	if (fstat(a.files[0], st) == 0)
		return a.files[0];
	close(a.files[0]);
	return -1;
}

/* Read everything, or as much as fits. */
static size_t read_whole(int fd, void *to, size_t len)
{
	size_t done = 0;
	ssize_t n = 1;

	while (done < len && n > 0) {
		n = pread(fd, (char *)to + done, len - done, (off_t)done);
		if (n < 0 && errno == EINTR)
			n = 1;
		else if (n > 0)
			done += (size_t)n;
	}
	return done;
}

size_t helper_kernel(struct helper *h, struct kernel_text *own,
		     const struct kernel_code *code, void *to, struct error *err)
{
	char words[128];
	struct helper_answer a;
	size_t len;

	if (!helper_is_there(h))
		return kernel_text_read(own, code, to, err);
	snprintf(words, sizeof words, "%.*s %" PRIx64 " %" PRIx64 " %" PRIx64,
		 code->anchor.len < 32 ? (int)code->anchor.len : 0, code->anchor.at,
		 code->anchor_address, code->address, code->len);
	if (!ask_helper(h, REQUEST_KERNEL, HELPER_SAVED, words, &a, err))
		return 0;
	len = read_whole(a.files[0], to, (size_t)code->len);
	close(a.files[0]);
	return len;
}
