#include "terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#define TIMEOUT_MS 90000 /* sanitizers on a busy machine are slow */
/* A program that waits with a timeout, and writes nothing for this time, has finished. */
#define QUIET_MS   150
#define IDLE_MS	   5 /* interval of checks if it only waits for input */
#define SILENCE_MS 500

struct terminal {
	int fd; /* the master side; -1 after terminal_hang_up() */
	/* the session leader: keeps the terminal alive until terminal_free() */
	pid_t leader;
	pid_t pid;   /* the program, 0 when it has ended */
	int reports; /* from the leader: first the pid, then every wait status */
	int columns, rows;
	VTerm *vt;
	VTermScreen *screen;
	char row[4096];
	char *output;			/* owned: all output, NUL-terminated */
	size_t output_len, mark, drawn; /* drawn: processed by the emulator */
	uint64_t heard;			/* the time of the last output */
};

/* ---- the child side of the fork ---- */

static void set_environment(const char *const env[])
{
	static const char *const kept[] = {"PATH", "FLARESCOPE", "ASAN_OPTIONS",
					   "UBSAN_OPTIONS", "LSAN_OPTIONS"};
	char *values[sizeof kept / sizeof *kept];

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		values[i] = getenv(kept[i]) ? strdup(getenv(kept[i])) : NULL;
	clearenv();
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (values[i])
			setenv(kept[i], values[i], 1);
	/* the parent process of the tests may ignore signals (nohup, a background job) */
	signal(SIGHUP, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	setenv("TERM", "xterm-256color", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("HOME", "/proc/nonexistent", 1);
	for (; env && *env; env++)
		putenv((char *)(uintptr_t)*env);
}

static void run_program(const char *const argv[], const char *const env[])
{
	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN);
	tcsetpgrp(STDIN_FILENO, getpid());
	signal(SIGTTOU, SIG_DFL);
	set_environment(env);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/*
 * Without a leader that outlives the program, the program's group would be orphaned, so that ^Z
 * would not stop it, and the terminal's modes would be lost as soon as it ends.
 */
static void lead_session(int reports, const char *const argv[], const char *const env[])
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		run_program(argv, env);
	signal(SIGHUP, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* the watching process may be killed */
	if (write(reports, &pid, sizeof pid) != sizeof pid)
		_exit(1);
	do {
		if (waitpid(pid, &status, WUNTRACED) != pid)
			_exit(1);
		if (write(reports, &status, sizeof status) != sizeof status)
			_exit(1);
	} while (WIFSTOPPED(status));
	for (;;)
		pause();
}

/* ---- the test side ---- */

/* Responses of the emulator (cursor reports and the like) go to the program. */
static void answer(const char *bytes, size_t len, void *user)
{
	struct terminal *t = user;

	assert_int_equal(write(t->fd, bytes, len), (ssize_t)len);
}

static void start_emulator(struct terminal *t)
{
	t->vt = vterm_new(t->rows, t->columns);
	assert_non_null(t->vt);
	vterm_set_utf8(t->vt, 1);
	vterm_output_set_callback(t->vt, answer, t);
	t->screen = vterm_obtain_screen(t->vt);
	vterm_screen_enable_altscreen(t->screen, 1);
	vterm_screen_reset(t->screen, 1);
}

static struct winsize size_of(const struct terminal *t)
{
	return (struct winsize){.ws_col = (unsigned short)t->columns,
				.ws_row = (unsigned short)t->rows};
}

struct terminal *terminal_start_with(int columns, int rows, const char *const argv[],
				     const char *const env[])
{
	struct terminal *t = calloc(1, sizeof *t);
	struct winsize size;
	int reports[2];

	assert_non_null(t);
	t->columns = columns;
	t->rows = rows;
	t->output = calloc(1, 1);
	assert_non_null(t->output);
	size = size_of(t);
	assert_int_equal(pipe(reports), 0);
	fcntl(reports[0], F_SETFD, FD_CLOEXEC);
	fcntl(reports[1], F_SETFD, FD_CLOEXEC);
	t->leader = forkpty(&t->fd, NULL, NULL, &size);
	assert_int_not_equal(t->leader, -1);
	if (t->leader == 0)
		lead_session(reports[1], argv, env);
	close(reports[1]);
	t->reports = reports[0];
	assert_int_equal(read(t->reports, &t->pid, sizeof t->pid), sizeof t->pid);
	start_emulator(t);
	return t;
}

struct terminal *terminal_start(int columns, int rows, const char *const argv[])
{
	return terminal_start_with(columns, rows, argv, NULL);
}

void terminal_free(struct terminal *t)
{
	if (t->pid > 0)
		kill(t->pid, SIGKILL);
	kill(t->leader, SIGKILL);
	waitpid(t->leader, NULL, 0);
	if (t->fd >= 0)
		close(t->fd);
	close(t->reports);
	vterm_free(t->vt);
	free(t->output);
	free(t);
}

static bool pump(struct terminal *t, int timeout_ms);
static long now_ms(void);

/*
 * A program that draws while it gets input fills its side of the terminal: then its output must be
 * read before it takes more input, or both wait forever.
 */
void terminal_type(struct terminal *t, const char *keys)
{
	int flags = fcntl(t->fd, F_GETFL);
	size_t left = strlen(keys);
	long deadline = now_ms() + TIMEOUT_MS;

	while (left) {
		ssize_t n;

		fcntl(t->fd, F_SETFL, flags | O_NONBLOCK);
		n = write(t->fd, keys, left);
		fcntl(t->fd, F_SETFL, flags);
		assert_true(n > 0 || errno == EAGAIN || errno == EINTR);
		if (n > 0) {
			keys += n;
			left -= (size_t)n;
		}
		if (left)
			assert_true(pump(t, 20) || now_ms() < deadline);
	}
}

static void mouse(struct terminal *t, int code, int x, int y, char end)
{
	char report[64];

	snprintf(report, sizeof report, "\033[<%d;%d;%d%c", code, x + 1, y + 1, end);
	terminal_type(t, report);
}

void terminal_press(struct terminal *t, int x, int y)
{
	mouse(t, 0, x, y, 'M');
}

void terminal_drag(struct terminal *t, int x, int y)
{
	mouse(t, 32, x, y, 'M');
}

void terminal_release(struct terminal *t, int x, int y)
{
	mouse(t, 0, x, y, 'm');
}

void terminal_hover(struct terminal *t, int x, int y)
{
	mouse(t, 35, x, y, 'M');
}

void terminal_wheel(struct terminal *t, bool up, int x, int y)
{
	mouse(t, up ? 64 : 65, x, y, 'M');
}

void terminal_resize(struct terminal *t, int columns, int rows)
{
	struct winsize size;

	t->columns = columns;
	t->rows = rows;
	size = size_of(t);
	vterm_set_size(t->vt, rows, columns);
	ioctl(t->fd, TIOCSWINSZ, &size); /* the kernel sends SIGWINCH */
}

void terminal_signal(struct terminal *t, int sig)
{
	assert_true(t->pid > 0);
	assert_int_equal(kill(t->pid, sig), 0);
}

void terminal_hang_up(struct terminal *t)
{
	close(t->fd);
	t->fd = -1;
}

static void keep(struct terminal *t, const char *bytes, size_t len)
{
	t->output = realloc(t->output, t->output_len + len + 1);
	assert_non_null(t->output);
	memcpy(t->output + t->output_len, bytes, len);
	t->output_len += len;
	t->output[t->output_len] = '\0';
}

uint64_t terminal_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* Store the program's output; `watched` is 2 to be woken by its end as well. */
static bool listen_to(struct terminal *t, nfds_t watched, int timeout_ms)
{
	struct pollfd in[] = {{.fd = t->fd, .events = POLLIN},
			      {.fd = t->reports, .events = POLLIN}};
	char buf[4096];
	ssize_t n;

	if (poll(in, watched, timeout_ms) <= 0 || !(in[0].revents & POLLIN))
		return false;
	n = read(t->fd, buf, sizeof buf);
	if (n <= 0)
		return false;
	t->heard = terminal_clock();
	keep(t, buf, (size_t)n);
	return true;
}

bool terminal_hear(struct terminal *t, int timeout_ms)
{
	return listen_to(t, 2, timeout_ms);
}

uint64_t terminal_heard(const struct terminal *t)
{
	return t->heard;
}

void terminal_catch_up(struct terminal *t)
{
	vterm_input_write(t->vt, t->output + t->drawn, t->output_len - t->drawn);
	t->drawn = t->output_len;
}

bool terminal_has_ended(const struct terminal *t)
{
	struct pollfd in = {.fd = t->reports, .events = POLLIN};

	return poll(&in, 1, 0) > 0;
}

/* Feed the program's output to the emulator; false if nothing arrived in time. */
static bool pump(struct terminal *t, int timeout_ms)
{
	bool heard = listen_to(t, 1, timeout_ms);

	terminal_catch_up(t);
	return heard;
}

static size_t put_utf8(char *out, uint32_t rune)
{
	size_t tails = rune < 0x80 ? 0 : rune < 0x800 ? 1 : rune < 0x10000 ? 2 : 3;
	static const uint32_t leads[] = {0, 0xc0, 0xe0, 0xf0};

	out[0] = (char)(leads[tails] | rune >> (6 * tails));
	for (size_t i = 1; i <= tails; i++)
		out[i] = (char)(0x80 | (rune >> (6 * (tails - i)) & 0x3f));
	return tails + 1;
}

static int colour_of(const VTermColor *c, bool is_default)
{
	if (is_default)
		return TERMINAL_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(c))
		return c->indexed.idx;
	return TERMINAL_RGB | c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue;
}

struct terminal_cell terminal_cell(struct terminal *t, int x, int y)
{
	VTermScreenCell cell;
	uint32_t rune;

	assert_true(
	    vterm_screen_get_cell(t->screen, (VTermPos){.row = y, .col = x}, &cell));
	rune = cell.chars[0];
	return (struct terminal_cell){
	    .rune = rune == (uint32_t)-1 ? 0
		    : rune		 ? rune
					 : ' ',
	    .fg = colour_of(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)),
	    .bg = colour_of(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)),
	    .bold = cell.attrs.bold,
	    .underline = cell.attrs.underline,
	    .reverse = cell.attrs.reverse,
	};
}

