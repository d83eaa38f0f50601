/* small_file.h - reads the small files of /proc and /sys. */

#ifndef RECORDER_SMALL_FILE_H
#define RECORDER_SMALL_FILE_H

#include <stdint.h>

#include "base/text.h"

/*
 * Read at most `size` bytes. False and errno when the file cannot be read, for example because its
 * process has ended.
 */
bool small_file_read(const char *path, char *room, size_t size, struct text *all);

/*
 * Read a file that contains one number, such as /proc/sys/kernel/perf_event_paranoid; returns
 * `otherwise` when that fails.
 */
int64_t small_file_number(const char *path, int64_t otherwise);

/*
 * Reads a file of any length line by line, without newlines. Lines longer than a path with every
 * byte escaped are skipped. Close it with line_file_close().
 */
struct line_file {
	int fd;
	char *room; /* owned */
	size_t begun, len;
	bool is_over, passes;
};

/* False when it cannot be opened or memory runs out. */
bool line_file_open(struct line_file *f, const char *path);

/* The next line, borrowed until the next call; false at the end. */
bool line_file_next(struct line_file *f, struct text *line);
void line_file_close(struct line_file *f);

#endif
