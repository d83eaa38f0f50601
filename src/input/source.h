/* source.h - reads the bytes of an input, unpacks them, and converts UTF-16 to UTF-8. */

#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "input/unpack/unpack.h"

struct source;

/*
 * Open `path` for reading; "-" is standard input. gzip and zstd are recognised by content, and all
 * members and frames are unpacked. UTF-16 is recognised by its byte order mark, which is removed.
 * Files are read, not mapped, so a file that is truncated meanwhile merely ends early. For a
 * directory that is a recording, opens its file `data`. NULL and an error for other directories,
 * files that cannot be opened, zstd without libzstd, or when memory runs out. Release with
 * source_close().
 */
struct source *source_open(const char *path, struct error *err);

/*
 * Like source_open(), for a file whose name is from a directory or a recording, not from the user:
 * accepts only regular files, because opening other files may wait or have side effects.
 */
struct source *source_open_regular(const char *path, struct error *err);

/*
 * Like source_open_regular(), but also accepts a directory that is a recording. Use it to reread a
 * file that the user has named.
 */
struct source *source_open_found(const char *path, struct error *err);

/* Is `path` a directory with `data` and `data.0`, as written by perf record --threads? */
bool source_is_recording(const char *path);

/* A source over bytes in memory, which are borrowed. */
struct source *source_of_bytes(const void *data, size_t len, struct error *err);

/*
 * A source over bytes from a callback, which returns up to `max` > 0 bytes per call; `*got` is 0
 * only at the end.
 */
struct source_giver {
	bool (*read)(void *arg, char *buf, size_t max, size_t *got, struct error *err);
	void *arg; /* borrowed */
};
struct source *source_of_giver(struct source_giver giver, struct error *err);
void source_close(struct source *s);

/*
 * Get the first SOURCE_HEAD unpacked bytes, or fewer if the input is shorter, to detect the format.
 * Does not consume them. Borrowed until the first read or the request for a longer head.
 */
#define SOURCE_HEAD (64 * 1024)
bool source_head(struct source *s, struct text *head, struct error *err);

/* The same for up to `most` bytes, which stay in memory until they are read. */
bool source_head_upto(struct source *s, size_t most, struct text *head,
		      struct error *err);

/*
 * Get the bytes of the head that have arrived. Waits up to `ms` milliseconds for more input. GROWS:
 * there was input to read; QUIET: no input came; WHOLE: the head is full or the input has ended.
 * Call it only before the first read.
 */
enum source_head_state { SOURCE_HEAD_GROWS, SOURCE_HEAD_QUIET, SOURCE_HEAD_WHOLE };
bool source_head_now(struct source *s, int ms, struct text *head,
		     enum source_head_state *state, struct error *err);

/* Treat the head as complete: do not wait for more of it. */
void source_head_settle(struct source *s);

/* For pipes: wait up to `ms` milliseconds. True if input has arrived or ended, or is compressed. */
bool source_wait(struct source *s, int ms);

/* Read up to `max` > 0 bytes; `*got` is 0 only at the end. */
bool source_read(struct source *s, void *buf, size_t max, size_t *got, struct error *err);

/* Is the source a regular file or memory, neither compressed nor in UTF-16? See source_part(). */
bool source_is_plain(const struct source *s);

/*
 * A source over the bytes [from, until) of a plain source, or of a file before unpacking, as far as
 * they exist. Each part has its own position, so each thread may read one. Close it before `s`.
 * NULL and an error when memory runs out.
 */
struct source *source_part(const struct source *s, uint64_t from, uint64_t until,
			   struct error *err);

/*
 * The number of bytes read so far, and the size of the input (0: unknown), both before unpacking.
 * For progress bars: any thread may call these.
 */
uint64_t source_position(const struct source *s);
uint64_t source_size(const struct source *s);

/* The path of the opened directory, which has further files; NULL: a file was opened. */
const char *source_directory(const struct source *s);

/* The modification time of the file, in seconds since 1970; 0: not a file. */
int64_t source_written(const struct source *s);

/*
 * The descriptor of a regular file opened by name, otherwise -1. For fstat(), mmap() and pread()
 * only: the source uses its position.
 */
int source_file(const struct source *s);

enum packing source_packing(const struct source *s);

/* Does the source end before a hole of the file that is too large to read? See HOLES_MOST. */
bool source_has_hole(const struct source *s);

/* After the end: a message on damage to the compressed stream; NULL: no damage. */
const char *source_damage(const struct source *s);

#endif