void terminal_cursor(struct terminal *t, int *x, int *y)
{
	VTermPos at;

	vterm_state_get_cursorpos(vterm_obtain_state(t->vt), &at);
	*x = at.col;
	*y = at.row;
}

const char *terminal_row(struct terminal *t, int row)
{
	size_t len = 0;

	for (int x = 0; x < t->columns && len + 4 < sizeof t->row; x++) {
		uint32_t rune = terminal_cell(t, x, row).rune;

		if (rune)
			len += put_utf8(t->row + len, rune);
	}
	while (len > 0 && t->row[len - 1] == ' ')
		len--;
	t->row[len] = '\0';
	return t->row;
}

int terminal_rows(const struct terminal *t)
{
	return t->rows;
}

bool terminal_shows(struct terminal *t, const char *text)
{
	for (int y = 0; y < t->rows; y++)
		if (strstr(terminal_row(t, y), text))
			return true;
	return false;
}

static bool is_granted(struct terminal *t, enum terminal_wish wish, int row,
		       const char *text)
{
	switch (wish) {
	case IN_SOME_ROW:
		return terminal_shows(t, text);
	case AS_ROW:
		return strcmp(terminal_row(t, row), text) == 0;
	case IN_ROW:
		return strstr(terminal_row(t, row), text) != NULL;
	case IN_NO_ROW:
		return !terminal_shows(t, text);
	case IN_OUTPUT:
		return terminal_sent_text(t, text);
	case NOT_AS_ROW:
		return strcmp(terminal_row(t, row), text) != 0;
	}
	return false;
}

