#include "session/report/report.h"

#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "session/input_options.h"
#include "choice/shell_line.h"

/* Longer words are written once, as "$@"; still longer ones are not written at all. */
#define WORDS_SHORT 160 /* bytes */
#define WORDS_LONG  600

static void put_reading(const struct reading_options *o, bool ascii, FILE *out)
{
	static const char *const units[] = {"auto", "ns", "us", "ms", "s"};

	if (o->format)
		choice_write_option("input-format", text_of(o->format), ascii, out);
	if (o->time_unit)
		choice_write_option("time-unit", text_of(units[o->time_unit]), ascii,
				    out);
	if (o->symfs)
		choice_write_option("symfs", text_of(o->symfs), ascii, out);
	if (o->kallsyms)
		choice_write_option("kallsyms", text_of(o->kallsyms), ascii, out);
	if (!o->symbols)
		fputs(" --no-symbols", out);
	if (o->inlined)
		fputs(" --inline", out);
	if (o->addresses)
		fputs(" --addresses", out);
	if (o->lines)
		fputs(" --lines", out);
}

bool report_commands_build(struct report_commands *c, const struct session *s,
			   const struct settings *settings, bool ascii, struct error *err)
{
	const struct choice_line line = session_choice_line(s, ascii);
	struct memory_stream m;
	size_t len;

	*c = (struct report_commands){.file = settings->file,
				      .baseline_file = settings->baseline_file,
				      .selection = s->selection};
	if (!memory_stream_open(&m, err))
		return false;
	choice_write_some(
	    &line, PART_SAMPLES | PART_SEARCH | PART_ROOTS | PART_PATHS | PART_WEIGHT,
	    ~CHOICE_SET(CHOICE_RANGE), m.out);
	fflush(m.out);
	c->place = m.len;
	put_reading(&settings->reading, ascii, m.out);
	input_options_write_started(&settings->reading, settings->file, ascii, m.out);
	fputc(' ', m.out);
	input_options_write(&settings->reading, settings->file, ascii, m.out);
	c->words = memory_stream_take(&m, &len, err);
	if (c->words && settings->baseline_file && memory_stream_open(&m, err)) {
		fputc(' ', m.out);
		shell_line_file(settings->baseline_file, ascii, m.out);
		c->second = memory_stream_take(&m, NULL, err);
	}
	if (c->second && memory_stream_open(&m, err)) {
		choice_write_some(&line, PART_SIDES, CHOICE_SET(CHOICE_COMPARE_AS),
				  m.out);
		c->renamed = memory_stream_take(&m, NULL, err);
	}
	if (c->second)
		len += strlen(c->second);
	c->is_apart = len > WORDS_SHORT;
	c->is_huge = len > WORDS_LONG;
	return !err->kind;
}

void report_commands_release(struct report_commands *c)
{
	mem_free(c->words);
	mem_free(c->second);
	mem_free(c->renamed);
	*c = (struct report_commands){0};
}

static char *command_line(const struct report_commands *c, const char *verb,
			  struct range range, const char *behind, struct error *err)
{
	struct selection of = range_is_all(range) ? c->selection : selection_of(&range);
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return NULL;
	fprintf(m.out, "flarescope %s", verb);
	if (!range_is_all(selection_bounds(of))) {
		fputs(" --range ", m.out);
		selection_write(of, m.out);
	}
	fputs(c->is_apart ? " \"$@\"" : c->words, m.out);
	fputs(behind, m.out);
	return memory_stream_take(&m, NULL, err);
}

char *report_command(const struct report_commands *c, const char *verb,
		     struct range range, struct error *err)
{
	return command_line(c, verb, range, "", err);
}

char *report_command_diff(const struct report_commands *c, const char *verb,
			  struct range range, struct error *err)
{
	const char *second = c->is_apart ? " \"$old\"" : c->second;
	char *behind, *all;

	if (!c->second)
		return command_line(c, verb, range, "", err);
	behind = mem_format(err, "%s%s", second, c->renamed ? c->renamed : "");
	all = behind ? command_line(c, verb, range, behind, err) : NULL;
	mem_free(behind);
	return all;
}

char *report_command_info(const struct report_commands *c, struct error *err)
{
	if (c->is_apart && c->place)
		return NULL;
	return mem_format(err, "flarescope info%s",
			  c->is_apart ? " \"$@\"" : c->words + c->place);
}

char *report_command_set(const struct report_commands *c, struct error *err)
{
	if (!c->is_apart || c->is_huge)
		return NULL;
	return mem_format(err, "set --%s%s%s", c->words, c->second ? "; old=" : "",
			  c->second ? c->second + 1 : "");
}
