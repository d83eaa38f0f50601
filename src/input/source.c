#include "input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/mem.h"

#define STORED_BLOCK (128 * 1024) /* read at once from the file, before inflating */

struct source {
	int fd;		      /* -1: the bytes are in memory */
	bool own_fd;	      /* standard input is not ours to close */
	struct text memory;   /* borrowed: what of them is not yet taken */
	unsigned char *block; /* owned: bytes as stored */
	size_t from, to;      /* the part of block not yet used */
	uint64_t taken, size; /* bytes as stored: read so far, and in all */
	bool exhausted;	      /* no more bytes as stored */
	bool gzip, inflating; /* inflating: `z` needs its inflateEnd() */
	bool ended;	      /* no more bytes to hand out */
	z_stream z;
	const char *damage; /* a literal */
	char *head;	    /* owned: SOURCE_HEAD bytes, once asked for */
	size_t head_from, head_to;
};

/* Read once, waiting if need be; 0 bytes mean the end. */
static bool read_once(int fd, unsigned char *buf, size_t max, size_t *got,
		      struct error *err)
{
	for (;;) {
		ssize_t n = read(fd, buf, max);

		if (n >= 0) {
			*got = (size_t)n;
			return true;
		}
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			struct pollfd wait = {.fd = fd, .events = POLLIN};

			(void)poll(&wait, 1, -1);
		} else if (errno != EINTR) {
			return error_sys(err, "cannot be read");
		}
	}
}

/* Add bytes to what is left of the block. */
static bool refill(struct source *s, struct error *err)
{
	size_t got = 0, room;

	if (s->from == s->to)
		s->from = s->to = 0;
	if (s->from && s->to == STORED_BLOCK) {
		memmove(s->block, s->block + s->from, s->to - s->from);
		s->to -= s->from;
		s->from = 0;
	}
	room = STORED_BLOCK - s->to;
	if (s->fd < 0) {
		got = s->memory.len < room ? s->memory.len : room;
		if (got)
			memcpy(s->block + s->to, s->memory.at, got);
		s->memory = text_from(s->memory, got);
	} else if (!read_once(s->fd, s->block + s->to, room, &got, err)) {
		return false;
	}
	s->to += got;
	s->taken += got;
	s->exhausted = got == 0;
	return true;
}

static bool refill_to(struct source *s, size_t wanted, struct error *err)
{
	while (s->to - s->from < wanted && !s->exhausted)
		if (!refill(s, err))
			return false;
	return true;
}

static bool gzip_begins(const struct source *s)
{
	return s->to - s->from >= 2 && s->block[s->from] == 0x1f &&
	       s->block[s->from + 1] == 0x8b;
}

static bool start(struct source *s, struct error *err)
{
	s->block = mem_array(STORED_BLOCK, 1, "bytes for reading", err);
	if (!s->block || !refill_to(s, 3, err))
		return false;
	s->gzip = gzip_begins(s) && s->to - s->from >= 3 && s->block[s->from + 2] == 8;
	if (s->gzip && inflateInit2(&s->z, 15 + 16) != Z_OK)
		return error_set(err, ERROR_MEMORY, "no memory to inflate gzip");
	s->inflating = s->gzip;
	return true;
}

static struct source *source_new(struct error *err)
{
	struct source *s = mem_array(1, sizeof *s, "source", err);

	if (s)
		s->fd = -1;
	return s;
}

struct source *source_of_bytes(const void *data, size_t len, struct error *err)
{
	struct source *s = source_new(err);

	if (!s)
		return NULL;
	s->memory = (struct text){len ? data : "", len};
	s->size = len;
	if (!start(s, err)) {
		source_close(s);
		return NULL;
	}
	return s;
}

static bool open_file(struct source *s, const char *path, struct error *err)
{
	struct stat st;

	if (strcmp(path, "-") == 0) {
		s->fd = STDIN_FILENO;
	} else {
		s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		s->own_fd = s->fd >= 0;
	}
	if (s->fd < 0)
		return error_sys(err, "cannot be opened");
	if (fstat(s->fd, &st) < 0)
		return error_sys(err, "cannot be examined");
	if (S_ISDIR(st.st_mode))
		return error_set(err, ERROR_FORMAT,
				 "expected a file with a profile, found a directory; "
				 "name the file in it");
	if (S_ISREG(st.st_mode) && st.st_size > 0)
		s->size = (uint64_t)st.st_size;
	return true;
}

struct source *source_open(const char *path, struct error *err)
{
	struct source *s = source_new(err);

