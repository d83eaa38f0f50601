/* source.h - the bytes of an input: unpacked, and converted from UTF-16 to UTF-8. */

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
 * Files are read, not mapped, so that a file which is truncated meanwhile just ends early. A
 * directory that is a recording stands for its file `data`. NULL and an error for other
 * directories, a file that cannot be opened, zstd without libzstd, or no memory. Release with
 * source_close().
 */
struct source *source_open(const char *path, struct error *err);

/*
 * The same for a file that a directory or a recording names, not the user: accepts regular files
 * only, as opening others may wait or have side effects.
 */
struct source *source_open_regular(const char *path, struct error *err);

/*
 * As source_open_regular(), and accepts a directory that is a recording. Also for a file that the
 * user named, when it is read again.
 */
struct source *source_open_found(const char *path, struct error *err);

/* Is it a directory with `data` and `data.0`, as perf record --threads makes? */
bool source_is_recording(const char *path);

/* A source over bytes in memory, which are borrowed; for tests and fuzzing. */
struct source *source_of_bytes(const void *data, size_t len, struct error *err);

/*
 * A source over bytes from a callback. It is called for up to `max` > 0 bytes at a time; `*got` is
 * 0 only at the end.
 */
struct source_giver {
	bool (*read)(void *arg, char *buf, size_t max, size_t *got, struct error *err);
	void *arg; /* borrowed */
};
struct source *source_of_giver(struct source_giver giver, struct error *err);
void source_close(struct source *s);

/*
 * The first SOURCE_HEAD bytes (unpacked), or fewer if the input is shorter, without consuming them;
 * formats are recognised by these. Borrowed until the first read, or until a longer head is
 * requested.
 */
#define SOURCE_HEAD (64 * 1024)
bool source_head(struct source *s, struct text *head, struct error *err);

/* The same for up to `most` bytes, which stay in memory until they are read. */
bool source_head_upto(struct source *s, size_t most, struct text *head,
		      struct error *err);

/*
 * The head as far as it has arrived. Waits up to `ms` milliseconds for more input, and adds one
 * read of it (GROWS); nothing came (QUIET); the head is full or the input has ended (WHOLE). Only
 * before the first read.
 */
enum source_head_state { SOURCE_HEAD_GROWS, SOURCE_HEAD_QUIET, SOURCE_HEAD_WHOLE };
bool source_head_now(struct source *s, int ms, struct text *head,
		     enum source_head_state *state, struct error *err);

/* The head is complete as it is: do not wait for more of it. */
void source_head_settle(struct source *s);

/* For pipes: wait up to `ms` milliseconds. True when there is input, or it has ended. */
bool source_wait(struct source *s, int ms);

/* Read up to `max` > 0 bytes; `*got` is 0 only at the end. */
bool source_read(struct source *s, void *buf, size_t max, size_t *got, struct error *err);

/* Can it be read at any offset? True for regular files and memory, if not packed or UTF-16. */
bool source_is_plain(const struct source *s);

/*
 * A part of a plain source, or of the stored bytes of a file: those from `from` up to `until`, or
 * to the end. Each part has its own position, so several threads may each read one. Close it before
 * `s`. NULL and an error when memory runs out.
 */
struct source *source_part(const struct source *s, uint64_t from, uint64_t until,
			   struct error *err);

/*
 * The bytes of the input that were read, and its size (0: unknown); both as stored, that is,
 * compressed. For progress bars: any thread may call these.
 */
uint64_t source_position(const struct source *s);
uint64_t source_size(const struct source *s);

/* The directory that was opened, to find more files in it; NULL if a file was opened. */
const char *source_directory(const struct source *s);

/* The modification time of the file, in seconds since 1970; 0: not a file. */
int64_t source_written(const struct source *s);

/*
 * The descriptor of a regular file that was opened by name, otherwise -1. For fstat() and mmap():
 * the source uses its position.
 */
int source_file(const struct source *s);

/* How the input is compressed. */
enum packing source_packing(const struct source *s);

/* Did we stop before a hole of the file that is too large to read? See HOLES_MOST. */
bool source_has_hole(const struct source *s);

/* After the end: why the compressed stream is damaged or truncated; NULL: it is not. */
const char *source_damage(const struct source *s);

#endif
