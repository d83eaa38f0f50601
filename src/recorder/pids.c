#include "recorder/pids.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* the same on all architectures */
#endif

bool pids_open(struct pids *p, const int32_t *numbers, size_t count, struct error *err)
{
	*p = (struct pids){0};
	if (!count)
		return true;
	p->at = mem_array(count, sizeof *p->at, "processes", err);
	if (!p->at)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct pid *one = &p->at[p->count++]; /* room: for `count` */

		one->number = numbers[i];
		one->fd = (int)syscall(SYS_pidfd_open, numbers[i], 0);
		one->has_ended = one->fd < 0 && errno == ESRCH;
	}
	return true;
}

void pids_release(struct pids *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->at[i].fd >= 0)
			close(p->at[i].fd);
	mem_free(p->at);
	*p = (struct pids){0};
}

static bool has_ended(struct pid *p)
{
	struct pollfd polled = {.fd = p->fd, .events = POLLIN};

	if (p->fd < 0)
		return kill(p->number, 0) != 0 && errno == ESRCH;
	return poll(&polled, 1, 0) > 0;
}

bool pids_have_ended(struct pids *p)
{
	size_t ended = 0;

	for (size_t i = 0; i < p->count; i++) {
		struct pid *one = &p->at[i];

		one->has_ended = one->has_ended || has_ended(one);
		ended += one->has_ended;
	}
	return p->count && ended == p->count;
}
