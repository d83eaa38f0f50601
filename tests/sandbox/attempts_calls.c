/* Attempts at everything else: programs, the network, the terminal, other processes. */

#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNUSED (void)s

static int result(long of)
{
	return of < 0 ? errno : 0;
}

static int opened(long fd)
{
	int failed = result(fd);

	if (fd >= 0)
		close((int)fd);
	return failed;
}

/* ---- programs and processes ---- */

static int try_execve(const struct scene *s)
{
	char *argv[] = {NULL};

	return result(syscall(SYS_execve, s->fresh, argv, argv)); /* it is not there */
}

static int try_execveat(const struct scene *s)
{
	char *argv[] = {NULL};

	return result(syscall(SYS_execveat, AT_FDCWD, s->fresh, argv, argv, 0));
}

static int made(long pid)
{
	int failed = result(pid);

	if (pid == 0)
		_exit(0);
	if (pid > 0)
		waitpid((pid_t)pid, NULL, 0);
	return failed;
}

static int try_fork(const struct scene *s)
{
	UNUSED;
	return made(fork());
}

/* As fork() does it, and a thread that is none. */
static int try_clone(const struct scene *s)
{
	UNUSED;
	return made(syscall(SYS_clone, (unsigned long)SIGCHLD, 0, 0, 0, 0));
}

static int try_clone_namespace(const struct scene *s)
{
	UNUSED;
	return made(
	    syscall(SYS_clone, (unsigned long)CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
}

static int try_clone3(const struct scene *s)
{
	uint64_t arguments[11] = {0, 0, 0, 0, SIGCHLD};
	int failed;

	UNUSED;
	failed = made(syscall(435, arguments, 64));
	return failed == ENOSYS ? EPERM : failed; /* so that glibc uses clone() */
}

static int try_unshare(const struct scene *s)
{
	UNUSED;
	return result(unshare(CLONE_NEWNS));
}

static int try_setsid(const struct scene *s)
{
	UNUSED;
	return result(setpgid(0, 0));
}

/* ---- rights ---- */

static int try_capabilities(const struct scene *s)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct sets[2] = {{0}};

	UNUSED;
	if (syscall(SYS_capget, &head, sets) != 0)
		return errno;
	return result(syscall(SYS_capset, &head, sets));
}

static int try_setuid(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_setuid, getuid()));
}

/* The call tells of no failure, but for one by the filter; its answer is who it was. */
static int try_setfsuid(const struct scene *s)
{
	long was = syscall(SYS_setfsuid, getuid() + 1);

	UNUSED;
	if (was == -1)
		return errno;
	syscall(SYS_setfsuid, getuid());
	return 0;
}

static int try_setfsgid(const struct scene *s)
{
	long was = syscall(SYS_setfsgid, getgid() + 1);

	UNUSED;
	if (was == -1)
		return errno;
	syscall(SYS_setfsgid, getgid());
	return 0;
}

static int try_prctl(const struct scene *s)
{
	UNUSED;
	return result(prctl(PR_SET_PDEATHSIG, 0));
}

static int try_limit(const struct scene *s)
{
	struct rlimit l;

	UNUSED;
	getrlimit(RLIMIT_CORE, &l);
	return result(setrlimit(RLIMIT_CORE, &l));
}

static int try_priority(const struct scene *s)
{
	UNUSED;
	return result(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)));
}

/* ---- the network, and who listens on this machine ---- */

static int try_inet(const struct scene *s)
{
	UNUSED;
	return opened(socket(AF_INET, SOCK_STREAM, 0));
}

