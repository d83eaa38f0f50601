#include "input/formats.h"

#include "input/stacks/printed_stacks.h"

static bool read_profile(struct reading *r, struct error *err)
{
	struct printed_stacks p;
	struct text line;
	bool ok = printed_stacks_open(&p, r, err);

	while (ok && reading_next_line(r, &p.lines, &line, err))
		ok = printed_stacks_line(&p, line, err);
	ok = ok && err->kind == ERROR_NONE && printed_stacks_end(&p, err);
	printed_stacks_close(&p);
	return ok;
}

/* Only DTrace prints frames with a back-tick; shell scripts and Markdown have more other lines. */
static unsigned probe_dtrace(struct text head)
{
	struct printed_stacks_head c = printed_stacks_head(head);
	unsigned stacks = c.ticked + c.plain;

	if (c.headers && c.ticked && stacks * 2 > c.others)
		return 95;
	if (c.ticked && stacks * 2 > c.others)
		return 85;
	if (text_starts(head, TEXT("CPU     ID ")) && c.others <= stacks + 1)
		return 75;
	/* only addresses */
	return c.plain && (c.counts || c.firings) &&
		       c.headers + c.entries + c.decimal == 0 && c.others * 4 <= c.plain
		   ? 50
		   : 0;
}

const struct format dtrace_format = {
    .name = "dtrace",
    .help = "stacks printed by DTrace scripts, with times or counts: "
	    "dtrace -n 'profile-97 { @[ustack()] = count(); }'",
    .probe = probe_dtrace,
    .read = read_profile,
};
