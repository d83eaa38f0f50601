/*
 * inside - run a program where something is forbidden already.
 * Usage: inside [deny=CALL]... [layers=N] PROGRAM [ARGUMENT]...
 *
 * deny=CALL: this system call fails with EPERM, as in a container. layers=N: within N layers
 * of Landlock that forbid next to nothing. Status 77 where that cannot be had.
 */

#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CANNOT 77

static int fail(const char *what)
{
	fprintf(stderr, "inside: %s: %s\n", what, strerror(errno));
	return CANNOT;
}

static int deny(const char *call)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);
	int number = seccomp_syscall_resolve_name(call), failed;

	if (!rules || number == __NR_SCMP_ERROR) {
		errno = ENOSYS;
		return fail(call);
	}
	failed = seccomp_rule_add(rules, SCMP_ACT_ERRNO(EPERM), number, 0);
	failed = failed ? failed : seccomp_load(rules);
	seccomp_release(rules);
	errno = -failed;
	return failed ? fail(call) : 0;
}

static int add_layer(void)
{
	const uint64_t sockets = 1 << 9; /* only these are not to be made */
	int rules = (int)syscall(444, &sockets, sizeof sockets, 0), failed;

	if (rules < 0)
		return fail("Landlock");
	failed = syscall(446, rules, 0) != 0 ? fail("Landlock") : 0;
	close(rules);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0, i = 1;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	for (; !failed && i < argc && strchr(argv[i], '='); i++) {
		const char *value = strchr(argv[i], '=') + 1;

		if (strncmp(argv[i], "deny=", 5) == 0)
			failed = deny(value);
		else
			for (long n = strtol(value, NULL, 10); !failed && n > 0; n--)
				failed = add_layer();
	}
	if (failed || i >= argc)
		return CANNOT;
	execvp(argv[i], argv + i);
	return fail(argv[i]);
}
