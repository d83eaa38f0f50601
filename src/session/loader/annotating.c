#include "session/loader/annotating.h"

#include <stdio.h>
#include <string.h>

#include "analysis/transform/function_name.h"
#include "base/bits.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "view/command.h"

const char *annotating_refusal(const struct file_mark *mark, const char *path,
			       const struct reading_options *reading, bool partial,
			       bool coming)
{
	static const char *const refusals[REREADINGS] = {
	    [REREADING_STDIN] = "standard input cannot be read again for its "
				"instructions: open a file",
	    [REREADING_PARTIAL] =
		"instructions need the whole file, but reading was stopped",
	    [REREADING_CHANGES] = REREADING_CHANGED,
	    [REREADING_PIPE] =
		"a pipe cannot be read again for its instructions: open a file",
	    [REREADING_NO_ADDRESSES] = "no instructions: only a perf.data has addresses",
	    [REREADING_NO_SYMBOLS] =
		"instructions need symbols, which --no-symbols turns off",
	};
	enum rereading why = rereading_obstacle(mark, path, reading, partial);

	if (reading->together)
		return "instructions need a single recording: open the file of that host";
	if (why == REREADING_PARTIAL && coming)
		return "instructions can be shown when the whole file has been read";
	if (why == REREADING_CAN && reading->switches)
		return "instructions need samples, not the time in a state";
	return refusals[why];
}

/*
 * The blank after a function: the first one outside of brackets, which occur in "f<int, long>" and
 * "(anonymous namespace)::f". File names may have blanks, too.
 */
static size_t first_blank(struct text name)
{
	size_t depth = 0;

	for (size_t i = 1; i < name.len; i++) {
		char c = name.at[i - 1];
		bool is_arrow = c == '>' && i > 1 && name.at[i - 2] == '-';

		if (c == '<' || c == '(' || c == '[' || c == '{')
			depth++;
		else if (depth && !is_arrow &&
			 (c == '>' || c == ')' || c == ']' || c == '}'))
			depth--;
		if (!depth && name.at[i] == ' ')
			return i;
	}
	return name.len;
}

/* "main" for "main a.c:12" */
struct text annotating_function(struct text name, bool has_lines)
{
	size_t digits = name.len, at;
	struct text said;

	while (digits && name.at[digits - 1] >= '0' && name.at[digits - 1] <= '9')
		digits--;
	if (!has_lines || digits == name.len || digits < 2 || name.at[digits - 1] != ':')
		return name;
	said = text_upto(name, digits);
	at = first_blank(said);
	/* some names have blanks: "operator new", "non-virtual thunk to a::b" */
	if (text_has(said, TEXT("operator")) || text_has(said, TEXT(" thunk to ")) ||
	    text_starts(said, TEXT("TLS ")) || at == said.len) {
		at = said.len;
		while (at && said.at[at - 1] != ' ')
			at--;
		at = at ? at - 1 : said.len;
	}
	return at && at < said.len ? text_upto(name, at) : name;
}

/* Does the name mean "spin", "spin@l1.so", or "spin@0x1170", which may be in any module? */
static bool is_asked(struct text name, struct text said, struct text module)
{
	struct text behind, bare = function_name_bare(said, &behind);

	return function_name_is_in(said, name, module) ||
	       (text_starts(behind, TEXT("0x")) && text_equal(bare, name));
}

/* The modules with a function of this name, one per line; newlines in names become blanks. */
static char *modules_of(const struct profile *p, struct text function, bool has_lines,
			struct error *err)
{
	struct memory_stream all;
	struct bits told;

	if (!bits_build(&told, p->strings.count, err))
		return NULL;
	if (!memory_stream_open(&all, err)) {
		bits_release(&told);
		return NULL;
	}
	for (uint32_t i = 1; i < p->frame_count; i++) {
		struct text name = profile_frame_name(p, i);
		struct text module = profile_frame_module(p, i);

		if (!is_asked(annotating_function(name, has_lines), function, module) ||
		    bits_has(&told, p->frames[i].module))
			continue;
		bits_add(&told, p->frames[i].module);
		for (size_t k = 0; k < module.len; k++)
			fputc(module.at[k] == '\n' ? ' ' : module.at[k], all.out);
		fputc('\n', all.out);
	}
	bits_release(&told);
	return memory_stream_take(&all, NULL, err);
}

bool annotating_begin(struct annotating *a, const char *path,
		      const struct reading_options *reading, const struct profile *shown,
		      struct text function, bool with_lines, struct error *err)
{
	struct settings settings = {.reading = *reading,
				    .choice = {.idle = IDLE_SHOW, .root = ROOT_NONE},
				    .asked.given = CHOICE_SET(CHOICE_IDLE) |
						   CHOICE_SET(CHOICE_ROOT)};
	char *name = mem_text(function.at, function.len, err);
	char *modules = name ? modules_of(shown, function, reading->lines, err) : NULL;
	bool ok;

	settings.reading.instructions_of = name;
	settings.reading.instructions_in = modules;
	settings.reading.instructions_bare = !with_lines;
	settings.reading.inlined = settings.reading.lines = false; /* code has both */
	settings.reading.cache = NULL;
	settings.reading.beside = 2 * mem_used();
	a->with_lines = with_lines;
	ok = modules && loading_begin_whole(&a->loading, path, &settings, err);
	mem_free(name);
	mem_free(modules);
	return ok;
}

bool annotating_take(struct annotating *a, const struct file_mark *mark,
		     const struct profile *shown, struct code_reading *code,
		     struct error *err)
{
	struct arrival got;

	*code = (struct code_reading){NULL, NULL};
	if (!loading_take(&a->loading, NULL, &got))
		return false;
	if (got.news == LOADER_FAILED)
		*err = got.err;
	else if (rereading_has_changed(mark, a->loading.path) || !shown ||
		 !rereading_is_the_same(shown, got.session->profile))
		error_set(err, ERROR_USAGE, REREADING_CHANGED);
	else
		code_reading_take(code, got.session->profile);
	if (got.news != LOADER_FAILED)
		loader_close(a->loading.loader, got.session);
	loading_end(&a->loading);
	return true;
}

void annotating_meter(const struct annotating *a, uint64_t samples, int width,
		      struct meter *m)
{
	unsigned percent = loading_percent_again(&a->loading, samples);
	char stop[COMMAND_KEY_MAX];

	if (a->with_lines)
		snprintf(m->words, sizeof m->words, "source lines %2u %%", percent);
	else
		snprintf(m->words, sizeof m->words, "instructions %2u %%, %s: stop",
			 percent, command_key(COMMAND_CANCEL, stop));
	loading_fill_meter(m, true, percent, width);
}
