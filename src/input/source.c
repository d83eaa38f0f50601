#include "input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "input/unpack/unpack.h"

#define STORED_BLOCK (256 * 1024) /* bytes per read of the file, before unpacking */
/* bytes per read of plain files; reading can be cancelled between reads */
#define READ_MOST (1024 * 1024)

/* Bytes of holes that are read, beyond the bytes stored before them. */
#define HOLES_MOST (UINT64_C(256) << 20)

/* The size to set for pipes: the default maximum for unprivileged users of Linux. */
#define PIPE_BYTES (1024 * 1024)

/* ---- UTF-16 ---- */

#define UTF16_MARK    2		  /* bytes of the byte order mark */
#define UTF16_AT_ONCE (32 * 1024) /* bytes of UTF-16 per step */

/*
 * A converter to UTF-8 without a mark. iconv() would do, but without its tables, which are not
 * always installed, it does not know UTF-16. Invalid units become U+FFFD.
 */
struct utf16 {
	bool big_endian;
	/* bytes of `in`: an incomplete character at the end of the last piece */
	size_t kept;
	size_t from, to; /* of `out`: not yet taken */
	char in[UTF16_AT_ONCE];
	char out[UTF16_AT_ONCE / 2 * 3 + UTF8_MAX]; /* two bytes become at most three */
};

static char32_t unit_at(const struct utf16 *u, size_t at)
{
	unsigned char a = (unsigned char)u->in[at], b = (unsigned char)u->in[at + 1];

	return u->big_endian ? (char32_t)(a << 8 | b) : (char32_t)(b << 8 | a);
}

