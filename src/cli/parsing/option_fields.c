#include "cli/parsing/option_fields.h"

#include <stddef.h>
#include <string.h>

#include "analysis/find/periods.h"
#include "base/number.h"
#include "base/text.h"

enum field_type {
	FIELD_SET,   /* no argument: sets true */
	FIELD_CLEAR, /* no argument: sets false */
	FIELD_NAME,
	FIELD_WORD, /* index among the words */
	FIELD_NUMBER
};

#define TO(member) offsetof(struct options, member), sizeof(((struct options *)0)->member)

struct option_field {
	enum option_id id;
	enum field_type type;
	size_t offset, size;
	uint64_t least, most; /* of a number */
	const char *expected; /* describes a valid number */
};

static const struct option_field fields[] = {
#define FIELD(id, type, member, least, most, expected)                                   \
	{OPTION_##id, FIELD_##type, TO(member), least, most, expected},
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
};

bool option_is_wrong(enum option_id id, const char *arg, const char *expected,
		     struct error *err)
{
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not %s", option_table[id].name,
			 arg, expected);
}

bool option_choose(enum option_id id, const char *arg, unsigned *chosen,
		   struct error *err)
{
	char buf[OPTION_WORDS_MAX];
	const char *words = option_argument(id, buf);

	for (*chosen = 0;; ++*chosen) {
		size_t len = strcspn(words, "|");

		if (text_equal(text_of(arg), (struct text){words, len}))
			return true;
		if (!words[len])
			break;
		words += len + 1;
	}
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not one of %s",
			 option_table[id].name, arg, option_argument(id, buf));
}

static void put_number(void *field, size_t size, uint64_t n)
{
	if (size == sizeof(bool))
		*(bool *)field = n != 0;
	else if (size == sizeof(uint32_t))
		memcpy(field, &(uint32_t){(uint32_t)n}, sizeof(uint32_t));
	else
		memcpy(field, &n, sizeof n);
}

bool option_field_take(struct options *o, const struct option_field *t, const char *arg,
		       struct error *err)
{
	void *field = (char *)o + t->offset;
	unsigned chosen;
	uint64_t n;

	switch (t->type) {
	case FIELD_NAME:
		memcpy(field, &arg, sizeof arg);
		return true;
	case FIELD_WORD:
		if (!option_choose(t->id, arg, &chosen, err))
			return false;
		put_number(field, t->size, chosen);
		return true;
	case FIELD_NUMBER:
		if (!number_u64(text_of(arg), &n) || n < t->least || n > t->most)
			return option_is_wrong(t->id, arg, t->expected, err);
		put_number(field, t->size, n);
		return true;
	default:
		*(bool *)field = t->type == FIELD_SET;
		return true;
	}
}

const struct option_field *option_field_of(enum option_id id)
{
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (fields[i].id == id)
			return &fields[i];
	return NULL;
}
