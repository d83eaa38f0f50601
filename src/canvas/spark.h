/* spark.h - a row of numbers as a line of small bars. */

#ifndef CANVAS_SPARK_H
#define CANVAS_SPARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPARK_CELL 3 /* bytes of a bar, at most */

/*
 * A bar for each of `count` values, the largest is as high as a line; 0 is a blank, and what is not 0 is
 * seen. What does not fit `room` bytes is left out. Returns `buf`.
 */
const char *spark_line(const uint64_t *values, uint32_t count, bool ascii, char *buf,
		       size_t room);

#endif
