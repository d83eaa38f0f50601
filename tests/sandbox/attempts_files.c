/* Attempts to change files. */

#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int result(long of)
{
	return of < 0 ? errno : 0;
}

static int opened(int fd)
{
	int failed = result(fd);

	if (fd >= 0)
		close(fd);
	return failed;
}

static int try_write(const struct scene *s)
{
	return opened(open(s->victim, O_WRONLY));
}

static int try_append(const struct scene *s)
{
	return opened(open(s->victim, O_RDWR | O_APPEND));
}

static int try_open_truncated(const struct scene *s)
{
	return opened(open(s->victim, O_RDONLY | O_TRUNC));
}

static int try_truncate(const struct scene *s)
{
	return result(truncate(s->victim, 0));
}

static int try_create(const struct scene *s)
{
	int failed = opened(open(s->fresh, O_WRONLY | O_CREAT | O_EXCL, 0600));

	return failed ? failed : result(unlink(s->fresh));
}

/* A program that runs with our rights, whoever starts it. */
static int try_set_id(const struct scene *s)
{
	int failed = opened(open(s->fresh, O_WRONLY | O_CREAT | O_EXCL, 04700));

	return failed ? failed : result(unlink(s->fresh));
}

static int try_creat(const struct scene *s)
{
	int failed = opened(creat(s->fresh, 0600));

	return failed ? failed : result(unlink(s->fresh));
}

static int try_nameless(const struct scene *s)
{
	return opened(open(s->dir, O_WRONLY | O_TMPFILE, 0600));
}

static int try_directory(const struct scene *s)
{
	int failed = result(mkdir(s->fresh, 0700));

	return failed ? failed : result(rmdir(s->fresh));
}

static int try_rename(const struct scene *s)
{
	int failed = result(rename(s->kept, s->fresh));

	return failed ? failed : result(rename(s->fresh, s->kept));
}

static int try_link(const struct scene *s)
{
	int failed = result(link(s->kept, s->fresh));

	return failed ? failed : result(unlink(s->fresh));
}

static int try_unlink(const struct scene *s)
{
	return result(unlink(s->victim)); /* the last one that needs it */
}

static int try_symlink(const struct scene *s)
{
	int failed = result(symlink("/", s->fresh));

	return failed ? failed : result(unlink(s->fresh));
}

static int try_fifo(const struct scene *s)
{
	int failed = result(mkfifo(s->fresh, 0600));

	return failed ? failed : result(unlink(s->fresh));
}

static int try_chmod(const struct scene *s)
{
	return result(chmod(s->kept, 0600));
}

static int try_fchmod(const struct scene *s)
{
	int fd = open(s->kept, O_RDONLY), failed = result(fchmod(fd, 0600));

	close(fd);
	return failed;
}

static int try_chown(const struct scene *s)
{
	return result(chown(s->kept, getuid(), getgid()));
}

static int try_fchown(const struct scene *s)
{
	int fd = open(s->kept, O_RDONLY), failed = result(fchown(fd, getuid(), getgid()));

	close(fd);
	return failed;
}

static int try_times(const struct scene *s)
{
	const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};

	return result(utimensat(AT_FDCWD, s->kept, long_ago, 0));
}

static int set_times(const struct scene *s, const struct timespec *to)
{
	int fd = open(s->kept, O_RDONLY), failed = result(futimens(fd, to));

	close(fd);
	return failed;
}

static int try_open_times(const struct scene *s)
{
	const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};

	return set_times(s, long_ago);
}

static int try_now(const struct scene *s)
{
	return set_times(s, NULL);
}

static int try_attribute(const struct scene *s)
{
	int failed = result(setxattr(s->kept, "user.flarescope", "1", 1, 0));

	return failed == EOPNOTSUPP ? 0 : failed; /* as on some file systems */
}

static int try_own_memory(const struct scene *s)
{
	(void)s;
	return opened(open("/proc/self/mem", O_RDWR));
}

static int try_device(const struct scene *s)
{
	(void)s;
	return opened(open("/dev/full", O_WRONLY));
}

static int try_fallocate(const struct scene *s)
{
	int fd = open(s->kept, O_RDONLY), failed = result(fallocate(fd, 0, 0, 1));

	close(fd);
	return failed;
}

/* Unlike a program that is not there, one that is there is Landlock's business. */
static int try_program(const struct scene *s)
{
	char name[] = "/bin/true", *argv[] = {name, NULL};
	pid_t pid = fork();
	int status = 0;

	(void)s;
	if (pid == 0) {
		execv(name, argv);
		_exit(errno);
	}
	if (pid < 0)
		return errno;
	waitpid(pid, &status, 0);
	return WEXITSTATUS(status);
}

/* Nobody is there. */
static int try_network(const struct scene *s)
{
	const struct sockaddr_in to = {.sin_family = AF_INET,
				       .sin_port = htons(1),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0), failed;

	(void)s;
	if (fd < 0)
		return errno;
	failed = result(connect(fd, (const struct sockaddr *)&to, sizeof to));
	close(fd);
	return failed;
}

const struct attempt attempts_on_files[] = {
    {"run a program that is there", try_program, 0},
    {"open a connection", try_network, ECONNREFUSED},
    {"write to a file", try_write, 0},
    {"append to a file", try_append, 0},
    {"open a file to be emptied", try_open_truncated, 0},
    {"truncate a file", try_truncate, 0},
    {"make a file", try_create, 0},
    {"make a program of its owner's", try_set_id, 0},
    {"make a file by creat", try_creat, 0},
    {"make a file without a name", try_nameless, 0},
    {"make a directory", try_directory, 0},
    {"rename a file", try_rename, 0},
    {"link a file", try_link, 0},
    {"make a symbolic link", try_symlink, 0},
    {"make a FIFO", try_fifo, 0},
    {"write to its own memory by /proc", try_own_memory, 0},
    {"write to a device", try_device, 0},
    {"remove a file", try_unlink, 0},
    {NULL, NULL, 0},
};

/* Landlock does not know these; the list of calls does. */
const struct attempt attempts_on_marks[] = {
    {"change a file's mode", try_chmod, 0},
    {"change an open file's mode", try_fchmod, 0},
    {"change a file's owner", try_chown, 0},
    {"change an open file's owner", try_fchown, 0},
    {"change a file's times", try_times, 0},
    {"change an open file's times", try_open_times, 0},
    {"set an open file's times to now", try_now, 0},
    {"change a file's attributes", try_attribute, 0},
    {"allocate room in a file", try_fallocate, EBADF},
    {NULL, NULL, 0},
};