static int try_unix(const struct scene *s)
{
	UNUSED;
	return opened(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int try_netlink(const struct scene *s)
{
	UNUSED;
	return opened(socket(AF_NETLINK, SOCK_RAW, 0));
}

static int try_pair(const struct scene *s)
{
	int pair[2], failed = 0;

	UNUSED;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return errno;
	close(pair[0]);
	close(pair[1]);
	return failed;
}

static int try_connect(const struct scene *s)
{
	const struct sockaddr_in to = {.sin_family = AF_INET};

	UNUSED;
	return result(connect(-1, (const struct sockaddr *)&to, sizeof to));
}

static int try_bind(const struct scene *s)
{
	const struct sockaddr_in to = {.sin_family = AF_INET};

	UNUSED;
	return result(bind(-1, (const struct sockaddr *)&to, sizeof to));
}

static int try_sendto(const struct scene *s)
{
	const struct sockaddr_in to = {.sin_family = AF_INET};

	UNUSED;
	return result(sendto(-1, "", 1, 0, (const struct sockaddr *)&to, sizeof to));
}

static int try_sendmsg(const struct scene *s)
{
	struct msghdr m = {0};

	UNUSED;
	return result(sendmsg(-1, &m, 0));
}

/* ---- the terminal ---- */

static int try_typing(const struct scene *s)
{
	UNUSED;
	return result(ioctl(STDIN_FILENO, TIOCSTI, "x"));
}

/* The kernel looks at the lower half: CVE-2019-10063. */
static int try_typing_above(const struct scene *s)
{
	UNUSED;
	return sizeof(long) == 4
		   ? EPERM
		   : result(syscall(SYS_ioctl, STDIN_FILENO,
				    TIOCSTI + (unsigned long)UINT32_MAX + 1, "x"));
}

static int try_pasting(const struct scene *s)
{
	char paste[2] = {3, 0}; /* TIOCL_PASTESEL */

	UNUSED;
	return result(ioctl(STDIN_FILENO, TIOCLINUX, paste));
}

static int try_controlling(const struct scene *s)
{
	UNUSED;
	return result(ioctl(STDIN_FILENO, TIOCSCTTY, 1));
}

static int try_foreground(const struct scene *s)
{
	pid_t group = getpgrp();

	UNUSED;
	return result(ioctl(STDIN_FILENO, TIOCSPGRP, &group));
}

/* ---- others ---- */

static int try_signal(const struct scene *s)
{
	UNUSED;
	return result(kill(getppid(), SIGCONT));
}

static int try_signal_group(const struct scene *s)
{
	UNUSED;
	return result(kill(0, SIGCONT));
}

static int try_signal_thread(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_tgkill, getppid(), getppid(), SIGCONT));
}

static int try_signal_queue(const struct scene *s)
{
	union sigval none = {0};

	UNUSED;
	return result(sigqueue(getppid(), SIGCONT, none));
}

/* A descriptor that is ready would send it. */
static int try_signal_by_file(const struct scene *s)
{
	int ends[2], failed;

	UNUSED;
	if (pipe(ends) != 0)
		return errno;
	failed = result(fcntl(ends[0], F_SETOWN, getppid()));
	close(ends[0]);
	close(ends[1]);
	return failed;
}

static int try_choose_signal(const struct scene *s)
{
	UNUSED;
	return result(fcntl(STDIN_FILENO, F_SETSIG, 0));
}

static int try_signal_by_input(const struct scene *s)
{
	UNUSED;
	return result(fcntl(STDIN_FILENO, F_SETFL, O_ASYNC));
}

static int try_pidfd(const struct scene *s)
{
	UNUSED;
	return opened(syscall(434, getppid(), 0)); /* pidfd_open */
}

static int try_trace(const struct scene *s)
{
	UNUSED;
	return result(ptrace(PTRACE_ATTACH, 0, NULL, NULL)); /* nobody has this number */
}

static int try_read_others(const struct scene *s)
{
	struct iovec none = {NULL, 0};

	UNUSED;
	return result(process_vm_readv(getpid(), &none, 1, &none, 1, 0));
}

static int try_write_others(const struct scene *s)
{
	struct iovec none = {NULL, 0};

	UNUSED;
	return result(process_vm_writev(getpid(), &none, 1, &none, 1, 0));
}

/* ---- code, and doors to the kernel ---- */

static int mapped(void *at)
{
	if (at == MAP_FAILED)
		return errno;
	munmap(at, 4096);
	return 0;
}

static int try_code(const struct scene *s)
{
	UNUSED;
	return mapped(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

static int try_make_code(const struct scene *s)
{
	void *at =
	    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int failed = result(mprotect(at, 4096, PROT_READ | PROT_EXEC));

	UNUSED;
	munmap(at, 4096);
	return failed;
}

static int try_personality(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_personality, 0xffffffffUL));
}

