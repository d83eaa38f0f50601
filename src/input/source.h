/* source.h - the bytes of an input, unpacked if packed, and as UTF-8 if they were UTF-16. */

#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "input/unpack/unpack.h"

struct source;

/*
 * Open `path` for reading; "-" is standard input. gzip and zstd are recognised by
 * content and unpacked, all members and frames; UTF-16 by its byte order mark, which is left
 * out. Files are read, not mapped: one that somebody cuts short meanwhile ends early and does
 * no harm. Of a directory that is a recording it is the file `data`. NULL and an error for
 * other directories, a file that cannot be opened, zstd without libzstd, or no memory.
 * Release with source_close().
 */
struct source *source_open(const char *path, struct error *err);

/*
 * The same of what a directory or a recording names, not the user: a regular file, and
 * nothing that waits when it is opened or does something.
 */
struct source *source_open_regular(const char *path, struct error *err);

/* Or a directory that is a recording; also of what the user has named, when it is read again. */
struct source *source_open_found(const char *path, struct error *err);

/* Is it a directory with the files `data` and `data.0`, as perf record --threads makes them? */
bool source_is_recording(const char *path);

/* The same over bytes in memory, which are borrowed; for tests and fuzzing. */
struct source *source_of_bytes(const void *data, size_t len, struct error *err);

/*
 * Over bytes that somebody else has, who is asked for up to `max` > 0 of them at a time;
 * `*got` is 0 at the end and only then.
 */
struct source_giver {
	bool (*read)(void *arg, char *buf, size_t max, size_t *got, struct error *err);
	void *arg; /* borrowed */
};
struct source *source_of_giver(struct source_giver giver, struct error *err);
void source_close(struct source *s);

/*
 * The first bytes (unpacked), at most SOURCE_HEAD, without consuming them: what formats
 * are recognised by. Fewer when the input is shorter. Borrowed until the first read, or until
 * more of them are asked for.
 */
#define SOURCE_HEAD (64 * 1024)
bool source_head(struct source *s, struct text *head, struct error *err);

/* The same for up to `most` bytes, which are kept in memory until they are read. */
bool source_head_upto(struct source *s, size_t most, struct text *head,
		      struct error *err);

/* The same of what is there so far, and one piece more if one comes within so many ms. Before anything is read. */
enum source_head_state { SOURCE_HEAD_GROWS, SOURCE_HEAD_QUIET, SOURCE_HEAD_WHOLE };
bool source_head_now(struct source *s, int ms, struct text *head,
		     enum source_head_state *state, struct error *err);

/* From now on the head is what is there: nobody is to wait for more of it. */
void source_head_settle(struct source *s);

/* Is there something to be read, or has it ended? Waits up to so many ms. For pipes. */
bool source_wait(struct source *s, int ms);

/* Read up to `max` > 0 bytes; `*got` is 0 at the end and only then. */
bool source_read(struct source *s, void *buf, size_t max, size_t *got, struct error *err);

/*
 * Can any part of it be had at any time? Regular files and memory, but not what is
 * compressed or was found to be UTF-16.
 */
bool source_is_plain(const struct source *s);

/*
 * A part of a plain one: the bytes from `from` up to `until`, or the end. It has a position
 * of its own, so several threads may each read one. To be closed before the whole. NULL and
 * an error when memory runs out.
 */
struct source *source_part(const struct source *s, uint64_t from, uint64_t until,
			   struct error *err);

/*
 * How far the input itself has been read, and its size, in bytes as stored (compressed);
 * the size is 0 when it is not known. For progress bars: any thread may ask.
 */
uint64_t source_position(const struct source *s);
uint64_t source_size(const struct source *s);

/* The directory that was opened, to find more files in it; NULL: it was a file. */
const char *source_directory(const struct source *s);

/* When the file was last written, in seconds since 1970; 0: it is none. */
int64_t source_written(const struct source *s);

/*
 * The descriptor of a regular file that was opened by name, -1 for anything else. For
 * fstat() and mmap(): its position is the source's.
 */
int source_file(const struct source *s);

/* What it is packed with. */
enum packing source_packing(const struct source *s);

/* Does it end for us before a hole, as nobody stores that many bytes of nothing? */
bool source_has_hole(const struct source *s);

/* After the end: the packed stream ended in the middle or is damaged; why, or NULL. */
const char *source_damage(const struct source *s);

#endif
