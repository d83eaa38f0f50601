/* timestamp.h - a date with its time of day: 2026-11-27T23:22:02.5. */

#ifndef BASE_TIMESTAMP_H
#define BASE_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

/* Write `ns` since 1970 as "2026-11-27T23:22:02.5", in UTC. Returns `buf`. */
#define TIMESTAMP_MAX 48
const char *timestamp_text(uint64_t ns, char buf[static TIMESTAMP_MAX]);

/*
 * Parse a date of this form, also with a blank instead of the T, without seconds or without a time,
 * and followed by a zone: "Z", "+01:00", "-0330", "+01"; UTC without a zone. From 1970 to 2262.
 */
bool timestamp_parse(const char *word, uint64_t *ns);

#endif
