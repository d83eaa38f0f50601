#include "tui/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/clock.h"
#include "tui/keyboard.h"
#include "tui/screen.h"
#include "tui/signals.h"

#define ANSWER_MS 500 /* time to wait for answers when the user quits at once */
#define NS_PER_MS UINT64_C(1000000)
/* long operations are drawn at this interval; shorter ones only at their end */
#define DRAW_MS 100
/* a key's sequence arrives as a whole; a longer delay would be noticeable */
#define ESCAPE_MS 50

struct shell {
	struct workspace *workspace; /* borrowed */
	FILE *in;		     /* owned unless stdin */
	bool caught;		     /* signals_catch() has been called */
	struct screen *screen;	     /* owned */
	struct keyboard *keyboard;   /* owned */
	struct canvas *canvas;	     /* owned */
	enum mouse_mode mouse;
	bool asked;	/* the terminal has been queried */
	uint64_t since; /* the time of that, by clock_now() */
	bool running, stale;
	bool busy;	/* a command takes long, and its intermediate state was drawn */
	bool behind;	/* remaining work of a command is being done */
	uint64_t drawn; /* time of the last drawing meanwhile, by clock_now() */
	int signal;	/* the signal that ended us, or 0 */
	uint64_t woken; /* time of the last event, by clock_now(), for timing */
	struct redraw_timing timing; /* of the next redraw */
};

/* ---- timing of redraws, if requested ---- */

/* The time since `*last`, which becomes the current time. */
static uint64_t lap(uint64_t *last)
{
	uint64_t now = clock_now(), ns = now - *last;

	*last = now;
	return ns;
}

/* Decoding keys takes the time since the wake-up that was not spent on commands. */
static void time_key(struct shell *s)
{
	uint64_t since = s->woken;

	if (s->woken && workspace_is_timed(s->workspace))
		s->timing.key = lap(&since) - s->timing.count;
}

/* Terminals related to xterm support the mouse, and ignore OSC 52 at worst. */
static bool is_xterm_like(void)
{
	static const char *const family[] = {"xterm",	  "tmux",  "screen", "rxvt",
					     "alacritty", "foot",  "st-",    "konsole",
					     "gnome",	  "vte",   "putty",  "wezterm",
					     "contour",	  "kitty", "mintty", "ghostty"};
	const char *term = getenv("TERM");

	for (size_t i = 0; term && i < sizeof family / sizeof *family; i++)
		if (strncmp(term, family[i], strlen(family[i])) == 0)
			return true;
	return false;
}

static void watch_descriptor(fd_set *set, int *most, int fd)
{
	if (fd < 0 || fd >= FD_SETSIZE)
		return;
	FD_SET(fd, set);
	if (fd > *most)
		*most = fd;
}

static bool fit_screen(struct shell *s, struct error *err)
{
	int width, height;

	s->stale = true;
	return screen_fit(s->screen, &width, &height, err) &&
	       canvas_resize(s->canvas, width, height, err);
}

static void draw_canvas(struct shell *s)
{
	s->stale = false;
	pane_fill(pane_whole(s->canvas), (struct style){0});
	workspace_draw(s->workspace, pane_whole(s->canvas));
}

static void show_canvas(struct shell *s)
{
	int x = -1, y = -1;

	if (!workspace_cursor(s->workspace, &x, &y))
		x = -1;
	screen_show(s->screen, s->canvas, x, y);
}

static void redraw_screen(struct shell *s)
{
	uint64_t last, before = 0, after = 0;
	struct redraw_timing *t = &s->timing;

	if (!workspace_is_timed(s->workspace)) {
		draw_canvas(s);
		show_canvas(s);
		return;
	}
	t->has_bytes = screen_written(&before);
	last = clock_now();
	draw_canvas(s);
	t->draw = lap(&last);
	show_canvas(s);
	t->show = lap(&last);
	t->has_bytes = t->has_bytes && screen_written(&after);
	t->bytes = after - before;
	workspace_time(s->workspace, t);
	draw_canvas(s); /* draw the figures, which are not timed */
	show_canvas(s);
}

static void come_back(struct shell *s)
{
	screen_return(s->screen);
	screen_send(s->screen, mouse_sequence(s->mouse));
}

static void heed_terminal(struct shell *s)
{
	const struct terminal_facts *facts = keyboard_facts(s->keyboard);
	bool light = background_is_light(BACKGROUND_AUTO, facts, getenv("COLORFGBG"));

	if (workspace_suit(s->workspace, light))
		s->stale = true;
	screen_told(s->screen, facts->synchronises);
}

/*
 * Before leaving the terminal to the shell, wait a while for late answers, which the shell would
 * read as input.
 */
