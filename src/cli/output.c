#include "cli/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"
#include "cli/sandbox.h"
#include "tui/characters.h"
#include "tui/replies.h"
#include "tui/screen.h"

/* When the width is unknown: fits most tickets and mails. */
#define USUAL_WIDTH 120

/* About square: a cell is twice as high as wide. */
#define USUAL_HEIGHT 36

bool output_is_terminal(void)
{
	return isatty(STDOUT_FILENO) && screen_usable();
}

#define ROWS_ON_TERMINAL 40

uint64_t output_limit(const struct options *o, enum option_id limit)
{
	if (options_has(o, limit))
		return o->limit;
	return output_table_format(o) == TABLE_TEXT && !o->output && !o->piped &&
		       isatty(STDOUT_FILENO)
		   ? ROWS_ON_TERMINAL
		   : UINT64_MAX;
}

bool output_is_screen(const struct options *o)
{
	return o->format != OUTPUT_SCREEN_SVG && output_is_terminal();
}

void output_choose_locale(const struct options *o)
{
	/* otherwise the picture has only ASCII characters */
	if (o->format == OUTPUT_SCREEN_SVG)
		characters_use_utf8();
}

/* Remote hosts know few terminals; over ssh, TERM may be one that this host lacks. */
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

	if (o->colouring == COLOURING_ALWAYS || o->colouring == COLOURING_NEVER)
		return o->colouring == COLOURING_ALWAYS;
	return !no || !*no;
}

enum palette_depth output_screen_depth(const struct options *o)
{
	enum palette_depth has = screen_depth();

	return o->colouring == COLOURING_256 && has > PALETTE_256 ? PALETTE_256 : has;
}

/* Output that is not for this terminal may use what nearly all terminals support. */
static enum palette_depth depth_here(const struct options *o)
{
	const char *colorterm = getenv("COLORTERM");
	enum palette_depth has =
	    output_is_terminal() ? output_screen_depth(o) : PALETTE_256;

	return has < PALETTE_256 && colorterm && *colorterm ? PALETTE_256 : has;
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

static int height_here(void)
{
	const char *lines = getenv("LINES");
	struct winsize size;
	uint64_t n;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
		return size.ws_row < CANVAS_SIDE_MAX ? size.ws_row : CANVAS_SIDE_MAX;
	if (lines && number_u64(text_of(lines), &n) && n >= 10 && n <= CANVAS_SIDE_MAX)
		return (int)n;
	return USUAL_HEIGHT;
}

/* The background of an SVG is light, unless the colours are for a dark terminal. */
static bool is_light(const struct options *o)
{
	enum background_wish theme = o->settings.choice.theme;

	if (theme != BACKGROUND_AUTO)
		return theme == BACKGROUND_LIGHT;
	if (o->format == OUTPUT_SCREEN_SVG)
		return o->settings.choice.scale != 1 + HEAT_DARK;
	return background_is_light(theme, NULL, getenv("COLORFGBG"));
}

struct output_style output_style(const struct options *o)
{
	bool coloured = output_wants_colours(o) && (o->colouring == COLOURING_ALWAYS ||
						    (output_is_terminal() && !o->output));
	struct output_style s = {
	    .svg = o->format == OUTPUT_SCREEN_SVG,
	    .light = is_light(o),
	    .ground = is_light(o) ? palette_light : palette_dark,
	    .ascii = o->ascii || !screen_utf8(),
	    .width = o->width ? o->width : width_here(),
	    .height = o->height ? o->height : height_here(),
	};

	s.ansi = o->format == OUTPUT_ANSI || (o->format == OUTPUT_UNSET && coloured);
	/* these imply colours, unless --color is never */
	if ((s.ansi || s.svg) && o->colouring != COLOURING_NEVER)
		s.depth = s.ansi && coloured ? depth_here(o) : PALETTE_256;
	return s;
}

enum table_format output_table_format(const struct options *o)
{
	return o->format == OUTPUT_JSON	 ? TABLE_JSON
	       : o->format == OUTPUT_CSV ? TABLE_CSV
					 : TABLE_TEXT;
}

bool output_print(const struct output_style *style, const struct canvas *c, FILE *out,
		  struct error *err)
{
	const struct svg_look look = {style->depth, style->ground, style->ascii};

	if (style->svg)
		return print_svg(c, &look, out, err);
	if (style->ansi && style->ascii)
		print_ansi_ascii(c, style->depth, out);
	else if (style->ansi)
		print_ansi(c, style->depth, out);
	else if (style->ascii)
		print_plain_ascii(c, out);
	else
		print_plain(c, out);
	return true;
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