static long now_ms(void)
{
	return (long)(terminal_clock() / 1000000);
}

static void print_screen(struct terminal *t)
{
	for (int y = 0; y < t->rows; y++)
		print_error("|%s\n", terminal_row(t, y));
}

static void print_wish(enum terminal_wish wish, int row, const char *text)
{
	static const char *const wishes[] = {"a row never had",	  "never was the row",
					     "the row never had", "rows always had",
					     "never was sent",	  "always was the row"};

	print_error("%s (%d): \"", wishes[wish], row);
	for (; *text; text++)
		print_error(*text < ' ' && *text >= 0 ? "\\%03o" : "%c", *text);
	print_error("\"; the screen shows:\n");
}

void terminal_expect_at(struct terminal *t, enum terminal_wish wish, int row,
			const char *text, const char *file, int line)
{
	long deadline = now_ms() + TIMEOUT_MS;

	while (!is_granted(t, wish, row, text)) {
		if (pump(t, 20))
			continue;
		if (now_ms() < deadline && (!terminal_has_ended(t) || pump(t, QUIET_MS)))
			continue;
		print_wish(wish, row, text);
		print_screen(t);
		_fail(file, line);
	}
}

void terminal_mark(struct terminal *t)
{
	t->mark = t->output_len;
}

size_t terminal_sent(const struct terminal *t)
{
	return t->output_len - t->mark;
}

const char *terminal_output(const struct terminal *t)
{
	return t->output + t->mark;
}

bool terminal_sent_text(const struct terminal *t, const char *bytes)
{
	return memmem(terminal_output(t), terminal_sent(t), bytes, strlen(bytes)) != NULL;
}

/* ---- whether the program still has something to do ---- */

enum activity {
	WORKS,	/* or has input to read */
	WAITS,	/* with a timeout, or for an unknown reason */
	LISTENS /* for input, without a timeout */
};

