#include "session/input_options.h"

#include <string.h>

#include "base/mem.h"
#include "base/timestamp.h"
#include "choice/choice.h"
#include "choice/shell_line.h"
#include "input/recordings.h"

void input_options_write(const struct reading_options *reading, const char *path,
			 bool ascii, FILE *out)
{
	const struct recordings *r = reading->together;

	if (!r) {
		shell_line_file(path, ascii, out);
		return;
	}
	fputs("--together", out);
	if (r->align != ALIGN_BEST)
		choice_write_option("align", text_of(recordings_align_names[r->align]),
				    ascii, out);
	for (uint32_t i = 0; i < r->word_count; i++) {
		putc(' ', out);
		shell_line_file(r->words[i], ascii, out);
	}
	for (uint32_t i = 0; !r->word_count && i < r->count; i++) {
		putc(' ', out);
		shell_line_file(r->list[i].path, ascii, out);
	}
}

static void write_start(const struct started_file *f, bool ascii, FILE *out)
{
	bool piped = text_equal(f->file, TEXT("-"));
	struct error ignored = ERROR_INIT; /* without memory it is left out */
	struct text_buffer word = {0};
	char moment[TIMESTAMP_MAX];

	timestamp_text(f->at, moment);
	if (piped || (text_buffer_add(&word, f->file, &ignored) &&
		      text_buffer_add(&word, TEXT("="), &ignored)))
		if (text_buffer_add(&word, text_of(moment), &ignored))
			choice_write_option("started", text_buffer_text(&word), ascii,
					    out);
	mem_free(word.at);
}

void input_options_write_started(const struct reading_options *reading, const char *path,
				 bool ascii, FILE *out)
{
	const struct started *s = reading->started;

	for (uint32_t i = 0; s && i < s->count; i++)
		if (reading->together || started_is_of(&s->list[i], path))
			write_start(&s->list[i], ascii, out);
}

/* The condition and the time range of samples in a database, whose number grows. */
static void write_query(const struct server_side *e, const char *where, bool ascii,
			FILE *out)
{
	char moment[TIMESTAMP_MAX];

	if (where)
		choice_write_option("where", text_of(where), ascii, out);
	choice_write_option("since", text_of(timestamp_text(e->from, moment)), ascii,
			    out);
	choice_write_option("until", text_of(timestamp_text(e->to, moment)), ascii, out);
}

void input_options_write_source(const struct settings *settings, const struct session *s,
				const char *path, const char *other, bool ascii,
				FILE *out)
{
	const struct reading_options *reading = &settings->reading;

	if (s->profile->server)
		write_query(s->profile->server,
			    settings->query ? settings->query->where : NULL, ascii, out);
	if (reading->format)
		choice_write_option("input-format", text_of(reading->format), ascii, out);
	input_options_write_started(reading, path, ascii, out);
	if (other)
		input_options_write_started(reading, other, ascii, out);
	fputc(' ', out);
}

void input_options_write_reading(const struct settings *settings, const struct session *s,
				 bool inlined, bool ascii, FILE *out)
{
	const char *field = settings->reading.field;

	if (inlined)
		fputs(" --inline", out);
	if (settings->reading.lines)
		fputs(" --lines", out);
	if (field && !s->profile->states && s->choice.weigh == WEIGH_PERIOD)
		choice_write_option("field", text_of(field), ascii, out);
}

void input_options_write_path(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out)
{
	if (reading && reading->together)
		input_options_write(reading, path, ascii, out);
	else if (strcmp(path, "-") == 0)
		fputs(INPUT_OPTIONS_PIPED, out);
	else
		shell_line_file(path, ascii, out);
}
