#include "base/timestamp.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/number.h"

const char *timestamp_text(uint64_t ns, char buf[static TIMESTAMP_MAX])
{
	time_t at = (time_t)(ns / NS_PER_SECOND);
	char fraction[16];
	size_t len;
	struct tm tm;

	buf[0] = '\0';
	if (!gmtime_r(&at, &tm))
		return buf;
	len = strftime(buf, TIMESTAMP_MAX - sizeof fraction, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(fraction, sizeof fraction, ".%09" PRIu64, ns % NS_PER_SECOND);
	for (size_t end = 9; fraction[end] == '0' || fraction[end] == '.'; end--) {
		fraction[end] = '\0';
		if (!end)
			break;
	}
	/* room: left above */
	snprintf(buf + len, sizeof fraction, "%s", fraction);
	return buf;
}

/* Parse ".5" after the seconds; true if there is no fraction. */
static bool take_fraction(const char **end, uint64_t *ns)
{
	size_t len = 1;

	if (**end != '.')
		return true;
	while ((*end)[len] >= '0' && (*end)[len] <= '9')
		len++;
	if (!number_seconds((struct text){*end, len}, ns))
		return false;
	*end += len;
	return true;
}

static bool take_two_digits(const char **end, int below, int *value)
{
	const char *at = *end;

	if (at[0] < '0' || at[0] > '9' || at[1] < '0' || at[1] > '9')
		return false;
	*value = (at[0] - '0') * 10 + at[1] - '0';
	*end += 2;
	return *value < below;
}

/* Parse how many seconds the clock is ahead of UTC; 0 if no zone is given. */
static bool take_zone(const char **end, int *ahead)
{
	int sign = **end == '-' ? -1 : 1, hours, minutes = 0;
	bool colon;

	*ahead = 0;
	if (**end == 'Z')
		++*end;
	if (**end != '+' && **end != '-')
		return true;
	++*end;
	if (!take_two_digits(end, 24, &hours))
		return false;
	colon = **end == ':';
	*end += colon;
	if ((colon || **end) && !take_two_digits(end, 60, &minutes))
		return false;
	*ahead = sign * (hours * 60 + minutes) * 60;
	return true;
}

bool timestamp_parse(const char *word, uint64_t *ns)
{
	static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S",
					    "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M",
					    "%Y-%m-%d"};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct tm tm = {.tm_isdst = 0};
		const char *end = strptime(word, forms[i], &tm);
		uint64_t fraction = 0;
		int ahead;
		time_t at;

		if (!end || !take_fraction(&end, &fraction) || !take_zone(&end, &ahead) ||
		    *end)
			continue;
		at = timegm(&tm) - ahead;
		if (at <= 0 || (uint64_t)at > UINT64_MAX / 2 / NS_PER_SECOND)
			return false;
		*ns = (uint64_t)at * NS_PER_SECOND + fraction;
		return true;
	}
	return false;
}
