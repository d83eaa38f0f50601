#include "export/export.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fill.h"
#include "base/number.h"
#include "export/extent.h"

const struct notation *const export_notations[] = {
#define NOTATION(name) &name##_notation,
#include "export/notations.def"
#undef NOTATION
};

size_t export_notation_count(void)
{
	return sizeof export_notations / sizeof *export_notations;
}

const struct flame *export_graph(const struct export_job *job)
{
	return job->shown ? &job->shown->flame : job->flame;
}

const struct notation *export_find(const char *name)
{
	for (size_t i = 0; i < export_notation_count(); i++) {
		if (strcmp(export_notations[i]->name, name) == 0)
			return export_notations[i];
	}
	return NULL;
}

const char *export_words(char words[static EXPORT_WORDS_MAX])
{
	struct fill f = fill_of(words, EXPORT_WORDS_MAX - 1);

	for (size_t i = 0; i < export_notation_count(); i++) {
		if (i)
			fill_char(&f, '|');
		fill_text(&f, text_of(export_notations[i]->name));
	}
	assert(!f.short_room);
	*f.at = '\0';
	return words;
}

/* Does the name end in a dot and `extension`, with something before the dot? */
static bool has_extension(struct text name, struct text extension)
{
	return name.len > extension.len + 1 && text_ends(name, extension) &&
	       name.at[name.len - extension.len - 1] == '.';
}

/* Extensions of formats that flarescope does not write. */
static const char *const promises[] = {
    "html", "htm", "gz",   "zst", "xz",	 "bz2",	 "zip",
    "png",  "pdf", "jpeg", "csv", "xml", "data",
};

const char *export_endings(char words[static EXPORT_WORDS_MAX])
{
	struct fill f = fill_of(words, EXPORT_WORDS_MAX - 1);

	for (size_t i = 0; i < export_notation_count(); i++) {
		fill_text(&f, i ? TEXT(", .") : TEXT("."));
		fill_text(&f, text_of(export_notations[i]->extension));
	}
	assert(!f.short_room);
	*f.at = '\0';
	return words;
}

static bool refuse_format(struct text name, bool has_option, struct error *err)
{
	char endings[EXPORT_WORDS_MAX];

	export_endings(endings);
	if (!has_option)
		return error_set(err, ERROR_USAGE, "only %s can be saved", endings);
	return error_set(err, ERROR_USAGE, "export cannot write %.*s, only %s; %s",
			 name.len < 80 ? (int)name.len : 80, name.at, endings,
			 has_extension(name, TEXT("flare"))
			     ? "convert writes .flare"
			     : "--format writes one of them under any name");
}

/* The format with the longest matching extension; NULL: none. */
static const struct notation *find_by_extension(struct text name)
{
	const struct notation *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < export_notation_count(); i++) {
		struct text extension = text_of(export_notations[i]->extension);

		if (extension.len > longest && has_extension(name, extension)) {
			found = export_notations[i];
			longest = extension.len;
		}
	}
	return found;
}

const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err)
{
	const struct notation *found = find_by_extension(name);

	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
		if (has_extension(name, text_of(promises[i]))) {
			refuse_format(name, has_option, err);
			return NULL;
		}
	return found ? found : export_notations[0];
}

#define NO_UNIT UINT32_MAX
#define SHOWN	40 /* bytes of a unit in a message */

/* Returns ERROR_USAGE when the weights of the counted events have different units. */
static bool have_one_unit(const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint32_t first = NO_UNIT, unit;

	if (f->spans || (f->weigh != WEIGH_PERIOD && !p->samples.many))
		return true;
	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		struct text one, other;

		unit = p->events[profile_context(p, row)->event].unit;
		if (unit == first || !flame_value(f, row))
			continue;
		if (first == NO_UNIT) {
			first = unit;
			continue;
		}
		one = text_upto(profile_string(p, first), SHOWN);
		other = text_upto(profile_string(p, unit), SHOWN);
		one = one.len ? one : TEXT("counts");
		other = other.len ? other : TEXT("counts");
		return error_set(err, ERROR_USAGE,
				 "%.*s and %.*s cannot be added up: choose one event",
				 (int)one.len, one.at, (int)other.len, other.at);
	}
	return true;
}

bool export_has(const struct notation *to, const struct export_job *job,
		struct error *err)
{
	if (to->of_samples && job->flame->tree->profile->server)
		return error_set(err, ERROR_USAGE,
				 "%s needs single samples, which stay in ClickHouse; "
				 "folded, json and svg use its counts",
				 to->name);
	if (to->sums == SUMS_ALWAYS ||
	    (to->sums == SUMS_UNTIMED && !job->flame->tree->profile->has_times)) {
		if (!have_one_unit(job->flame, err))
			return false;
	}
	if (!to->of_samples || !job->is_shaped)
		return true;
	return error_set(err, ERROR_USAGE,
			 "%s writes samples as they were recorded, neither leaf first "
			 "nor transformed; use folded, json or svg",
			 to->name);
}

bool export_size_is_allowed(const struct notation *to, const struct export_job *job,
			    struct error *err)
{
	uint64_t bytes;

	return to->measure(job, &bytes, err) &&
	       extent_check(bytes, EXTENT_FILE, job->flame->tree->profile, to->what,
			    "export", err);
}

bool export_may_replace(const char *path, struct text head)
{
	const struct notation *n = find_by_extension(text_basename(text_of(path)));

	return !head.len || !n || !n->begins ||
	       (text_starts(head, text_of(n->begins)) && text_has(head, text_of(n->has)));
}

bool export_names_file(struct text name)
{
	return find_by_extension(name) != NULL;
}