	if (!s)
		return NULL;
	if (!open_file(s, path, err) || !start(s, err)) {
		source_close(s);
		return NULL;
	}
	return s;
}

void source_close(struct source *s)
{
	if (!s)
		return;
	if (s->inflating)
		inflateEnd(&s->z);
	if (s->own_fd)
		close(s->fd);
	free(s->block);
	free(s->head);
	free(s);
}

/* Behind the last member zeros are padding (tapes, disks); all else is worth telling. */
static bool check_padding(struct source *s, struct error *err)
{
	s->ended = true;
	do {
		if (!refill_to(s, 1, err))
			return false;
		while (s->from < s->to && s->block[s->from] == 0)
			s->from++;
	} while (s->from == s->to && !s->exhausted);
	if (s->from < s->to)
		s->damage = "there is something else behind the gzip stream";
	return true;
}

/* A member has ended: go on with the next one. */
static bool next_member(struct source *s, struct error *err)
{
	if (!refill_to(s, 2, err))
		return false;
	if (!gzip_begins(s) || inflateReset(&s->z) != Z_OK)
		return check_padding(s, err);
	return true;
}

/* Inflate until there is something or the end; damage is an end with a reason. */
static bool inflate_some(struct source *s, char *buf, size_t max, size_t *got,
			 struct error *err)
{
	*got = 0;
	while (*got == 0 && !s->ended) {
		int result;

		if (!refill_to(s, 1, err))
			return false;
		s->z.next_in = s->block + s->from;
		s->z.avail_in = (uInt)(s->to - s->from);
		s->z.next_out = (unsigned char *)buf;
		s->z.avail_out = (uInt)max;
		result = inflate(&s->z, Z_NO_FLUSH);
		s->from = s->to - s->z.avail_in;
		*got = max - s->z.avail_out;
		if (result == Z_MEM_ERROR)
			return error_set(err, ERROR_MEMORY, "no memory to inflate gzip");
		if (result == Z_STREAM_END) {
			if (!next_member(s, err))
				return false;
		} else if (result == Z_BUF_ERROR && s->exhausted) {
			s->damage = "the gzip stream ends in the middle";
			s->ended = true;
		} else if (result != Z_OK && result != Z_BUF_ERROR) {
			s->damage = "the gzip stream is damaged";
			s->ended = true;
		}
	}
	return true;
}

static bool copy_some(struct source *s, char *buf, size_t max, size_t *got,
		      struct error *err)
{
	if (!refill_to(s, 1, err))
		return false;
	*got = s->to - s->from < max ? s->to - s->from : max;
	if (*got)
		memcpy(buf, s->block + s->from, *got);
	s->from += *got;
	s->ended = *got == 0;
	return true;
}

/* Past the head: from the file. */
static bool produce(struct source *s, char *buf, size_t max, size_t *got,
		    struct error *err)
{
	if (max > STORED_BLOCK)
		max = STORED_BLOCK;
	*got = 0;
	if (s->ended)
		return true;
	return s->gzip ? inflate_some(s, buf, max, got, err)
		       : copy_some(s, buf, max, got, err);
}

bool source_head(struct source *s, struct text *head, struct error *err)
{
	if (!s->head) {
		s->head = mem_array(SOURCE_HEAD, 1, "bytes for the file's head", err);
		if (!s->head)
			return false;
	}
	while (s->head_to < SOURCE_HEAD && s->head_from == 0 && !s->ended) {
		size_t got;

		if (!produce(s, s->head + s->head_to, SOURCE_HEAD - s->head_to, &got,
			     err))
			return false;
		s->head_to += got;
	}
	*head = (struct text){s->head, s->head_to};
	return true;
}

bool source_read(struct source *s, void *buf, size_t max, size_t *got, struct error *err)
{
	size_t left = s->head_to - s->head_from;

	if (left == 0)
		return produce(s, buf, max, got, err);
	*got = left < max ? left : max;
	memcpy(buf, s->head + s->head_from, *got);
	s->head_from += *got;
	return true;
}

uint64_t source_position(const struct source *s)
{
	return s->taken - (s->to - s->from);
}

uint64_t source_size(const struct source *s)
{
	return s->size;
}

int source_file(const struct source *s)
{
	struct stat st;

	return s->own_fd && fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) ? s->fd : -1;
}

bool source_is_gzip(const struct source *s)
{
	return s->gzip;
}

const char *source_damage(const struct source *s)
{
	return s->damage;
}
