#include "cli/ssh_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "sandbox/confinement.h"
#include "sandbox/helper.h"

#define LINE_MOST 4096 /* bytes; longer lines are printed in several pieces */
/* buffers of that size: more than a pipe of Linux holds (64 KiB), in writes of any size */
#define PIPE_HOLDS 64

/* ---- in the printing process ---- */

struct message_lines {
	FILE *out;
	char kept[LINE_MOST]; /* an incomplete line */
	size_t len;
};

/* Tabs are kept, as in tables; a carriage return is not, as it would overwrite the line. */
static void print_line(struct message_lines *l)
{
	struct text rest = {l->kept, l->len};
	const char *tab;

	while (rest.len && (tab = memchr(rest.at, '\t', rest.len))) {
		printable_write(text_upto(rest, (size_t)(tab - rest.at)), l->out);
		putc('\t', l->out);
		rest = text_from(rest, (size_t)(tab - rest.at) + 1);
	}
	if (rest.len && rest.at[rest.len - 1] == '\r')
		rest.len--;
	printable_write(rest, l->out);
	putc('\n', l->out);
	fflush(l->out);
	l->len = 0;
}

static void take_message_bytes(struct message_lines *l, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] != '\n')
			l->kept[l->len++] = bytes[i]; /* room: printed when full */
		if (bytes[i] == '\n' || l->len == sizeof l->kept)
			print_line(l);
	}
}

/* False at the end, or when nothing is available. */
static bool take_some(struct message_lines *l, int from)
{
	char bytes[LINE_MOST];
	ssize_t n;

	do
		n = read(from, bytes, sizeof bytes);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		take_message_bytes(l, bytes, (size_t)n);
	return n > 0;
}

static _Noreturn void print_messages(int from, int ends_by, int out)
{
	struct pollfd p[2] = {{.fd = from, .events = POLLIN}, {.fd = ends_by}};
	struct message_lines l = {.out = fdopen(out, "w")};
	struct confinement ignored;

	fcntl(from, F_SETFL, O_NONBLOCK);
	confinement_enter(&ignored, -1);
	while (l.out && !p[1].revents) {
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			break;
		if (p[0].revents && !take_some(&l, from))
			break;
	}
	/* print what has arrived, but no more, as a process may keep writing */
	for (int i = 0; i < PIPE_HOLDS && l.out && take_some(&l, from); i++)
		;
	if (l.len)
		print_line(&l);
	_exit(0);
}

/* ---- in the parent ---- */

static void close_pipe(const int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

bool ssh_messages_begin(struct ssh_messages *m, struct error *err)
{
	int said[2], ends[2];

	*m = (struct ssh_messages){.pid = 0};
	if (pipe2(said, O_CLOEXEC) != 0)
		return error_sys(err, "cannot make a pipe");
	if (pipe2(ends, O_CLOEXEC) != 0) {
		error_sys(err, "cannot make a pipe");
		close_pipe(said);
		return false;
	}
	fflush(NULL); /* otherwise buffered output might be written twice */
	m->pid = fork();
	if (m->pid == 0) {
		int out = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

		close(said[1]);
		close(ends[1]);
		helper_withdraw(false);
		print_messages(said[0], ends[0], out);
	}
	if (m->pid < 0) {
		error_sys(err, "cannot start a process for the messages of ssh");
		m->pid = 0;
		close_pipe(said);
		close_pipe(ends);
		return false;
	}
	close(said[0]);
	close(ends[0]);
	m->into = said[1];
	m->ends_by = ends[1];
	return true;
}

void ssh_messages_end(struct ssh_messages *m)
{
	if (!m->pid)
		return;
	close(m->into);
	close(m->ends_by);
	while (waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
		;
	m->pid = 0;
}