/* Reads the first line of a file of /proc. */
static bool proc_line(char *line, size_t size, pid_t pid, const char *name)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, line, size - 1);
	close(fd);
	line[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/* Is a thread of this process, of this session and name, running or waiting for a CPU or a disk? */
static bool works(pid_t pid, pid_t session, const char *name)
{
	char path[64], line[512], comm[32], state = 'S';
	DIR *tasks;
	struct dirent *entry;
	int of = 0;

	if (!proc_line(line, sizeof line, pid, "stat") ||
	    sscanf(line, "%*d (%31[^)]) %*c %*d %*d %d", comm, &of) != 2 ||
	    of != session || strcmp(comm, name) != 0)
		return false;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	tasks = opendir(path);
	while (tasks && (entry = readdir(tasks)) && state != 'R' && state != 'D') {
		snprintf(path, sizeof path, "task/%.20s/stat", entry->d_name);
		if (entry->d_name[0] == '.' || !proc_line(line, sizeof line, pid, path))
			continue;
		sscanf(strrchr(line, ')') ? strrchr(line, ')') : ")", ") %c", &state);
	}
	if (tasks)
		closedir(tasks);
	return state == 'R' || state == 'D';
}

/* Linux delivers typed input when it has time, or when a process polls. */
static bool has_unread_input(const struct terminal *t)
{
	struct pollfd in = {.events = POLLIN};
	char name[64];
	int fd, unread = 0;

	if (ptsname_r(t->fd, name, sizeof name) != 0)
		return false;
	fd = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	in.fd = fd;
	poll(&in, 1, 0);
	ioctl(fd, FIONREAD, &unread);
	close(fd);
	return unread > 0;
}

/* Is it in pselect() or poll(), which return only when there is something to read? */
static bool is_listening(pid_t pid)
{
	char line[256];
	long call = -1;
	unsigned long a[6] = {0};

	if (!proc_line(line, sizeof line, pid, "syscall") ||
	    sscanf(line, "%ld %lx %lx %lx %lx %lx", &call, &a[0], &a[1], &a[2], &a[3],
		   &a[4]) != 6)
		return false;
#ifdef SYS_poll
	if (call == SYS_poll)
		return (int)a[2] < 0;
#endif
	return (call == SYS_pselect6 && !a[4]) || (call == SYS_ppoll && !a[2]);
}

static enum activity activity_of(const struct terminal *t)
{
	char line[512], name[32];
	DIR *proc;
	struct dirent *entry;
	bool busy = false;

	if (t->pid <= 0 || !proc_line(line, sizeof line, t->pid, "stat") ||
	    sscanf(line, "%*d (%31[^)])", name) != 1)
		return WAITS;
	if (has_unread_input(t))
		return WORKS;
	proc = opendir("/proc");
	while (proc && !busy && (entry = readdir(proc)) != NULL)
		busy = atoi(entry->d_name) > 0 &&
		       works(atoi(entry->d_name), t->leader, name);
	if (proc)
		closedir(proc);
	return busy ? WORKS : is_listening(t->pid) ? LISTENS : WAITS;
}

void terminal_settle(struct terminal *t)
{
	long deadline = now_ms() + TIMEOUT_MS, quiet = now_ms();

	while (now_ms() < deadline) {
		if (pump(t, IDLE_MS)) {
			quiet = now_ms();
			continue;
		}
		switch (activity_of(t)) {
		case WORKS:
			break;
		case WAITS:
			if (now_ms() - quiet < QUIET_MS)
				break;
			/* fall through */
		case LISTENS:
			if (pump(t, 0))
				break;
			return;
		}
	}
	print_error("the program does not come to rest; the screen shows:\n");
	print_screen(t);
	fail();
}

bool terminal_is_silent(struct terminal *t)
{
	return !pump(t, SILENCE_MS);
}

bool terminal_is_cooked(const struct terminal *t)
{
	const tcflag_t local = ICANON | ECHO | ISIG;
	struct termios modes;

	assert_int_equal(tcgetattr(t->fd, &modes), 0);
	return (modes.c_lflag & local) == local && (modes.c_oflag & OPOST) &&
	       (modes.c_iflag & ICRNL);
}

/* The next change of the program's state; the test fails if there is none. */
static int next_report(struct terminal *t)
{
	struct pollfd in = {.fd = t->reports, .events = POLLIN};
	long deadline = now_ms() + TIMEOUT_MS;
	int status = 0;

	while (poll(&in, 1, 0) == 0) {
		if (t->fd >= 0)
			pump(t, 20);
		else
			poll(&in, 1, 20);
		if (now_ms() < deadline)
			continue;
		print_error("the program neither stops nor ends; the screen shows:\n");
		print_screen(t);
		fail();
	}
	assert_int_equal(read(t->reports, &status, sizeof status), sizeof status);
	while (t->fd >= 0 && pump(t, 0))
		;
	return status;
}

void terminal_wait_stopped(struct terminal *t)
{
	assert_true(WIFSTOPPED(next_report(t)));
}

void terminal_continue(struct terminal *t)
{
	terminal_signal(t, SIGCONT);
}

int terminal_wait(struct terminal *t)
{
	int status = next_report(t);

	assert_false(WIFSTOPPED(status));
	t->pid = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
