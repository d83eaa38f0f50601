#include "sandbox/scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int make_scratch(void)
{
	FILE *file = tmpfile();
	int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;

	if (file)
		fclose(file);
	return fd;
}

void scratch_open(struct scratch *s, unsigned count)
{
	*s = (struct scratch){.lock = PTHREAD_MUTEX_INITIALIZER};
	while (s->count < count && s->count < SCRATCH_MOST) {
		int fd = make_scratch();

		if (fd < 0)
			return;
		s->files[s->count++] = fd; /* room: see the loop */
	}
}

int scratch_take(struct scratch *s)
{
	int file = -1;

	if (!s)
		return make_scratch();
	pthread_mutex_lock(&s->lock);
	for (unsigned i = 0; file < 0 && i < s->count; i++) {
		if (s->taken[i])
			continue;
		s->taken[i] = true;
		file = s->files[i];
	}
	pthread_mutex_unlock(&s->lock);
	return file;
}

void scratch_give(struct scratch *s, int file)
{
	if (!s) {
		close(file);
		return;
	}
	(void)!ftruncate(file, 0); /* do not keep disk space */
	pthread_mutex_lock(&s->lock);
	for (unsigned i = 0; i < s->count; i++)
		if (s->files[i] == file)
			s->taken[i] = false;
	pthread_mutex_unlock(&s->lock);
}
