#include "canvas/spark.h"

#include <string.h>

#define STEPS 8

/* From 0, nothing at all, to STEPS, the peak. */
static unsigned step_of(uint64_t value, uint64_t peak)
{
	while (peak > UINT64_MAX / STEPS) {
		peak /= 2;
		value = value / 2 + value % 2;
	}
	return peak ? (unsigned)((value * STEPS + peak - 1) / peak) : 0;
}

const char *spark_line(const uint64_t *values, uint32_t count, bool ascii, char *buf,
		       size_t room)
{
	static const char block[] = "\xe2\x96\x80"; /* the next is 1/8 high, and so on */
	static const char letters[] = " .:-=+*#@";
	uint64_t peak = 0;
	size_t used = 0;

	for (uint32_t i = 0; i < count; i++)
		peak = values[i] > peak ? values[i] : peak;
	for (uint32_t i = 0; i < count && used + SPARK_CELL < room; i++) {
		unsigned step = step_of(values[i], peak);

		if (ascii || !step) {
			buf[used++] = letters[step]; /* room: there is that of a bar */
			continue;
		}
		memcpy(buf + used, block, SPARK_CELL);
		buf[used + 2] = (char)(block[2] + (int)step);
		used += SPARK_CELL;
	}
	buf[used] = '\0';
	return buf;
}
