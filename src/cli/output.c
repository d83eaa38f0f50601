#include "cli/output.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"
#include "cli/sandbox.h"
#include "tui/screen.h"

/* If the width is not known: fits most tickets and mails. */
#define USUAL_WIDTH 120

bool output_is_terminal(void)
{
	return isatty(STDOUT_FILENO) && screen_usable();
}

/* Hosts know few terminals; over ssh, TERM may be one that this host lacks. */
void output_explain_no_screen(const char *consequence)
{
	const char *term = getenv("TERM");

	if (!isatty(STDOUT_FILENO) || !term || !*term || strcmp(term, "dumb") == 0)
		return;
	fputs("flarescope: TERM=", stderr);
	printable_write(text_of(term), stderr);
	fprintf(stderr, " is not known on this host, %s; try TERM=%s\n", consequence,
		strcmp(term, "xterm-256color") == 0 ? "xterm" : "xterm-256color");
}

bool output_wants_colours(const struct options *o)
{
	const char *no = getenv("NO_COLOR");

	if (o->colouring != COLOURING_AUTO)
		return o->colouring == COLOURING_ALWAYS;
	return !no || !*no;
}

/* Output that is not for this terminal may use what nearly all terminals support. */
static enum palette_depth depth_here(void)
{
	const char *colorterm = getenv("COLORTERM");

	if (!output_is_terminal() || (colorterm && *colorterm))
		return PALETTE_256;
	return screen_depth();
}

static int width_here(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t n;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col < CANVAS_SIDE_MAX ? size.ws_col : CANVAS_SIDE_MAX;
	if (columns && number_u64(text_of(columns), &n) && n >= 20 &&
	    n <= CANVAS_SIDE_MAX)
		return (int)n;
	return USUAL_WIDTH;
}

struct output_style output_style(const struct options *o)
{
	bool coloured = output_wants_colours(o) && (o->colouring == COLOURING_ALWAYS ||
						    (output_is_terminal() && !o->output));
	struct output_style s = {
	    .ascii = o->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
	    .width = o->width ? o->width : width_here(),
	};

	s.ansi = o->format == OUTPUT_ANSI || (o->format == OUTPUT_UNSET && coloured);
	/* --format ansi asks for colours too, unless --color says never. */
	if (s.ansi && o->colouring != COLOURING_NEVER)
		s.depth = coloured ? depth_here() : PALETTE_256;
	return s;
}

void output_print(const struct output_style *style, const struct canvas *c, FILE *out)
{
	if (style->ansi && style->ascii)
		print_ansi_ascii(c, style->depth, out);
	else if (style->ansi)
		print_ansi(c, style->depth, out);
	else if (style->ascii)
		print_plain_ascii(c, out);
	else
		print_plain(c, out);
}

void output_open(struct output *to, const struct options *o)
{
	*to = (struct output){o->output, sandbox_take_output(o), stdout};
	if (to->file)
		to->out = outfile_stream(to->file);
}

bool output_close(struct output *to, bool ok, struct error *err)
{
	if (to->file && ok)
		return outfile_commit(to->file, err);
	if (to->file && ferror(to->out))
		error_at(err, "%.100s", to->name);
	outfile_abandon(to->file);
	if (ok && (fflush(stdout) != 0 || ferror(stdout)))
		return error_sys(err, "cannot write to standard output");
	return ok;
}
