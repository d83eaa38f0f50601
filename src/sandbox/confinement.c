#include "sandbox/confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wchar.h>

#include "sandbox/syscalls.h"

/* ---- privileges ---- */

#ifndef CAP_SYSLOG
#define CAP_SYSLOG 34
#endif

/* the capability sets have two halves of 32 bits: version 3 of capset(2) */
#define SETS 2

/*
 * Give up all capabilities, permanently, except those to read any file and the addresses of kernel
 * symbols. True when no others are left, as for any user but root.
 */
static bool privileges_drop(void)
{
	const uint64_t kept = UINT64_C(1) << CAP_DAC_READ_SEARCH | UINT64_C(1)
								       << CAP_SYSLOG;
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct sets[SETS];

	if (syscall(SYS_capget, &head, sets) != 0)
		return false;
	for (int i = 0; i < SETS; i++) {
		uint32_t mask = (uint32_t)(kept >> 32 * i);

		sets[i].permitted &= mask;
		sets[i].effective &= mask;
		sets[i].inheritable = 0;
	}
	return syscall(SYS_capset, &head, sets) == 0;
}

/* ---- Landlock: restrictions on files ---- */

/*
 * Copied from include/uapi/linux/landlock.h of Linux 6.15, so that a program built with old headers
 * is fully confined on a new kernel.
 */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule	    445
#define SYS_landlock_restrict_self  446
#endif

#define VERSION_ASKED	  1 /* LANDLOCK_CREATE_RULESET_VERSION */
#define RULE_PATH_BENEATH 1

enum {
	FS_EXECUTE = 1 << 0,
	FS_WRITE_FILE = 1 << 1,
	FS_READ_FILE = 1 << 2, /* reading files and directories is not restricted */
	FS_REMOVE_DIR = 1 << 4,
	FS_REMOVE_FILE = 1 << 5,
	FS_MAKE_CHAR = 1 << 6,
	FS_MAKE_DIR = 1 << 7,
	FS_MAKE_REG = 1 << 8,
	FS_MAKE_SOCK = 1 << 9,
	FS_MAKE_FIFO = 1 << 10,
	FS_MAKE_BLOCK = 1 << 11,
	FS_MAKE_SYM = 1 << 12,
	FS_REFER = 1 << 13,	/* since version 2 */
	FS_TRUNCATE = 1 << 14,	/* since version 3 */
	FS_IOCTL_DEV = 1 << 15, /* since version 5 */
	NET_BIND_TCP = 1 << 0,	/* since version 4 */
	NET_CONNECT_TCP = 1 << 1,
	SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0, /* since version 6 */
	/* without SCOPE_SIGNAL, 1 << 1: otherwise Ctrl-Z could not stop the rest of a pipeline */
};

struct ruleset {
	uint64_t fs, net, scoped;
};

struct path_beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

static struct ruleset rules_of(long version)
{
	struct ruleset r = {.fs = FS_EXECUTE | FS_WRITE_FILE | FS_REMOVE_DIR |
				  FS_REMOVE_FILE | FS_MAKE_CHAR | FS_MAKE_DIR |
				  FS_MAKE_REG | FS_MAKE_SOCK | FS_MAKE_FIFO |
				  FS_MAKE_BLOCK | FS_MAKE_SYM};

	if (version >= 2)
		r.fs |= FS_REFER;
	if (version >= 3)
		r.fs |= FS_TRUNCATE;
	if (version >= 4)
		r.net = NET_BIND_TCP | NET_CONNECT_TCP;
	if (version >= 5)
		r.fs |= FS_IOCTL_DEV;
	if (version >= 6)
		r.scoped = SCOPE_ABSTRACT_UNIX_SOCKET;
	return r;
}

static bool grant(int rules, int to, uint64_t allowed)
{
	struct path_beneath rule = {.allowed = allowed, .parent = to};

	return syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0) == 0;
}

/*
 * From now on this thread and its children may read any file, but may write, create, remove and
 * rename files only in and below the directory `writable` (a descriptor; -1: nowhere), and may not
 * run programs or open TCP connections. The terminal still works. Returns the kernel's version of
 * the interface, from 1; 0 and errno if there is none. Permanent.
 */
static unsigned landlock_enter(int writable)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION_ASKED);
	struct ruleset r = rules_of(version);
	int rules = -1, tty, failed;
	bool ok;

	/* an older kernel accepts a longer struct if the additional members are 0, as then here */
	if (version >= 1)
		rules = (int)syscall(SYS_landlock_create_ruleset, &r, sizeof r, 0);
	if (rules < 0)
		return 0;
	/* keys are read from the terminal when standard input is the profile; there may be none */
	tty = open("/dev/tty", O_PATH | O_CLOEXEC);
	if (tty >= 0 && r.fs & FS_IOCTL_DEV)
		grant(rules, tty, FS_IOCTL_DEV);
	if (tty >= 0)
		close(tty);
	ok = (writable < 0 ||
	      grant(rules, writable, FS_WRITE_FILE | FS_MAKE_REG | FS_REMOVE_FILE)) &&
	     syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	failed = errno;
	close(rules);
	errno = failed;
	return ok ? (unsigned)version : 0;
}

/* The reason why it returned 0. */
static const char *landlock_lack(int error)
{
	switch (error) {
	case ENOSYS:
		return "this kernel has none";
	case EOPNOTSUPP:
		return "it is turned off in this kernel";
	case EPERM:
	case EACCES:
		return "forbidden here, as in some containers";
	case E2BIG:
		return "there are 16 layers of it already";
	default:
		return "this kernel refuses it";
	}
}

/* ---- everything together ---- */

/* glibc loads code for some character sets at the first conversion of a character: do it now. */
static void load_characters(void)
{
	mbstate_t state = {0};
	wchar_t wide;
	char bytes[16];

	if (sizeof bytes < MB_CUR_MAX || mbrtowc(&wide, "x", 1, &state) != 1)
		return;
	memset(&state, 0, sizeof state);
	if (wcrtomb(bytes, wide, &state) == (size_t)-1)
		return; /* in that case nothing needs to be loaded */
}

void confinement_enter(struct confinement *c, int writable)
{
	*c = (struct confinement){.wanted = true};
	load_characters();
	/* prevent programs that this process or its children start from gaining rights */
	c->privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
	c->landlock = landlock_enter(writable);
	if (!c->landlock)
		c->no_landlock = landlock_lack(errno);
	c->capabilities = privileges_drop();
	c->calls = syscalls_limit(c->landlock && writable >= 0, &c->no_calls);
}

static void append_fence(char *buf, const char *more)
{
	size_t len = strlen(buf);

	snprintf(buf + len, CONFINEMENT_TEXT - len, "%s%s", len ? ", " : "", more);
}

static void put_lack(char *buf, const char *what, const char *why)
{
	size_t len = strlen(buf);

	if (why)
		snprintf(buf + len, CONFINEMENT_TEXT - len, "; no %s: %s", what, why);
}

const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT])
{
	char fence[32];

	buf[0] = '\0';
	snprintf(fence, sizeof fence, "Landlock %u", c->landlock);
	if (c->privileges)
		append_fence(buf, "privileges");
	if (c->capabilities)
		append_fence(buf, "capabilities");
	if (c->landlock)
		append_fence(buf, fence);
	if (c->calls)
		append_fence(buf, "system calls");
	if (!*buf)
		append_fence(buf, "nothing");
	put_lack(buf, "Landlock", c->no_landlock);
	put_lack(buf, "limit of system calls", c->no_calls);
	return buf;
}
