#include "sandbox/syscalls.h"

#include <stddef.h>

#ifdef WITH_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#ifdef SYSCALLS_KILL
#define KILLS true
#else
#define KILLS false
#endif

const struct library seccomp_library = {
    "libseccomp",
    LIBRARY_DIGITS(SCMP_VER_MAJOR) "." LIBRARY_DIGITS(SCMP_VER_MINOR) "." LIBRARY_DIGITS(
	SCMP_VER_MICRO),
    "limits on system calls"};

/*
 * By name: libseccomp knows the numbers for each processor, and skips names that its version or the
 * processor lacks. System calls of glibc and musl are listed with all their 32-bit variants.
 * tests/sandbox detects missing entries, as they end the process there.
 */
static const char *const allowed[] = {
    /* open files */
    "read",
    "readv",
    "pread64",
    "preadv",
    "write",
    "writev",
    "pwrite64",
    "lseek",
    "_llseek",
    "close",
    "dup",
    "dup2",
    "dup3",
    "pipe",
    "pipe2",
    "ftruncate",
    "ftruncate64",
    "fsync",
    "fdatasync",
    "poll",
    "ppoll",
    "ppoll_time64",
    "select",
    "_newselect",
    "pselect6",
    "pselect6_time64",
    "recvmsg",
    "shutdown",
    /* opening files for reading */
    "stat",
    "stat64",
    "fstat",
    "fstat64",
    "lstat",
    "lstat64",
    "newfstatat",
    "fstatat64",
    "statx",
    "statfs",
    "statfs64",
    "fstatfs",
    "fstatfs64",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getdents",
    "getdents64",
    "getcwd",
    /* memory */
    "brk",
    "munmap",
    "mremap",
    "madvise",
    "membarrier",
    /* threads */
    "futex",
    "futex_time64",
    "set_robust_list",
    "rseq",
    "set_tid_address",
    "sched_getaffinity",
    "sched_yield",
    "getcpu",
    "exit",
    "exit_group",
    "wait4",
    "waitid",
    "waitpid",
    "restart_syscall",
    /* signals to this process */
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigreturn",
    "rt_sigpending",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "rt_sigtimedwait_time64",
    "sigaltstack",
    "pause",
    /* identity, time, limits */
    "getpid",
    "getppid",
    "gettid",
    "getpgrp",
    "getpgid",
    "getuid",
    "getuid32",
    "geteuid",
    "geteuid32",
    "getgid",
    "getgid32",
    "getegid",
    "getegid32",
    "clock_gettime",
    "clock_gettime64",
    "clock_getres",
    "clock_getres_time64",
    "clock_nanosleep",
    "clock_nanosleep_time64",
    "nanosleep",
    "gettimeofday",
    "time",
    "times",
    "getrandom",
    "getrlimit",
    "ugetrlimit",
    "getrusage",
    "sysinfo",
    "uname",
};

/* Only if Landlock limits the directories. */
static const char *const writing[] = {
    "unlink", "unlinkat", "rename", "link", "linkat", "renameat", "renameat2",
};

/* For fakeroot, whose library ends the process if it cannot reach its daemon. */
static const char *const of_fakeroot[] = {"semget", "semop",  "semtimedop",
					  "msgget", "msgsnd", "msgrcv"};

/* the kernel uses 32 bits of these arguments, so we compare only these */
#define LOW 0xffffffffU

/* Requests to terminals, without TIOCSTI, which would simulate input of the user. */
static const unsigned requests[] = {
    TCGETS,	TCSETS,	    TCSETSW,	TCSETSF, TIOCGWINSZ, TIOCGPGRP, FIONREAD,
#if defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __arm__ ||  \
    defined __riscv
    0x802c542a, /* TCGETS2, TCSETS2, TCSETSW2, TCSETSF2: tcgetattr() since glibc 2.42 */
    0x402c542b, 0x402c542c, 0x402c542d,
#endif
};

#define PIPE_BYTES (1024 * 1024) /* as requested by input/source.c */

/* Without F_SETOWN and F_SETSIG, which could send any signal to any process. */
static const unsigned descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,
					       F_SETFD, F_GETFL,	 F_GETPIPE_SZ};

/* Flags of a new thread, not those of a new process or namespace. */
#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x80
#endif
#define NO_THREAD                                                                        \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |   \
	 CLONE_NEWPID | CLONE_NEWNET | CLONE_VFORK | CLONE_PTRACE)
#if defined __s390__ || defined __CRIS__
#define CLONE_FLAGS 1 /* index of the argument */
#else
#define CLONE_FLAGS 0
#endif

