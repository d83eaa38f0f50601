#include "input/refusal.h"

#include <stdio.h>

#include "input/formats.h"
#include "input/guess.h"
#include "input/own_readers.h"

/* ", perf-data, perf-script ..." */
static void list_formats(char *to, size_t room)
{
	size_t len = 0;

	to[0] = '\0';
	for (size_t i = 0; i < formats_count() && len < room; i++) {
		int n = snprintf(to + len, room - len, "%s%s", i ? ", " : "",
				 formats[i].name);

		len += n > 0 ? (size_t)n : 0;
	}
}

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

/* " (--input-format acme has a reader of your own try it)", or nothing. */
static const char *offer_own(char *to, size_t room)
{
	struct error ignored = ERROR_INIT;
	struct own_readers own;
	char names[OWN_NAME_MOST + 20];

	to[0] = '\0';
	if (own_readers_list(&own, &ignored) && own.count)
		snprintf(to, room, " (--input-format %s has a reader of your own try it)",
			 names_of(&own, names, sizeof names));
	own_readers_release(&own);
	return to;
}

void refusal_say(const struct source *source, struct text head, struct error *err)
{
	const char *guess = guess_kind(head), *damage = source_damage(source);
	char names[200], own[OWN_NAME_MOST + 80];

	offer_own(own, sizeof own);
	if (head.len == 0 && damage) {
		error_set(err, ERROR_FORMAT, "%s", damage);
	} else if (guess) {
		error_set(err, ERROR_FORMAT, "expected a profile%s, found %s", own,
			  guess);
	} else if (damage) {
		error_set(err, ERROR_FORMAT, "expected a profile%s, found %s; %s", own,
			  guess_contents(head), damage);
	} else if (*own) {
		error_set(err, ERROR_FORMAT,
			  "expected a profile%s, found %s; see: flarescope formats", own,
			  guess_contents(head));
	} else {
		list_formats(names, sizeof names);
		error_set(err, ERROR_FORMAT,
			  "expected a profile, found %s; if it is one of %s, say "
			  "so: --input-format NAME; see: flarescope formats",
			  guess_contents(head), names);
	}
}
