#include "sandbox/confinement.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "sandbox/calls.h"
#include "sandbox/landlock.h"
#include "sandbox/privileges.h"

/* glibc loads the code of some character sets when a first character is converted. */
static void load_characters(void)
{
	mbstate_t state = {0};
	wchar_t wide;
	char bytes[16];

	if (sizeof bytes < MB_CUR_MAX || mbrtowc(&wide, "x", 1, &state) != 1)
		return;
	memset(&state, 0, sizeof state);
	if (wcrtomb(bytes, wide, &state) == (size_t)-1)
		return; /* then there is nothing that could be loaded */
}

void confinement_enter(struct confinement *c, int writable)
{
	*c = (struct confinement){.wanted = true};
	load_characters();
	c->privileges = privileges_fix();
	c->landlock = landlock_enter(writable);
	if (!c->landlock)
		c->no_landlock = landlock_lack(errno);
	c->capabilities = privileges_drop();
	c->calls = calls_limit(c->landlock && writable >= 0, &c->no_calls);
}

static void put(char *buf, const char *more)
{
	size_t len = strlen(buf);

	snprintf(buf + len, CONFINEMENT_TEXT - len, "%s%s", len ? ", " : "", more);
}

static void put_lack(char *buf, const char *what, const char *why)
{
	size_t len = strlen(buf);

	if (why)
		snprintf(buf + len, CONFINEMENT_TEXT - len, "; no %s: %s", what, why);
}

const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT])
{
	char fence[32];

	buf[0] = '\0';
	snprintf(fence, sizeof fence, "Landlock %u", c->landlock);
	if (c->privileges)
		put(buf, "privileges");
	if (c->capabilities)
		put(buf, "capabilities");
	if (c->landlock)
		put(buf, fence);
	if (c->calls)
		put(buf, "system calls");
	if (!*buf)
		put(buf, "nothing");
	put_lack(buf, "Landlock", c->no_landlock);
	put_lack(buf, "limit of system calls", c->no_calls);
	return buf;
}
