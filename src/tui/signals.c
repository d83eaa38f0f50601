#include "tui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#define STACK_SIZE (64 * 1024) /* for handling stack overflows too */

/* Mouse off, main screen, cursor on, no colours: restores the terminal after a crash. */
#define RESTORE                                                                          \
	"\033[?2026l\033[?1003l\033[?1002l\033[?1000l\033[?1006l\033[0m\033[?1049l\033[" \
	"?25h\r\n"

static const int watched[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGTERM,
			      SIGHUP,	SIGINT,	 SIGQUIT};
/*
 * Includes all other signals that end a program, for example by ulimit -t or a filter of system
 * calls.
 */
static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS,	 SIGFPE,    SIGILL,
			      SIGSYS,  SIGTRAP, SIGXCPU, SIGXFSZ,   SIGPIPE,
			      SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};

#define WATCHED (sizeof watched / sizeof *watched)
#define CRASHES (sizeof crashes / sizeof *crashes)

/* The only writable static data of the program: signal handlers have no argument. */
static struct {
	volatile sig_atomic_t resized, continued, stop, end;
	int wake[2]; /* a pipe: a signal to any thread must wake the event loop */
	int tty;
	struct termios modes; /* of the terminal, before we changed them */
	struct sigaction was[WATCHED], was_crash[CRASHES];
	void *stack; /* owned */
} caught;

static void wake_up(void)
{
	int was = errno;
	/* if the pipe is full, the loop is awake anyway */
	ssize_t ignored = write(caught.wake[1], "", 1);

	(void)ignored;
	errno = was;
}

static void on_news(int sig)
{
	switch (sig) {
	case SIGWINCH:
		caught.resized = 1;
		break;
	case SIGCONT:
		caught.continued = 1;
		break;
	case SIGTSTP:
		caught.stop = 1;
		break;
	default:
		caught.end = sig;
	}
	wake_up();
}

/* Only async-signal-safe calls. SA_RESETHAND has restored the default action. */
static void on_crash(int sig)
{
	ssize_t ignored = write(caught.tty, RESTORE, sizeof RESTORE - 1);

	(void)ignored;
	tcsetattr(caught.tty, TCSANOW, &caught.modes);
	raise(sig);
}

static bool open_pipe(struct error *err)
{
	if (pipe(caught.wake) != 0)
		return error_sys(err, "cannot open a pipe for signals");
	for (int i = 0; i < 2; i++) {
		fcntl(caught.wake[i], F_SETFL, O_NONBLOCK);
		fcntl(caught.wake[i], F_SETFD, FD_CLOEXEC);
	}
	return true;
}

bool signals_catch(int tty, struct error *err)
{
	struct sigaction news = {.sa_handler = on_news, .sa_flags = SA_RESTART};
	struct sigaction crash = {.sa_handler = on_crash,
				  .sa_flags =
				      (int)SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
	stack_t stack = {.ss_size = STACK_SIZE};

	if (tcgetattr(tty, &caught.modes) != 0)
		return error_sys(err, "cannot use the terminal");
	if (!open_pipe(err))
		return false;
	caught.tty = tty;
	caught.resized = caught.continued = caught.stop = caught.end = 0;
	caught.stack = stack.ss_sp = malloc(STACK_SIZE);
	if (stack.ss_sp)
		sigaltstack(&stack, NULL);
	sigfillset(&news.sa_mask);
	for (size_t i = 0; i < WATCHED; i++)
		sigaction(watched[i], &news, &caught.was[i]);
	for (size_t i = 0; i < CRASHES; i++) {
		sigaction(crashes[i], &crash, &caught.was_crash[i]);
		if (caught.was_crash[i].sa_handler == SIG_IGN)
			sigaction(crashes[i], &caught.was_crash[i], NULL);
	}
	return true;
}

void signals_release(void)
{
	for (size_t i = 0; i < WATCHED; i++)
		sigaction(watched[i], &caught.was[i], NULL);
	for (size_t i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &caught.was_crash[i], NULL);
	sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
	free(caught.stack);
	close(caught.wake[0]);
	close(caught.wake[1]);
}

int signals_fd(void)
{
	return caught.wake[0];
}

struct signals_news signals_take(void)
{
	struct signals_news news;
	char bytes[64];

	/* read the pipe before the flags: events in between wake us again */
	while (read(caught.wake[0], bytes, sizeof bytes) > 0)
		;
	news = (struct signals_news){caught.resized, caught.continued, caught.stop,
				     caught.end};
	if (news.resized)
		caught.resized = 0;
	if (news.continued)
		caught.continued = 0;
	if (news.stop)
		caught.stop = 0;
	return news;
}

void signals_stop(void)
{
	struct sigaction stop = {.sa_handler = SIG_DFL}, was;

	sigaction(SIGTSTP, &stop, &was);
	kill(0, SIGTSTP);
	sigaction(SIGTSTP, &was, NULL);
	caught.continued = 0; /* the caller knows */
}
