/* timestamp.h - a date with its time of day: 2026-11-27T23:22:02.5. */

#ifndef BASE_TIMESTAMP_H
#define BASE_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

/* Write `ns` since 1970 as "2026-11-27T23:22:02.5", in UTC. Returns `buf`. */
#define TIMESTAMP_MAX 48
const char *timestamp_text(uint64_t ns, char buf[static TIMESTAMP_MAX]);

/*
 * Parse a date of this form, from 1970 to 2262. A blank may replace the T, and the seconds or the
 * whole time may be missing. A zone may follow: "Z", "+01:00", "-0330", "+01"; the default is UTC.
 */
bool timestamp_parse(const char *word, uint64_t *ns);

#endif
