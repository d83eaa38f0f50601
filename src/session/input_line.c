#include "session/input_line.h"

#include "base/mem.h"
#include "base/timestamp.h"
#include "choice/choice.h"
#include "choice/shell_line.h"
#include "input/recordings.h"
#include "input/started.h"

void input_line_write(const struct reading_options *reading, const char *path, bool ascii,
		      FILE *out)
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

/* Whoever has standard input in a file has it under another name: FILE stands for that. */
static void write_start(const struct started_file *f, bool ascii, FILE *out)
{
	bool piped = text_equal(f->file, TEXT("-"));
	struct error ignored = ERROR_INIT; /* then it is not told */
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

void input_line_write_started(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out)
{
	const struct started *s = reading->started;

	for (uint32_t i = 0; s && i < s->count; i++)
		if (reading->together || started_is_of(&s->list[i], path))
			write_start(&s->list[i], ascii, out);
}
