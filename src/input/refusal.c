#include "input/refusal.h"

#include <stdio.h>

#include "input/formats.h"
#include "input/guess.h"
#include "input/plugin/own_readers.h"
#include "input/recognition.h"

/* "acme, foo or bar"; where there are too many for that, "NAME". */
static const char *names_of(const struct own_readers *list, char *to, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < list->count; i++) {
		const char *joint = i == 0 ? "" : i + 1 < list->count ? ", " : " or ";
		int more = snprintf(to + n, room - n, "%s%s", joint,
				    own_reader_name(&list->rows[i]));

		if (more < 0 || (size_t)more >= room - n)
			return "NAME";
		n += (size_t)more;
	}
	return to;
}

/* "; to try your own reader: --input-format acme", or nothing. */
static const char *offer_own(char *to, size_t room)
{
	struct error ignored = ERROR_INIT;
	struct own_readers own;
	char names[OWN_NAME_MOST + 20];

	to[0] = '\0';
	if (own_readers_list(&own, &ignored))
		own_readers_keep_trusted(&own);
	if (own.count)
		snprintf(to, room, "; to try your own reader: --input-format %s",
			 names_of(&own, names, sizeof names));
	own_readers_release(&own);
	return to;
}

/* "perf-script, folded or timed-folded": of those that are likely, what can be read here. */
static const char *likely_formats(struct text head, char *to, size_t room)
{
	const char *const *names = guess_formats(head);
	size_t count = 0, said = 0, n = 0;

	for (size_t i = 0; names[i]; i++)
		count += !formats_lack(formats_find(names[i]));
	to[0] = '\0';
	for (size_t i = 0; names[i] && n < room; i++) {
		const char *joint = said == 0 ? "" : said + 1 < count ? ", " : " or ";

		if (formats_lack(formats_find(names[i])))
			continue;
		n += (size_t)snprintf(to + n, room - n, "%s%s", joint, names[i]);
		said++;
	}
	return to;
}

/* JSON in a pipe that is longer than what was looked at may tell its format behind that. */
static const char *pipe_hint(struct source *source, struct text head)
{
	struct error ignored = ERROR_INIT;
	struct text all;

	if (source_file(source) >= 0 || !json_head_may_be(head) ||
	    !source_head_upto(source, RECOGNITION_PIPE, &all, &ignored) ||
	    all.len < RECOGNITION_PIPE)
		return "";
	return " (in the first 16 MiB; of a file, not a pipe, all is looked at)";
}

void refusal_say(struct source *source, struct text head, struct error *err)
{
	const char *guess = guess_kind(head), *damage = source_damage(source);
	const char *kind = guess_contents(head), *hint = pipe_hint(source, head);
	char own[OWN_NAME_MOST + 80], likely[100];

	offer_own(own, sizeof own);
	if (head.len == 0 && damage)
		error_set(err, ERROR_FORMAT, "%s", damage);
	else if (guess)
		error_set(err, ERROR_FORMAT, "not a profile: %s%s", guess, own);
	else if (damage)
		error_set(err, ERROR_FORMAT, "not a profile: %s; %s%s", kind, damage,
			  own);
	else if (*own)
		error_set(err, ERROR_FORMAT,
			  "not a profile: %s%s%s; see flarescope formats", kind, hint,
			  own);
	else
		error_set(err, ERROR_FORMAT,
			  "not a profile: %s%s; if it is %s, say so with "
			  "--input-format; see flarescope formats",
			  kind, hint, likely_formats(head, likely, sizeof likely));
}
