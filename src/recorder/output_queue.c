#include "recorder/output_queue.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

/*
 * The bytes that a pipe accepts without blocking once poll() says that it is writable: PIPE_BUF.
 */
#define AT_ONCE 4096

/* The bytes collected before a file is written. */
#define FILE_CHUNK ((size_t)256 << 10)

void output_queue_open(struct output_queue *o, int fd)
{
	struct stat st;

	*o = (struct output_queue){.fd = fd};
	o->is_file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

void output_queue_release(struct output_queue *o)
{
	mem_free(o->at);
	*o = (struct output_queue){.fd = -1};
}

size_t output_queue_waiting(const struct output_queue *o)
{
	return o->len - o->begun;
}

bool output_queue_put(struct output_queue *o, struct text t, struct error *err)
{
	if (o->is_gone || t.len == 0)
		return true;
	if (o->begun && o->begun >= o->len / 2) {
		memmove(o->at, o->at + o->begun, output_queue_waiting(o));
		o->len -= o->begun;
		o->begun = 0;
	}
	if (t.len > o->room - o->len &&
	    !mem_reserve(&o->at, &o->room, o->len + t.len, 1, "bytes to be written", err))
		return false;
	memcpy(o->at + o->len, t.at, t.len);
	o->len += t.len;
	o->written += t.len;
	return true;
}

/*
 * Can AT_ONCE bytes be written without blocking? Also true if the reader is gone: write() returns
 * the error then.
 */
static bool takes_more(const struct output_queue *o)
{
	struct pollfd p = {.fd = o->fd, .events = POLLOUT};

	return o->is_file || poll(&p, 1, 0) > 0;
}

bool output_queue_drain(struct output_queue *o, struct error *err)
{
	while (output_queue_waiting(o) && !o->is_gone && takes_more(o)) {
		size_t len = output_queue_waiting(o),
		       most = o->is_file ? FILE_CHUNK : AT_ONCE;
		ssize_t n = write(o->fd, o->at + o->begun, len < most ? len : most);

		if (n >= 0)
			o->begun += (size_t)n;
		else if (errno == EPIPE)
			o->is_gone = true;
		else if (errno == EAGAIN)
			return true;
		else if (errno != EINTR)
			return error_sys(err, "cannot write the recording");
	}
	if (o->is_gone || o->begun == o->len)
		o->begun = o->len = 0;
	return true;
}
