/* small_file.h - reads the small files of /proc and /sys. */

#ifndef RECORDER_SMALL_FILE_H
#define RECORDER_SMALL_FILE_H

#include <stdint.h>

#include "base/text.h"

/*
 * Read at most `size` bytes into `room`. False and errno if the file cannot be read, for example
 * because its process has ended.
 */
bool small_file_read(const char *path, char *room, size_t size, struct text *all);

/*
 * Read a file that contains a 32-bit number, such as /proc/sys/kernel/perf_event_paranoid. Returns
 * `otherwise` on failure.
 */
int64_t small_file_number(const char *path, int64_t otherwise);

/*
 * Reads a file of any size line by line. The lines are returned without their newlines. Lines of 20
 * KiB or more, and a last line without a newline, are skipped.
 */
struct line_file {
	int fd;
	char *room; /* owned */
	size_t begun, len;
	bool is_over, passes;
};

/* False if the file cannot be opened or memory runs out. Close it with line_file_close(). */
bool line_file_open(struct line_file *f, const char *path);

/* The next line, borrowed until the next call; false at the end. */
bool line_file_next(struct line_file *f, struct text *line);
void line_file_close(struct line_file *f);

#endif
