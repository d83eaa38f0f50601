#include "recorder/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"

#define LINE_ROOM ((size_t)20 << 10) /* a path of 4096 bytes, four characters per byte */

/* Like read(), but retries after EINTR. */
static ssize_t read_some(int fd, char *at, size_t len)
{
	ssize_t n;

	do
		n = read(fd, at, len);
	while (n < 0 && errno == EINTR);
	return n;
}

bool small_file_read(const char *path, char *room, size_t size, struct text *all)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), why;
	size_t len = 0;
	ssize_t n = 0;

	*all = (struct text){room, 0};
	if (fd < 0)
		return false;
	while (len < size && (n = read_some(fd, room + len, size - len)) > 0)
		len += (size_t)n;
	why = errno;
	close(fd);
	errno = why;
	all->len = len;
	return n >= 0;
}

int64_t small_file_number(const char *path, int64_t otherwise)
{
	char room[32];
	struct text all;
	int32_t value;

	if (!small_file_read(path, room, sizeof room, &all))
		return otherwise;
	while (all.len && all.at[all.len - 1] == '\n')
		all.len--;
	return number_i32(all, &value) ? value : otherwise;
}

bool line_file_open(struct line_file *f, const char *path)
{
	struct error err = ERROR_INIT;

	*f = (struct line_file){
	    .fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
	if (f->fd < 0)
		return false;
	f->room = mem_array(LINE_ROOM, 1, "a line", &err);
	if (f->room)
		return true;
	line_file_close(f);
	return false;
}

void line_file_close(struct line_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	mem_free(f->room);
	*f = (struct line_file){.fd = -1};
}

/* Read more after the unread bytes; a line that fills the whole buffer is skipped. */
static void read_more(struct line_file *f)
{
	ssize_t n;

	memmove(f->room, f->room + f->begun, f->len - f->begun);
	f->len -= f->begun;
	f->begun = 0;
	if (f->len == LINE_ROOM) {
		f->len = 0;
		f->passes = true;
	}
	n = read_some(f->fd, f->room + f->len, LINE_ROOM - f->len);
	if (n > 0)
		f->len += (size_t)n;
	else
		f->is_over = true;
}

bool line_file_next(struct line_file *f, struct text *line)
{
	for (;;) {
		const char *at = f->room + f->begun, *end;

		end = f->len > f->begun ? memchr(at, '\n', f->len - f->begun) : NULL;
		if (!end && f->is_over)
			return false;
		if (!end) {
			read_more(f);
			continue;
		}
		*line = (struct text){at, (size_t)(end - at)};
		f->begun += line->len + 1;
		if (!f->passes)
			return true;
		f->passes = false;
	}
}