static bool is_first_half(char32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_second_half(char32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

/* The character at `*at`; `there` bytes are valid. */
static char32_t take_rune(const struct utf16 *u, size_t *at, size_t there)
{
	char32_t first = unit_at(u, *at), second;

	*at += 2;
	if (is_second_half(first))
		return UTF8_BAD;
	if (!is_first_half(first))
		return first;
	second = there - *at >= 2 ? unit_at(u, *at) : 0;
	if (!is_second_half(second))
		return UTF8_BAD;
	*at += 2;
	return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

/* Convert `n` more bytes that were put behind those kept; `last`: there are no more. */
static void utf16_put(struct utf16 *u, size_t n, bool last)
{
	size_t there = u->kept + n, at = 0;

	u->from = u->to = 0;
	while (there - at >= 2) {
		if (!last && there - at < 4 && is_first_half(unit_at(u, at)))
			break;
		u->to += utf8_encode(take_rune(u, &at, there), u->out + u->to);
	}
	u->kept = there - at;
	if (last && u->kept) {
		u->to += utf8_encode(UTF8_BAD, u->out + u->to);
		u->kept = 0;
	}
	memmove(u->in, u->in + at, u->kept);
}

/* ---- the source ---- */

struct source {
	int fd;			   /* -1: the bytes are in memory, or come from `giver` */
	struct source_giver giver; /* supplies the bytes; `read` NULL: unused */
	bool own_fd;		   /* false for standard input */
	char *block;		   /* owned: bytes as stored; NULL for bytes in memory */
	/* borrowed from `block` or `memory`: bytes not yet used */
	struct text stored;
	const char *memory;  /* borrowed: the beginning of the bytes in memory */
	uint64_t read, size; /* bytes as stored: read so far, and the total */
	atomic_uint_fast64_t position; /* bytes used so far; any thread may read it */
	bool hole;		       /* `size` ends before a hole that is not read */
	bool exhausted;		       /* no more bytes as stored */
	bool ended;		       /* no more bytes to return */
	bool head_will_do;	       /* do not wait for more of the head */
	enum packing packing;
	struct unpack *packed;	/* owned: NULL when not compressed */
	bool looked;		/* `first` has been checked for the mark of UTF-16 */
	char first[UTF16_MARK]; /* bytes read for that check and not returned yet */
	size_t first_from, first_to;
	struct utf16 *wide; /* owned: NULL when not UTF-16 */
	bool wide_ended;    /* all input has been put into `wide` */
	/* owned: from the first request for the head until it has been read */
	char *head;
	size_t head_room, head_from, head_to;
	char *directory; /* owned: NULL when a file was opened */
	/* of the file of another source: the bytes from `at` up to `until` */
	bool is_part;
	uint64_t at, until;
	int64_t written;
};

/* One read that waits for input if necessary; 0 bytes mean the end. */
static bool read_stored(struct source *s, char *buf, size_t max, size_t *got,
			struct error *err)
{
	if (s->giver.read)
		return s->giver.read(s->giver.arg, buf, max, got, err);
	/* up to the size at opening: the file may grow faster than it is read */
	if (s->size && max > s->size - s->read)
		max = (size_t)(s->size - s->read);
	*got = 0;
	while (max) {
		ssize_t n = read(s->fd, buf, max);

		if (n >= 0) {
			*got = (size_t)n;
			break;
		}
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			struct pollfd wait = {.fd = s->fd, .events = POLLIN};

			(void)poll(&wait, 1, -1);
		} else if (errno != EINTR) {
			return error_sys(err, "cannot be read");
		}
	}
	return true;
}

/* Append bytes to the rest of the block, which moves to its front. */
static bool refill_block(struct source *s, struct error *err)
{
	size_t left = s->stored.len, got = 0;

	if (s->exhausted)
		return true;
	if (left)
		memmove(s->block, s->stored.at, left);
	s->stored = (struct text){s->block, left};
	if (!read_stored(s, s->block + left, STORED_BLOCK - left, &got, err))
		return false;
	s->stored.len += got;
	s->read += got;
	s->exhausted = got == 0;
	return true;
}

static bool start_unpacking(struct source *s, struct error *err)
{
	while (s->stored.len < UNPACK_MAGIC && !s->exhausted)
		if (!refill_block(s, err))
			return false;
	s->packing = unpack_begins(s->stored);
	if (s->packing == PACKING_NONE)
		return true;
	s->packed = unpack_new(s->packing, err);
	return s->packed != NULL;
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
	s->memory = len ? data : "";
	s->stored = (struct text){s->memory, len};
	s->read = s->size = len;
	s->exhausted = true;
	if (!start_unpacking(s, err)) {
		source_close(s);
		return NULL;
	}
	return s;
}

static bool has_file(int directory, const char *name)
{
	struct stat st;

	return fstatat(directory, name, &st, 0) == 0 && S_ISREG(st.st_mode);
}

bool source_is_recording(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool is = fd >= 0 && has_file(fd, "data") && has_file(fd, "data.0");

	if (fd >= 0)
		close(fd);
	return is;
}

static bool tell_of_opening(struct error *err)
{
	if (errno)
		return error_sys(err, "cannot be opened");
	return error_set(err, ERROR_FORMAT,
			 "expected a regular file, found a pipe, a "
			 "device or a directory");
}

/* Open the file "data" in the open directory. */
static bool enter_data_directory(struct source *s, const char *path, struct stat *st,
				 struct error *err)
{
	int directory = s->fd;

	if (!s->own_fd || !has_file(directory, "data") || !has_file(directory, "data.0"))
		return error_set(err, ERROR_FORMAT, "is a directory; name a file in it");
	s->fd = regular_file_open_in(directory, "data", 0, st);
	s->own_fd = s->fd >= 0;
	close(directory);
	if (s->fd < 0)
		return tell_of_opening(err);
	s->directory = mem_text(path, strlen(path), err);
	return s->directory != NULL;
}

/*
 * The user may name a pipe: wait for its writer. Opening does not block, in case of a file lease,
 * and in case the file has been replaced by something that blocks.
 */
static int open_any(const char *path, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct pollfd written = {.fd = fd, .events = POLLIN};

	if (fd < 0 || fstat(fd, st) < 0)
		return fd;
	if (!S_ISREG(st->st_mode) && !S_ISDIR(st->st_mode))
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	if (S_ISFIFO(st->st_mode))
		while (poll(&written, 1, -1) < 0 && errno == EINTR)
			;
	return fd;
}

/*
 * The offset of the hole with which holes exceed HOLES_MOST, or the size. A hole is not stored but
 * takes as long to read as bytes: a file of 4 KiB could take a year.
 */
static uint64_t before_holes(int fd, const struct stat *st)
{
	uint64_t size = st->st_size > 0 ? (uint64_t)st->st_size : 0;
	uint64_t stored = 0, holes = 0;
	off_t was, from = 0, to;

	if (size < HOLES_MOST || size - HOLES_MOST < (uint64_t)st->st_blocks * 512)
		return size;
	was = lseek(fd, 0, SEEK_CUR);
	while (holes + stored < size) {
		to = lseek(fd, from, SEEK_DATA);
		if (to < 0 && errno != ENXIO)
			break; /* the file system does not report holes */
		holes += (to < 0 ? size : (uint64_t)to) - (uint64_t)from;
		if (holes > HOLES_MOST + stored) {
			size = (uint64_t)from;
			break;
		}
		from = to < 0 ? -1 : lseek(fd, to, SEEK_HOLE);
		if (from < 0)
			break;
		stored += (uint64_t)(from - to);
	}
	(void)lseek(fd, was, SEEK_SET);
	return size;
}

static void measure_file(struct source *s, const struct stat *st)
{
	s->written = (int64_t)st->st_mtime;
	s->size = before_holes(s->fd, st);
	s->hole = st->st_size > 0 && s->size < (uint64_t)st->st_size;
	if (s->hole && s->size == 0)
		s->size = 1; /* 0 would mean unknown */
}

enum opening { OPEN_ANY, OPEN_FOUND, OPEN_REGULAR };

static bool open_file(struct source *s, enum opening how, const char *path,
		      struct error *err)
{
	bool is_input = how == OPEN_ANY && strcmp(path, "-") == 0;
	struct stat st;

	if (how == OPEN_ANY) {
		s->fd = is_input ? STDIN_FILENO : open_any(path, &st);
	} else {
		s->fd = regular_file_open(path, &st);
		if (s->fd < 0 && !errno && how == OPEN_FOUND && S_ISDIR(st.st_mode))
			s->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	s->own_fd = s->fd >= 0 && !is_input;
	if (s->fd < 0)
		return tell_of_opening(err);
	if (how == OPEN_ANY && fstat(s->fd, &st) < 0)
		return error_sys(err, "cannot be examined");
	if (S_ISDIR(st.st_mode) && !enter_data_directory(s, path, &st, err))
		return false;
	/*
	 * a pipe holds 64 KiB by default, so that we and the writer often wait for each other;
	 * failure is harmless; a pipe that is larger already is left alone
	 */
	if (S_ISFIFO(st.st_mode) && fcntl(s->fd, F_GETPIPE_SZ) < PIPE_BYTES)
		(void)fcntl(s->fd, F_SETPIPE_SZ, PIPE_BYTES);
	if (S_ISREG(st.st_mode))
		measure_file(s, &st);
	return true;
}

static struct source *open_by(enum opening how, const char *path, struct error *err)
{
	struct source *s = source_new(err);

	if (!s)
		return NULL;
	s->block = mem_array(STORED_BLOCK, 1, "bytes for reading", err);
	if (s->block && open_file(s, how, path, err) && start_unpacking(s, err))
		return s;
	source_close(s);
	return NULL;
}

struct source *source_open(const char *path, struct error *err)
{
	return open_by(OPEN_ANY, path, err);
}

struct source *source_open_found(const char *path, struct error *err)
{
	return open_by(OPEN_FOUND, path, err);
}

struct source *source_open_regular(const char *path, struct error *err)
{
	return open_by(OPEN_REGULAR, path, err);
}

struct source *source_of_giver(struct source_giver giver, struct error *err)
{
	struct source *s = source_new(err);

	if (!s)
		return NULL;
	s->giver = giver;
	s->block = mem_array(STORED_BLOCK, 1, "bytes for reading", err);
	if (s->block && start_unpacking(s, err))
		return s;
	source_close(s);
	return NULL;
}

void source_close(struct source *s)
{
	if (!s)
		return;
	unpack_free(s->packed);
	mem_free(s->wide);
	if (s->own_fd)
		close(s->fd);
	mem_free(s->block);
	mem_free(s->head);
	mem_free(s->directory);
	mem_free(s);
}

/* Unpack until there are bytes or the input ends; damaged input ends too, with a reason. */
static bool unpack_some(struct source *s, char *buf, size_t max, size_t *got,
			struct error *err)
{
	for (;;) {
		if (!unpack_next(s->packed, &s->stored, s->exhausted, buf, max, got, err))
			return false;
		s->ended = unpack_ended(s->packed);
		if (*got || s->ended)
			return true;
		if (!refill_block(s, err))
			return false;
	}
}

/* First the bytes read to detect compression, then directly from the file. */
static bool copy_some(struct source *s, char *buf, size_t max, size_t *got,
		      struct error *err)
{
	if (s->stored.len) {
		*got = s->stored.len < max ? s->stored.len : max;
		memcpy(buf, s->stored.at, *got);
		s->stored = text_from(s->stored, *got);
		return true;
	}
	if (!s->exhausted &&
	    !read_stored(s, buf, max < READ_MOST ? max : READ_MOST, got, err))
		return false;
	s->read += *got;
	s->ended = s->exhausted = *got == 0;
	return true;
}

static bool read_part(struct source *s, char *buf, size_t max, size_t *got,
		      struct error *err)
{
	uint64_t left = s->at < s->until ? s->until - s->at : 0;
	ssize_t n;

	if (s->at > (uint64_t)INT64_MAX - READ_MOST) /* no file is that long */
		left = 0;
	max = max < READ_MOST ? max : READ_MOST;
	max = max < left ? max : (size_t)left;
	do
		n = max ? pread(s->fd, buf, max, (off_t)s->at) : 0;
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_sys(err, "cannot be read");
	s->at += (uint64_t)n;
	s->ended = n == 0;
	*got = (size_t)n;
	return true;
}

/* The next bytes, unpacked but not converted from UTF-16. */
static bool take_unpacked(struct source *s, char *buf, size_t max, size_t *got,
			  struct error *err)
{
	bool ok = true;

	*got = 0;
	if (s->is_part)
		return s->ended || read_part(s, buf, max, got, err);
	if (!s->ended && max > 0)
		ok = s->packed ? unpack_some(s, buf, max, got, err)
			       : copy_some(s, buf, max, got, err);
	atomic_store(&s->position, s->read - s->stored.len);
	return ok;
}

/* Read the first bytes, and convert the input if they are a mark of UTF-16. */
static bool detect_utf16(struct source *s, struct error *err)
{
	struct text mark;
	size_t got;

	while (s->first_to < UTF16_MARK && !s->ended) {
		if (!take_unpacked(s, s->first + s->first_to, UTF16_MARK - s->first_to,
				   &got, err))
			return false;
		s->first_to += got;
	}
	mark = (struct text){s->first, s->first_to};
	if (text_equal(mark, TEXT("\xff\xfe")) || text_equal(mark, TEXT("\xfe\xff"))) {
		s->wide = mem_array(1, sizeof *s->wide, "bytes of UTF-16", err);
		s->first_to = 0;
		if (!s->wide)
			return false;
		s->wide->big_endian = mark.at[0] == '\xfe';
	}
	s->wide_ended = s->ended;
	s->looked = true;
	return true;
}

static bool narrow_some(struct source *s, char *buf, size_t max, size_t *got,
			struct error *err)
{
	struct utf16 *u = s->wide;

	while (u->from == u->to && !s->wide_ended) {
		size_t n;

		if (!take_unpacked(s, u->in + u->kept, sizeof u->in - u->kept, &n, err))
			return false;
		s->wide_ended = s->ended;
		utf16_put(u, n, s->ended);
	}
	*got = u->to - u->from < max ? u->to - u->from : max;
	memcpy(buf, u->out + u->from, *got);
	u->from += *got;
	s->ended = s->wide_ended && u->from == u->to;
	return true;
}

bool source_wait(struct source *s, int ms)
{
	struct pollfd wait = {.fd = s->fd, .events = POLLIN};
	bool at_hand = s->stored.len || s->packed || s->head_from < s->head_to ||
		       s->first_from < s->first_to;

	return at_hand || s->fd < 0 || s->is_part || s->exhausted || s->ended ||
	       poll(&wait, 1, ms) != 0;
}

/* The next bytes after the head. */
static bool produce(struct source *s, char *buf, size_t max, size_t *got,
		    struct error *err)
{
	size_t first;

	if (!s->is_part && !s->looked && !detect_utf16(s, err))
		return false;
	if (s->wide)
		return narrow_some(s, buf, max, got, err);
	first = s->first_to - s->first_from;
	if (first == 0)
		return take_unpacked(s, buf, max, got, err);
	*got = first < max ? first : max;
	memcpy(buf, s->first + s->first_from, *got);
	s->first_from += *got;
	return true;
}

bool source_head_upto(struct source *s, size_t most, struct text *head, struct error *err)
{
	while (s->head_to < most && s->head_from == 0 && !s->ended && !s->head_will_do) {
		size_t got, wanted = s->head_to + SOURCE_HEAD;

		wanted = wanted < most ? wanted : most;
		if (wanted > s->head_room &&
		    !mem_reserve(&s->head, &s->head_room, wanted, 1,
				 "bytes for the file's head", err))
			return false;
		if (!produce(s, s->head + s->head_to, wanted - s->head_to, &got, err))
			return false;
		s->head_to += got;
	}
	*head = s->head ? text_upto((struct text){s->head, s->head_to}, most) : TEXT("");
	return true;
}

void source_head_settle(struct source *s)
{
	s->head_will_do = true;
}

bool source_head(struct source *s, struct text *head, struct error *err)
{
	return source_head_upto(s, SOURCE_HEAD, head, err);
}

bool source_head_now(struct source *s, int ms, struct text *head,
		     enum source_head_state *state, struct error *err)
{
	struct pollfd wait = {.fd = s->fd, .events = POLLIN};
	bool at_hand = s->stored.len || s->packed || s->first_from < s->first_to ||
		       s->fd < 0 || s->exhausted || s->ended;
	size_t got = 0;

	*state = s->head_to == SOURCE_HEAD || s->ended ? SOURCE_HEAD_WHOLE
		 : !at_hand && poll(&wait, 1, ms) == 0 ? SOURCE_HEAD_QUIET
						       : SOURCE_HEAD_GROWS;
	if (s->head_room < SOURCE_HEAD &&
	    !mem_reserve(&s->head, &s->head_room, SOURCE_HEAD, 1,
			 "bytes for the file's head", err))
		return false;
	if (*state == SOURCE_HEAD_GROWS &&
	    !produce(s, s->head + s->head_to, SOURCE_HEAD - s->head_to, &got, err))
		return false;
	s->head_to += got;
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
	if (s->head_from == s->head_to && s->head_room > SOURCE_HEAD) {
		mem_free(s->head);
		s->head = NULL;
	}
	return true;
}

bool source_is_plain(const struct source *s)
{
	return !s->packed && !s->wide && (s->memory || source_file(s) >= 0);
}

struct source *source_part(const struct source *s, uint64_t from, uint64_t until,
			   struct error *err)
{
	struct source *part = source_new(err);

	if (!part)
		return NULL;
	if (s->memory) {
		uint64_t to = until < s->size ? until : s->size;

		part->stored = (struct text){s->memory + (from < to ? from : to),
					     (size_t)(from < to ? to - from : 0)};
		part->exhausted = true;
	} else {
		part->fd = s->fd;
		part->stored = TEXT("");
		part->is_part = true;
		part->at = from;
		part->until = s->hole && s->size < until ? s->size : until;
	}
	return part;
}

uint64_t source_position(const struct source *s)
{
	return atomic_load(&s->position);
}

uint64_t source_size(const struct source *s)
{
	return s->size;
}

const char *source_directory(const struct source *s)
{
	return s->directory;
}

int64_t source_written(const struct source *s)
{
	return s->written;
}

int source_file(const struct source *s)
{
	struct stat st;

	return s->own_fd && fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) ? s->fd : -1;
}

enum packing source_packing(const struct source *s)
{
	return s->packing;
}

bool source_has_hole(const struct source *s)
{
	return s->hole;
}

const char *source_damage(const struct source *s)
{
	return s->packed ? unpack_damage(s->packed) : NULL;
}
