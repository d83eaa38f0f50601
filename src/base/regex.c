#include "base/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <inttypes.h>
#include <pcre2.h>

#include "base/mem.h"

#define HEAP_LIMIT (64 * 1024) /* KiB, for backtracking in long names */
#define LONG_NAME  256	       /* least bytes scanned in the time of one step */

/*
 * There is a callout before every item of the pattern. Between two of them at most one item is
 * repeated, over at most the whole name: that bounds the time between two readings of the clock.
 * (The limits of PCRE2 apply to each position of a name at which a match might begin.)
 */
struct regex {
	pcre2_code *code;	       /* owned */
	pcre2_match_data *data;	       /* owned */
	pcre2_match_context *room;     /* owned */
	struct time_limit own, *limit; /* borrowed: `own` or another */
	uint64_t step;		       /* the cost of an item in the current name */
	uint64_t asked;		       /* tested names */
	int failed;		       /* an error of PCRE2, or 0 */
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

bool regex_is_caseless(struct text pattern)
{
	return !has_upper(pattern);
}

static int spend_match_step(pcre2_callout_block *block, void *arg)
{
	const struct regex *re = arg;

	(void)block;
	return time_limit_spend(re->limit, re->step) ? 0 : PCRE2_ERROR_CALLOUT;
}

struct regex *regex_new(struct text pattern, struct error *err)
{
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_AUTO_CALLOUT;
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
	pcre2_jit_compile(re->code,
			  PCRE2_JIT_COMPLETE); /* if available; otherwise slower */
	re->data = pcre2_match_data_create(1, NULL);
	re->room = pcre2_match_context_create(NULL);
	if (!re->data || !re->room) {
		regex_free(re);
		error_set(err, ERROR_MEMORY, "out of memory for a pattern");
		return NULL;
	}
	pcre2_set_match_limit(re->room, UINT32_MAX);
	pcre2_set_heap_limit(re->room, HEAP_LIMIT);
	pcre2_set_callout(re->room, spend_match_step, re);
	re->limit = &re->own;
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

void regex_share(struct regex *re, struct time_limit *p)
{
	re->limit = p;
	re->failed = 0;
}

bool regex_matches(struct regex *re, struct text t)
{
	int result;

	re->step = 1 + t.len / LONG_NAME;
	if (re->failed)
		return false;
	if (!time_limit_spend(re->limit, re->step)) {
		re->failed = PCRE2_ERROR_CALLOUT;
		return false;
	}
	re->asked++;
	result = pcre2_match(re->code, (PCRE2_SPTR)t.at, t.len, 0, 0, re->data, re->room);
	/* JIT code has 32 KiB for backtracking, too little for some long names */
	if (result == PCRE2_ERROR_JIT_STACKLIMIT)
		result = pcre2_match(re->code, (PCRE2_SPTR)t.at, t.len, 0, PCRE2_NO_JIT,
				     re->data, re->room);
	if (result < 0 && result != PCRE2_ERROR_NOMATCH)
		re->failed = result;
	return result >= 0;
}

bool regex_check(const struct regex *re, struct error *err)
{
	uint64_t ms = re->limit->most_ms;

	if (!re->failed)
		return true;
	if (re->failed != PCRE2_ERROR_CALLOUT)
		return error_set(err, ERROR_USAGE,
				 "the pattern needs too much memory for the names of "
				 "this profile; simplify it");
	if (re->limit->end == TIME_LIMIT_STOPPED)
		return error_set(err, ERROR_CANCELLED, "stopped by a key");
	return error_set(
	    err, ERROR_USAGE,
	    "the pattern takes too long for the names of this profile: %" PRIu64
	    " of them in %.3g s; simplify it",
	    re->asked, (double)(ms ? ms : TIME_LIMIT_USUAL_MS) / 1000);
}
