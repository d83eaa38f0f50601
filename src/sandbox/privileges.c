#include "sandbox/privileges.h"

#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CAP_SYSLOG
#define CAP_SYSLOG 34
#endif

#define SETS 2 /* of 32 capabilities each: version 3 of capset(2) */

bool privileges_fix(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool privileges_drop(void)
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
