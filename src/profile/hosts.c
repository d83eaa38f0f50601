#include "profile/hosts.h"

#include <stdio.h>

#include "base/utf8.h"

const char *const host_clock_names[HOST_CLOCKS] = {
    [HOST_CLOCK_RECORDED] = "recorded", [HOST_CLOCK_HEADER] = "header",
    [HOST_CLOCK_FILE] = "file",		[HOST_CLOCK_START] = "start",
    [HOST_CLOCK_NONE] = "none",		[HOST_CLOCK_STARTED] = "started",
    [HOST_CLOCK_IN_TURN] = "in turn",
};

struct text host_called(const struct profile *p, uint32_t host)
{
	struct text name =
	    hosts_are_several(p) ? host_name(p, host) : profile_note(p, "hostname");

	return name.len ? name : TEXT("[one host]");
}

const char *host_tail(const struct profile *p, uint32_t host,
		      char buf[static HOST_TAIL_MAX])
{
	struct text name = utf8_upto(host_name(p, host), HOST_TAIL_MAX - 2);

	buf[0] = '\0';
	if (host < p->hosts.count)
		snprintf(buf, HOST_TAIL_MAX, "@%.*s", (int)name.len, name.at);
	return buf;
}

enum host_clock hosts_worst_clock(const struct profile *p)
{
	static const enum host_clock worst_first[] = {
	    HOST_CLOCK_NONE, HOST_CLOCK_IN_TURN, HOST_CLOCK_START,
	    HOST_CLOCK_FILE, HOST_CLOCK_HEADER,	 HOST_CLOCK_STARTED,
	};

	for (size_t c = 0; c < sizeof worst_first / sizeof *worst_first; c++)
		for (uint32_t i = 0; i < p->hosts.count; i++)
			if (p->hosts.list[i].clock == worst_first[c])
				return worst_first[c];
	return HOST_CLOCK_RECORDED;
}