#define SYS_CLONE3 435 /* on all processors; libseccomp knows the name since 2.4.2 */

/* Multiplexed system calls have negative numbers in libseccomp. */
#ifdef SYS_socketcall
#define MULTIPLEXED true
#else
#define MULTIPLEXED false
#endif

/* Keeps the first failure; a missing system call needs no rule. */
struct syscall_filter {
	scmp_filter_ctx rules; /* owned */
	int failed;	       /* a negative errno */
};

static void add_rule(struct syscall_filter *f, uint32_t action, const char *name,
		     unsigned n, const struct scmp_arg_cmp *conditions)
{
	int call = seccomp_syscall_resolve_name(name), failed;

	if (f->failed || call == __NR_SCMP_ERROR || (call < 0 && !MULTIPLEXED))
		return;
	failed = seccomp_rule_add_array(f->rules, action, call, n, conditions);
	if (failed && failed != -EDOM && failed != -EEXIST)
		f->failed = failed;
}

static void allow(struct syscall_filter *f, const char *name)
{
	add_rule(f, SCMP_ACT_ALLOW, name, 0, NULL);
}

/* Allow the call if argument `arg`, masked with `mask`, equals `value`. */
static void allow_if(struct syscall_filter *f, const char *name, unsigned arg,
		     uint64_t mask, uint64_t value)
{
	add_rule(f, SCMP_ACT_ALLOW, name, 1,
		 (const struct scmp_arg_cmp[]){
		     SCMP_CMP64(arg, SCMP_CMP_MASKED_EQ, mask, value)});
}

static void allow_if_both(struct syscall_filter *f, const char *name, unsigned arg,
			  uint64_t value, unsigned other, uint64_t other_value)
{
	add_rule(f, SCMP_ACT_ALLOW, name, 2,
		 (const struct scmp_arg_cmp[]){
		     SCMP_CMP64(arg, SCMP_CMP_MASKED_EQ, LOW, value),
		     SCMP_CMP64(other, SCMP_CMP_MASKED_EQ, LOW, other_value)});
}

/*
 * Before Linux 6.2, Landlock does not prevent truncation by O_RDONLY | O_TRUNC; and files of the
 * cache must not become set-user-id programs.
 */
static void allow_open(struct syscall_filter *f, const char *name, unsigned flags)
{
	add_rule(f, SCMP_ACT_ALLOW, name, 2,
		 (const struct scmp_arg_cmp[]){
		     SCMP_CMP64(flags, SCMP_CMP_MASKED_EQ, O_TRUNC, 0),
		     SCMP_CMP64(flags + 1, SCMP_CMP_MASKED_EQ, S_ISUID | S_ISGID, 0)});
}

/* Allow futimens(fd, NULL). */
static void allow_now(struct syscall_filter *f, const char *name)
{
	add_rule(f, SCMP_ACT_ALLOW, name, 2,
		 (const struct scmp_arg_cmp[]){
		     SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, ~UINT64_C(0), 0),
		     SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, ~UINT64_C(0), 0)});
}

static void add_plain(struct syscall_filter *f, bool writes)
{
	const uint64_t kinds = O_ACCMODE | O_CREAT | O_TRUNC;

	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
		allow(f, allowed[i]);
	for (size_t i = 0; writes && i < sizeof writing / sizeof *writing; i++)
		allow(f, writing[i]);
	for (size_t i = 0; i < sizeof of_fakeroot / sizeof *of_fakeroot; i++)
		if (getenv("FAKEROOTKEY"))
			allow(f, of_fakeroot[i]);
	if (writes) {
		allow_open(f, "open", 1);
		allow_open(f, "openat", 2);
	} else {
		allow_if(f, "open", 1, kinds, O_RDONLY);
		allow_if(f, "openat", 2, kinds, O_RDONLY);
	}
	/* to record the last use of a file of the cache: sets the time of an open file to now */
	if (writes) {
		allow_now(f, "utimensat");
		allow_now(f, "utimensat_time64");
	}
}

/* Data must not become executable: so PCRE2 interprets patterns. */
static void add_memory(struct syscall_filter *f)
{
	allow_if(f, "mprotect", 2, PROT_EXEC, 0);
	allow_if(f, "mmap2", 2, PROT_EXEC, 0);
#if defined __s390__
	allow(f, "mmap"); /* the arguments are in memory, and cannot be checked */
#elif !defined __i386__
	allow_if(f, "mmap", 2, PROT_EXEC, 0);
#endif
	/* PCRE2 tries this and accepts a refusal: do not end the process */
	if (KILLS)
		add_rule(f, SCMP_ACT_ERRNO(EPERM), "mmap", 1,
			 (const struct scmp_arg_cmp[]){
			     SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)});
}

