#include "cli/priority.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOWEST 19

/* From linux/ioprio.h, which is newer than some supported kernels. */
#define IOPRIO_WHO_PROCESS 1
#define IOPRIO_IDLE	   (3L << 13) /* the class */

void priority_lower(void)
{
	(void)setpriority(PRIO_PROCESS, 0, LOWEST);
#ifdef SYS_ioprio_set
	(void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_IDLE);
#endif
}
