#include "symbols/symbol_names.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"

/* Most names are shorter. */
#define NAME_USUAL 256

/*
 * Files stay open only with descriptors below this. A process usually has 1024, and a recording
 * with as many large modules must still be able to open files.
 */
#define DESCRIPTOR_MAX 256

/* A section of a file. */
struct part {
	int fd; /* owned */
	uint64_t offset;
	uint32_t len;
};

struct symbol_names {
	char *bytes; /* owned: each copy ends with a NUL; the first is empty */
	size_t count, capacity;
	struct part parts[SYMBOL_NAMES_SOURCES]; /* the first is unused */
	uint8_t part_count;
};

struct symbol_names *symbol_names_new(struct error *err)
{
	struct symbol_names *n = mem_array(1, sizeof *n, "symbol names", err);
	uint32_t at;

	if (!n)
		return NULL;
	n->part_count = 1;
	if (!symbol_names_copy(n, TEXT(""), &at, err)) {
		symbol_names_free(n);
		return NULL;
	}
	return n;
}

void symbol_names_free(struct symbol_names *n)
{
	if (!n)
		return;
	for (uint8_t i = 1; i < n->part_count; i++)
		close(n->parts[i].fd);
	mem_free(n->bytes);
	mem_free(n);
}

bool symbol_names_copy(struct symbol_names *n, struct text bytes, uint32_t *at,
		       struct error *err)
{
	uintptr_t from = (uintptr_t)bytes.at, own = (uintptr_t)n->bytes;
	bool ours = n->bytes && from >= own && from - own < n->count;

	if (bytes.len >= UINT32_MAX - n->count)
		return error_set(err, ERROR_LIMIT, "more than 4 GiB of symbol names");
	if (!mem_reserve(&n->bytes, &n->capacity, n->count + bytes.len + 1, 1,
			 "symbol names", err))
		return false;
	/* the copied bytes have moved */
	if (ours)
		bytes.at = n->bytes + (from - own);
	*at = (uint32_t)n->count;
	if (bytes.len)
		memcpy(n->bytes + n->count, bytes.at, bytes.len);
	n->count += bytes.len;
	n->bytes[n->count++] = '\0'; /* room: reserved with the bytes */
	return true;
}

bool symbol_names_leave(struct symbol_names *n, int fd, uint64_t offset, uint32_t len,
			uint8_t *source)
{
	int own;

	if (n->part_count >= ARRAY_ROOM(n->parts) || offset > (uint64_t)INT64_MAX - len)
		return false;
	own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (own > DESCRIPTOR_MAX)
		close(own);
	if (own < 0 || own > DESCRIPTOR_MAX)
		return false;
	*source = n->part_count;
	n->parts[n->part_count++] =
	    (struct part){own, offset, len}; /* room: checked first */
	return true;
}

const char *symbol_names_get(const struct symbol_names *n, uint8_t source, uint32_t at,
			     struct symbol_names_room *room)
{
	const struct part *p = &n->parts[source];
	struct error none = ERROR_INIT;
	size_t want = NAME_USUAL, most = SYMBOL_NAME_MOST;

	if (source == 0)
		return at < n->count ? n->bytes + at : "";
	if (source >= n->part_count || at >= p->len)
		return "";
	if (most > p->len - at)
		most = p->len - at;
	for (;; want *= 8) {
		bool all = want >= most;
		ssize_t got;

		if (all)
			want = most;
		if (!mem_reserve(&room->at, &room->capacity, want + 1, 1, "bytes", &none))
			return "";
		got = pread(p->fd, room->at, want, (off_t)(p->offset + at));
		if (got <= 0)
			return "";
		room->at[got] = '\0';
		if (memchr(room->at, '\0', (size_t)got) || all)
			return room->at;
	}
}