static int try_memory_file(const struct scene *s)
{
	UNUSED;
	return opened(memfd_create("x", 0));
}

static int try_io_uring(const struct scene *s)
{
	UNUSED;
	return opened(syscall(425, 0, NULL)); /* io_uring_setup */
}

static int try_bpf(const struct scene *s)
{
	UNUSED;
	return opened(syscall(SYS_bpf, -1, NULL, 0));
}

static int try_keys(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_keyctl, -1, 0, 0, 0, 0));
}

static int try_perf(const struct scene *s)
{
	UNUSED;
	return opened(syscall(SYS_perf_event_open, NULL, 0, 0, -1, 0));
}

static int try_handle(const struct scene *s)
{
	UNUSED;
	return opened(syscall(SYS_open_by_handle_at, -1, NULL, 0));
}

static int try_mount(const struct scene *s)
{
	return result(syscall(SYS_mount, NULL, s->fresh, NULL, 0, NULL));
}

static int try_chroot(const struct scene *s)
{
	return result(chroot(s->fresh));
}

static int try_timer(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_timer_delete, -1));
}

static int try_filter(const struct scene *s)
{
	UNUSED;
	return result(syscall(SYS_seccomp, 0xff, 0, NULL));
}

const struct attempt attempts_at_calls[] = {
    {"run a program", try_execve, ENOENT},
    {"run a program by execveat", try_execveat, ENOENT},
    {"make a process", try_fork, 0},
    {"make a process by clone", try_clone, 0},
    {"make a namespace", try_clone_namespace, PRIVILEGED},
    {"make a process by clone3", try_clone3, PRIVILEGED},
    {"leave a namespace", try_unshare, PRIVILEGED},
    {"leave its process group", try_setsid, PRIVILEGED},
    {"set capabilities", try_capabilities, 0},
    {"set its user", try_setuid, 0},
    {"be another user to files", try_setfsuid, 0},
    {"be another group to files", try_setfsgid, 0},
    {"set its process up", try_prctl, 0},
    {"set a limit", try_limit, 0},
    {"set its priority", try_priority, 0},
    {"open a socket for the internet", try_inet, 0},
    {"open a socket for this machine", try_unix, 0},
    {"open a socket of the kernel", try_netlink, 0},
    {"make a pair of sockets", try_pair, 0},
    {"connect", try_connect, EBADF},
    {"bind", try_bind, EBADF},
    {"send to an address", try_sendto, EBADF},
    {"pass a descriptor on", try_sendmsg, EBADF},
    {"type into the terminal", try_typing, ENOTTY},
    {"type with bits above the request", try_typing_above, ENOTTY},
    {"paste into the console", try_pasting, ENOTTY},
    {"take a terminal", try_controlling, ENOTTY},
    {"choose who has the terminal", try_foreground, ENOTTY},
    {"signal another process", try_signal, 0},
    {"signal the process group", try_signal_group, 0},
    {"signal another thread", try_signal_thread, 0},
    {"queue a signal", try_signal_queue, 0},
    {"have a descriptor signal others", try_signal_by_file, 0},
    {"choose which signal that is", try_choose_signal, 0},
    {"have a descriptor signal its readers", try_signal_by_input, 0},
    {"hold another process", try_pidfd, 0},
    {"trace another process", try_trace, ESRCH},
    {"read another's memory", try_read_others, 0},
    {"write another's memory", try_write_others, 0},
    {"map code that can be written", try_code, 0},
    {"make code of data", try_make_code, 0},
    {"have data be code", try_personality, 0},
    {"make a file in memory", try_memory_file, 0},
    {"have the kernel call", try_io_uring, PRIVILEGED},
    {"load a program into the kernel", try_bpf, PRIVILEGED},
    {"use keys", try_keys, EOPNOTSUPP},
    {"count events", try_perf, PRIVILEGED},
    {"open a file by its handle", try_handle, PRIVILEGED},
    {"mount", try_mount, PRIVILEGED},
    {"change the root", try_chroot, PRIVILEGED},
    {"use timers", try_timer, EINVAL},
    {"change the filter", try_filter, EINVAL},
    {NULL, NULL, 0},
};
