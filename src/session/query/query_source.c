#include "session/query/query_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/number.h"

const char *query_moment(uint64_t ns, char buf[static QUERY_MOMENT_MAX])
{
	time_t at = (time_t)(ns / NS_PER_SECOND);
	char fraction[16];
	size_t len;
	struct tm tm;

	buf[0] = '\0';
	if (!gmtime_r(&at, &tm))
		return buf;
	len = strftime(buf, QUERY_MOMENT_MAX - sizeof fraction, "%Y-%m-%dT%H:%M:%S", &tm);
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

/* ".5" behind seconds; true where there is none. */
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

bool query_moment_parse(const char *word, uint64_t *ns)
{
	static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S",
					    "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M",
					    "%Y-%m-%d"};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct tm tm = {.tm_isdst = 0};
		const char *end = strptime(word, forms[i], &tm);
		uint64_t fraction = 0;
		time_t at;

		if (!end || !take_fraction(&end, &fraction))
			continue;
		end += *end == 'Z';
		if (*end)
			continue;
		at = timegm(&tm);
		if (at <= 0 || (uint64_t)at > UINT64_MAX / 2 / NS_PER_SECOND)
			return false;
		*ns = (uint64_t)at * NS_PER_SECOND + fraction;
		return true;
	}
	return false;
}
