/* small_file.h - what the kernel says in a small file of /proc or /sys. */

#ifndef RECORDER_SMALL_FILE_H
#define RECORDER_SMALL_FILE_H

#include <stdint.h>

#include "base/text.h"

/*
 * The first `size` bytes of it at most. False and errno where it cannot be read, as that of a
 * process which has ended.
 */
bool small_file_read(const char *path, char *room, size_t size, struct text *all);

/* A number and nothing else: /proc/sys/kernel/perf_event_paranoid; `otherwise` if there is none. */
int64_t small_file_number(const char *path, int64_t otherwise);

/*
 * Line by line, without the newline: a file of any length. A line that is longer than a path of which
 * each byte is escaped is passed over. Close it.
 */
struct line_file {
	int fd;
	char *room; /* owned */
	size_t begun, len;
	bool is_over, passes;
};

/* False where it cannot be opened, or there is no memory. */
bool line_file_open(struct line_file *f, const char *path);

/* Borrowed until the next one; false: it was the last. */
bool line_file_next(struct line_file *f, struct text *line);
void line_file_close(struct line_file *f);

#endif