static void await_answers(struct shell *s)
{
	uint64_t until = s->since + ANSWER_MS * NS_PER_MS;

	while (s->asked && !keyboard_facts(s->keyboard)->answered) {
		uint64_t now = clock_now();
		struct timeval left = {0};
		fd_set ready;
		int most = -1;

		if (now >= until)
			return;
		left.tv_usec = (suseconds_t)((until - now) / 1000);
		FD_ZERO(&ready);
		watch_descriptor(&ready, &most, fileno(s->in));
		if (select(most + 1, &ready, NULL, NULL, &left) <= 0 ||
		    !keyboard_read(s->keyboard, fileno(s->in)))
			return;
	}
}

static bool suspend(struct shell *s, struct error *err)
{
	screen_send(s->screen, mouse_sequence(MOUSE_OFF));
	await_answers(s);
	screen_leave(s->screen);
	signals_stop();
	come_back(s);
	return fit_screen(s, err); /* its size may have changed */
}

static void copy_to_clipboard(struct shell *s)
{
	struct error err = ERROR_INIT;
	char *sequence;

	if (!is_xterm_like())
		return; /* the text is on the screen as well */
	sequence = mem_array(1, SCREEN_CLIPBOARD, "a text to copy", &err);
	if (!sequence)
		workspace_say(s->workspace, err.message);
	else if (screen_clipboard(workspace_copied(s->workspace), sequence))
		screen_send(s->screen, sequence);
	else
		workspace_say(s->workspace, "too long for the clipboard");
	mem_free(sequence);
}

static bool carry_out(struct shell *s, enum shell_action action, struct error *err)
{
	s->stale = true;
	switch (action) {
	case SHELL_NOTHING:
		break;
	case SHELL_QUIT:
		s->running = false;
		break;
	case SHELL_SUSPEND:
		return suspend(s, err);
	case SHELL_REDRAW:
		return fit_screen(s, err);
	case SHELL_NEXT_MOUSE:
		s->mouse = mouse_next(s->mouse);
		screen_send(s->screen, mouse_sequence(s->mouse));
		workspace_say(s->workspace, mouse_name(s->mouse));
		break;
	case SHELL_COPY:
		copy_to_clipboard(s);
		break;
	}
	return true;
}

static bool carry_out_all(struct shell *s, struct error *err)
{
	enum shell_action action;

	while (s->running &&
	       (action = workspace_shell_action(s->workspace)) != SHELL_NOTHING)
		if (!carry_out(s, action, err))
			return false;
	return true;
}

/* Called during long commands: false if a key or a signal interrupts. */
static bool still_wanted(void *arg)
{
	struct shell *s = arg;
	struct timeval now = {0};
	fd_set ready;
	int most = -1;

	if (!s->running || keyboard_has_more(s->keyboard))
		return false;
	if (s->behind ? clock_now() - s->drawn >= DRAW_MS * NS_PER_MS : !s->busy) {
		redraw_screen(s); /* show the typed character, or the progress */
		s->drawn = clock_now();
	}
	s->busy = true;
	FD_ZERO(&ready);
	watch_descriptor(&ready, &most, fileno(s->in));
	watch_descriptor(&ready, &most, signals_fd());
	return select(most + 1, &ready, NULL, NULL, &now) <= 0;
}

static bool do_timed(struct shell *s, const struct input *in)
{
	bool timed = workspace_is_timed(s->workspace), changed;
	uint64_t last = timed ? clock_now() : 0;

	changed = workspace_do(s->workspace, in);
	if (timed)
		s->timing.count += lap(&last);
	return changed;
}

static bool obey(struct shell *s, struct error *err)
{
	struct input in;

	/* even without a key: a file that could not be read requests to quit */
	if (!carry_out_all(s, err))
		return false;
	while (s->running &&
	       keyboard_next(s->keyboard, workspace_place(s->workspace), &in)) {
		s->busy = false;
		if (do_timed(s, &in))
			s->stale = true;
		heed_terminal(s); /* the user may override it */
		if (!carry_out_all(s, err))
			return false;
	}
	return true;
}

/* Continue remaining work when there are no keys; this takes time. */
static void go_on(struct shell *s)
{
	uint64_t last = clock_now();

	s->drawn = last;
	s->behind = true;
	if (workspace_go_on(s->workspace))
		s->stale = true;
	s->behind = false;
	s->timing.count += lap(&last);
}

static bool heed_signals(struct shell *s, struct error *err)
{
	struct signals_news news = signals_take();

	if (news.end) {
		s->signal = news.end;
		s->running = false;
		return true;
	}
	if (news.stop)
		return suspend(s, err);
	/* we were stopped by another program: the modes are unknown */
	if (news.continued) {
		screen_leave(s->screen);
		come_back(s);
	}
	return !(news.resized || news.continued) || fit_screen(s, err);
}