static void add_threads(struct syscall_filter *f)
{
	allow_if(f, "clone", CLONE_FLAGS, CLONE_THREAD | NO_THREAD, CLONE_THREAD);
	/* the flags are in memory; glibc falls back to clone() only after ENOSYS */
	if (!f->failed)
		f->failed =
		    seccomp_rule_add(f->rules, SCMP_ACT_ERRNO(ENOSYS), SYS_CLONE3, 0);
	allow_if(f, "prlimit64", 2, ~UINT64_C(0), 0);
}

/* Ctrl-Z stops the whole pipeline; signal 0 is only a test. */
static void add_signals(struct syscall_filter *f)
{
	uint32_t self = (uint32_t)getpid();

	allow_if(f, "kill", 0, LOW, self);
	allow_if(f, "kill", 1, LOW, 0);
	allow_if_both(f, "kill", 0, 0, 1, SIGTSTP);
	allow_if(f, "tgkill", 0, LOW, self);
	allow_if(f, "tkill", 0, LOW, self);
}

/* ncurses sets these to the real user to read terminfo, even if they are equal already. */
static void add_selves(struct syscall_filter *f)
{
	allow_if(f, "setfsuid", 0, LOW, getuid());
	allow_if(f, "setfsuid32", 0, LOW, getuid());
	allow_if(f, "setfsgid", 0, LOW, getgid());
	allow_if(f, "setfsgid32", 0, LOW, getgid());
}

static void allow_flags(struct syscall_filter *f, const char *name)
{
	add_rule(
	    f, SCMP_ACT_ALLOW, name, 2,
	    (const struct scmp_arg_cmp[]){SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, LOW, F_SETFL),
					  SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, O_ASYNC, 0)});
}

static void add_devices(struct syscall_filter *f)
{
	const size_t n = sizeof descriptor_commands / sizeof *descriptor_commands;

	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		allow_if(f, "ioctl", 1, LOW, requests[i]);
	for (size_t i = 0; i < n; i++) {
		allow_if(f, "fcntl", 1, LOW, descriptor_commands[i]);
		allow_if(f, "fcntl64", 1, LOW, descriptor_commands[i]);
	}
	/* without O_ASYNC: a terminal would signal its readers, even after our end */
	allow_flags(f, "fcntl");
	allow_flags(f, "fcntl64");
	/* of pipes being read: at most the size that any user may set */
	allow_if_both(f, "fcntl", 1, F_SETPIPE_SZ, 2, PIPE_BYTES);
	allow_if_both(f, "fcntl64", 1, F_SETPIPE_SZ, 2, PIPE_BYTES);
	/* only without an address, to the connected peer */
	allow_if(f, "sendto", 4, ~UINT64_C(0), 0);
}

static const char *lack_of(int failed)
{
	switch (-failed) {
	case EPERM:
	case EACCES:
		return "forbidden here, as in some containers";
	case ENOMEM:
		return "out of memory for it";
	default:
		return "this kernel cannot filter system calls";
	}
}

/* Kernels before 5.16 slow filtered processes down (SSB) unless this attribute is set. */
static int fill_filter(struct syscall_filter *f, bool writes)
{
	(void)seccomp_attr_set(f->rules, SCMP_FLTATR_CTL_SSB, 1);
	add_plain(f, writes);
	add_memory(f);
	add_threads(f);
	add_signals(f);
	add_selves(f);
	add_devices(f);
	return f->failed ? f->failed : seccomp_load(f->rules);
}

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#else
#define SANITIZED false
#endif

bool syscalls_limit(bool writes, const char **lack)
{
	struct syscall_filter f = {0};
	int failed;

	if (SANITIZED) {
		*lack = "built with sanitizers, which need other system calls";
		return false;
	}
	f.rules = seccomp_init(KILLS ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EPERM));
	failed = f.rules ? fill_filter(&f, writes) : -ENOMEM;
	if (f.rules)
		seccomp_release(f.rules);
	if (failed)
		*lack = lack_of(failed);
	return !failed;
}

#else

const struct library seccomp_library = {"libseccomp", NULL, "limits on system calls"};

bool syscalls_limit(bool writes, const char **lack)
{
	(void)writes;
	*lack = "built without libseccomp";
	return false;
}

#endif
