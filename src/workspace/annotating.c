#include "workspace/annotating.h"

#include <stdio.h>
#include <string.h>

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

	if (why == REREADING_PARTIAL && coming)
		return "instructions can be shown when the whole file has been read";
	if (why == REREADING_CAN && reading->switches)
		return "instructions are of samples, not of time in a state";
	return refusals[why];
}

/* Of "main a.c:12" the function is "main". */
struct text annotating_function(struct text name, bool has_lines)
{
	struct text line, function = name;
	size_t digits = 0;

	while (function.len && function.at[function.len - 1] != ' ')
		function.len--;
	line = text_from(name, function.len);
	while (digits < line.len && line.at[line.len - 1 - digits] >= '0' &&
	       line.at[line.len - 1 - digits] <= '9')
		digits++;
	if (!has_lines || function.len < 2 || !digits || digits == line.len ||
	    line.at[line.len - 1 - digits] != ':')
		return name;
	function.len--;
	return function;
}

/* Newlines in it would be ends. */
static void put_line(FILE *out, struct text name)
{
	for (size_t i = 0; i < name.len; i++)
		fputc(name.at[i] == '\n' ? ' ' : name.at[i], out);
	fputc('\n', out);
}

/* The modules that have a function of this name, a line each. */
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

		if (!text_equal(annotating_function(name, has_lines), function) ||
		    bits_has(&told, p->frames[i].module))
			continue;
		bits_add(&told, p->frames[i].module);
		put_line(all.out, module);
	}
	bits_release(&told);
	return memory_stream_take(&all, NULL, err);
}

bool annotating_begin(struct annotating *a, const char *path,
		      const struct reading_options *reading, const struct profile *shown,
		      struct text function, bool with_lines, struct error *err)
{
	struct settings settings = {
	    .reading = *reading, .idle = IDLE_SHOW, .root = ROOT_NONE};
	char *name = mem_text(function.at, function.len, err);
	char *modules = name ? modules_of(shown, function, reading->lines, err) : NULL;
	bool ok;

	settings.reading.instructions_of = name;
	settings.reading.instructions_in = modules;
	settings.reading.instructions_bare = !with_lines;
	settings.reading.inlined = false; /* instructions tell it themselves, */
	settings.reading.lines = false;	  /* and this */
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
	uint64_t again = loader_progress(a->loading.loader).samples;
	unsigned percent =
	    again >= samples ? 99 : (unsigned)(100 * (double)again / (double)samples);
	char stop[COMMAND_KEY_MAX];

	if (a->with_lines)
		snprintf(m->words, sizeof m->words, "source lines %2u %%", percent);
	else
		snprintf(m->words, sizeof m->words, "instructions %2u %%, %s: stop",
			 percent, command_key(COMMAND_CANCEL, stop));
	loading_fill_meter(m, true, percent, width);
}
