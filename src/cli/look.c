#include "cli/look.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"
#include "tui/screen.h"

/* Where nothing says how wide the paper is: fits most tickets and mails. */
#define USUAL_WIDTH 120

bool look_is_terminal(void)
{
	return isatty(STDOUT_FILENO) && screen_usable();
}

/* Hosts know few terminals; whoever comes by ssh from another waits for a screen in vain. */
void look_explain_no_screen(const char *consequence)
{
	const char *term = getenv("TERM");

	if (!isatty(STDOUT_FILENO) || !term || !*term || strcmp(term, "dumb") == 0)
		return;
	fputs("flarescope: TERM=", stderr);
	printable_write(text_of(term), stderr);
	fprintf(stderr, " is not known on this host, %s; try TERM=%s\n", consequence,
		strcmp(term, "xterm-256color") == 0 ? "xterm" : "xterm-256color");
}

bool look_wants_colours(const struct options *o)
{
	const char *no = getenv("NO_COLOR");

	if (o->colouring != COLOURING_AUTO)
		return o->colouring == COLOURING_ALWAYS;
	return !no || !*no;
}

/* What is printed for another place may use what nearly all terminals have. */
static enum palette_depth depth_here(void)
{
	const char *colorterm = getenv("COLORTERM");

	if (!look_is_terminal() || (colorterm && *colorterm))
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

struct look look_of(const struct options *o)
{
	bool coloured = look_wants_colours(o) && (o->colouring == COLOURING_ALWAYS ||
						  (look_is_terminal() && !o->output));
	struct look l = {
	    .ascii = o->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
	    .width = o->width ? o->width : width_here(),
	};

	l.ansi = o->format == OUTPUT_ANSI || (o->format == OUTPUT_UNSET && coloured);
	/* --format ansi is a wish for colours too, unless --color says never. */
	if (l.ansi && o->colouring != COLOURING_NEVER)
		l.depth = coloured ? depth_here() : PALETTE_256;
	return l;
}

void look_print(const struct look *l, const struct canvas *c, FILE *out)
{
	if (l->ansi && l->ascii)
		print_ansi_ascii(c, l->depth, out);
	else if (l->ansi)
		print_ansi(c, l->depth, out);
	else if (l->ascii)
		print_plain_ascii(c, out);
	else
		print_plain(c, out);
}
