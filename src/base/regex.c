#include "base/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/mem.h"

#define MATCH_LIMIT 200000 /* steps for one name; a runaway pattern ends in some 10 ms */

struct regex {
	pcre2_code *code;	   /* owned */
	pcre2_match_data *data;	   /* owned */
	pcre2_match_context *room; /* owned */
	bool gave_up;		   /* a match took too long */
};

static bool has_upper(struct text p)
{
	for (size_t i = 0; i < p.len; i++) {
		if (p.at[i] == '\\')
			i++;
		else if (p.at[i] >= 'A' && p.at[i] <= 'Z')
			return true;
	}
	return false;
}

struct regex *regex_new(struct text pattern, struct error *err)
{
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
	struct regex *re = mem_array(1, sizeof *re, "pattern", err);
	PCRE2_SIZE where;
	int code;

	if (!re)
		return NULL;
	options |= has_upper(pattern) ? 0 : PCRE2_CASELESS;
	re->code = pcre2_compile((PCRE2_SPTR)pattern.at, pattern.len, options, &code,
				 &where, NULL);
	if (!re->code) {
		PCRE2_UCHAR why[120] = "";

		pcre2_get_error_message(code, why, sizeof why);
		error_set(err, ERROR_USAGE, "pattern '%.*s': %s at character %zu",
			  (int)(pattern.len < 80 ? pattern.len : 80), pattern.at,
			  (char *)why, where + 1);
		mem_free(re);
		return NULL;
	}
	pcre2_jit_compile(re->code, PCRE2_JIT_COMPLETE); /* not everywhere: slower then */
	re->data = pcre2_match_data_create(1, NULL);
	re->room = pcre2_match_context_create(NULL);
	if (!re->data || !re->room) {
		regex_free(re);
		error_set(err, ERROR_MEMORY, "out of memory for a pattern");
		return NULL;
	}
	pcre2_set_match_limit(re->room, MATCH_LIMIT);
	return re;
}

void regex_free(struct regex *re)
{
	if (!re)
		return;
	pcre2_match_context_free(re->room);
	pcre2_match_data_free(re->data);
	pcre2_code_free(re->code);
	mem_free(re);
}

bool regex_matches(struct regex *re, struct text t)
{
	int result;

	if (re->gave_up)
		return false;
	result = pcre2_match(re->code, (PCRE2_SPTR)t.at, t.len, 0, 0, re->data, re->room);
	/* the compiled code has 32 KiB for going back, too little for some long names */
	if (result == PCRE2_ERROR_JIT_STACKLIMIT)
		result = pcre2_match(re->code, (PCRE2_SPTR)t.at, t.len, 0, PCRE2_NO_JIT,
				     re->data, re->room);
	re->gave_up = result < 0 && result != PCRE2_ERROR_NOMATCH;
	return result >= 0;
}

bool regex_check(const struct regex *re, struct error *err)
{
	return !re->gave_up || error_set(err, ERROR_USAGE,
					 "a pattern takes too long on the names of this "
					 "profile; write it more simply");
}