/* The shorter of two times; -1 is endless. */
static int shorter(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Wait for an event; `ready` gets the descriptors to check. */
static int wait_for_news(struct shell *s, fd_set *ready)
{
	int moving = workspace_timeout(s->workspace), most = -1, n;
	int ms = shorter(keyboard_timeout(s->keyboard), moving);
	struct timeval time = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};

	FD_ZERO(ready);
	watch_descriptor(ready, &most, fileno(s->in));
	watch_descriptor(ready, &most, signals_fd());
	watch_descriptor(ready, &most, workspace_wake_fd(s->workspace));
	n = select(most + 1, ready, NULL, NULL, ms < 0 ? NULL : &time);
	if (n <= 0)
		FD_ZERO(ready);
	if (n == 0 && ms == moving)
		s->stale = true;
	return n;
}

static bool loop(struct shell *s, struct error *err)
{
	fd_set ready;

	/* before the first key, a file may have been read and refused */
	if (!carry_out_all(s, err))
		return false;
	while (s->running) {
		int loader = workspace_wake_fd(s->workspace);

		go_on(s);
		if (s->stale)
			redraw_screen(s);
		if (wait_for_news(s, &ready) < 0 && errno != EINTR)
			return error_sys(err, "cannot wait for the keyboard");
		if (workspace_is_timed(s->workspace)) {
			s->woken = clock_now();
			s->timing = (struct redraw_timing){.bytes = 0};
		}
		if (FD_ISSET(signals_fd(), &ready) && !heed_signals(s, err))
			return false;
		/* before the keys, which may stop this reading and start another */
		if (loader >= 0 && FD_ISSET(loader, &ready))
			s->stale |= workspace_wake(s->workspace);
		if (FD_ISSET(fileno(s->in), &ready)) {
			s->running &= keyboard_read(s->keyboard, fileno(s->in));
			heed_terminal(s);
		}
		if (!obey(s, err))
			return false;
		time_key(s);
	}
	return true;
}

/*
 * Standard input may be the profile; then keys come from the terminal itself. Without /dev, that is
 * standard output: a login opens it for reading and writing.
 */
static int open_terminal(void)
{
	/* read-only, like all files */
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
	int flags = fcntl(STDOUT_FILENO, F_GETFL);

	if (fd < 0 && flags >= 0 && (flags & O_ACCMODE) == O_RDWR)
		fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	return fd;
}

static FILE *open_keys(struct error *err)
{
	FILE *in;
	int fd;

	if (isatty(STDIN_FILENO))
		return stdin;
	fd = open_terminal();
	in = fd < 0 ? NULL : fdopen(fd, "r");
	if (!in)
		error_sys(err, "no terminal to read keys from");
	if (!in && fd >= 0)
		close(fd);
	return in;
}

static enum mouse_mode first_mouse_mode(enum shell_mouse wanted)
{
	switch (wanted) {
	case SHELL_MOUSE_HOVER:
		return MOUSE_HOVER;
	case SHELL_MOUSE_CLICK:
		return MOUSE_CLICK;
	case SHELL_MOUSE_OFF:
		return MOUSE_OFF;
	default:
		return is_xterm_like() ? MOUSE_HOVER : MOUSE_CLICK;
	}
}

static bool open_all(struct shell *s, const struct shell_options *o, struct error *err)
{
	struct screen_look look = {.depth = o->depth, .ascii = o->ascii};

	s->canvas = canvas_new(80, 24, err);
	if (!s->canvas)
		return false;
	canvas_set_ascii(s->canvas, o->ascii);
	s->in = open_keys(err);
	if (!s->in)
		return false;
	s->caught = signals_catch(STDOUT_FILENO, err);
	if (!s->caught)
		return false;
	s->screen = screen_open(s->in, stdout, look, err);
	if (!s->screen)
		return false;
	s->keyboard = keyboard_new(getenv("TERM"), screen_utf8(), ESCAPE_MS, err);
	if (!s->keyboard)
		return false;
	s->mouse = first_mouse_mode(o->mouse);
	screen_send(s->screen, mouse_sequence(s->mouse));
	if (is_xterm_like()) { /* the first picture does not wait for the answer */
		screen_send(s->screen, REPLIES_QUESTION);
		keyboard_expect_replies(s->keyboard);
		s->asked = true;
		s->since = clock_now();
	}
	heed_terminal(s);
	return fit_screen(s, err);
}

bool shell_run(struct workspace *w, const struct shell_options *o, int *signal,
	       struct error *err)
{
	struct shell s = {.workspace = w, .running = true};
	bool ok = open_all(&s, o, err);

	if (ok) {
		workspace_watch(w, still_wanted, &s);
		ok = loop(&s, err);
	}
	workspace_watch(w, NULL, NULL);

	*signal = s.signal;
	if (s.screen && s.keyboard) {
		screen_send(s.screen, mouse_sequence(MOUSE_OFF));
		await_answers(&s);
	}
	screen_close(s.screen);
	if (s.caught)
		signals_release();
	if (s.in && s.in != stdin)
		fclose(s.in);
	keyboard_free(s.keyboard);
	canvas_free(s.canvas);
	return ok;
}
