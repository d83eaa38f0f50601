#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define HOW (O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)

/* Returns `fd` if it is a regular file; otherwise closes it, and returns -1 and errno. */
static int only_regular(int fd, struct stat *st)
{
	int why;

	if (fd < 0)
		return -1;
	why = fstat(fd, st) == 0 ? 0 : errno;
	if (why == 0 && S_ISREG(st->st_mode))
		return fd;
	close(fd);
	errno = why;
	return -1;
}

/*
 * Opening a tape rewinds it, opening a watchdog starts its timer. So open the name with O_PATH,
 * which has no effect, check its type, and then open exactly that file.
 */
int regular_file_open_in(int dir, const char *name, int more, struct stat *st)
{
	int held = only_regular(openat(dir, name, O_PATH | O_CLOEXEC | more), st);
	char path[32];
	int fd;

	if (held < 0)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", held);
	fd = open(path, HOW);
	if (fd < 0 && errno == ENOENT) /* /proc is missing */
		fd = openat(dir, name, HOW | more);
	close(held);
	return only_regular(fd, st);
}

int regular_file_open(const char *path, struct stat *st)
{
	return regular_file_open_in(AT_FDCWD, path, 0, st);
}
