#include "tui/keyboard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "tui/screen.h"

/* ---- bindings ---- */

#define BINDINGS_MAX 256 /* far more than there are keys; keeps the search short */

struct binding {
	TermKeyKey key;
	unsigned where; /* set of enum place */
	enum command command;
};

struct keymap {
	TermKey *tk; /* borrowed */
	size_t count;
	struct binding bindings[BINDINGS_MAX];
};

static const struct binding *find_binding(const struct keymap *map, const TermKeyKey *key,
					  unsigned where)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct binding *b = &map->bindings[i];

		if ((b->where & where) && termkey_keycmp(map->tk, &b->key, key) == 0)
			return b;
	}
	return NULL;
}

static bool bind_one(struct keymap *map, const char *spelling, enum command c,
		     const struct command_info *info, struct error *err)
{
	TermKeyKey key;
	const char *rest = termkey_strpkey(map->tk, spelling, &key, (TermKeyFormat)0);

	if (!rest || *rest)
		return error_set(err, ERROR_USAGE, "%s: no such key: %s", info->name,
				 spelling);
	if (find_binding(map, &key, info->where))
		return error_set(err, ERROR_USAGE, "%s: key %s is taken", info->name,
				 spelling);
	if (map->count == BINDINGS_MAX)
		return error_set(err, ERROR_LIMIT, "more than %d keys", BINDINGS_MAX);
	map->bindings[map->count++] =
	    (struct binding){.key = key, .where = info->where, .command = c};
	return true;
}

static bool bind_row(struct keymap *map, enum command c, const struct command_info *info,
		     struct error *err)
{
	char *keys = mem_text(info->keys, strlen(info->keys), err), *save = NULL;
	bool ok = keys != NULL;

	for (char *k = ok ? strtok_r(keys, " ", &save) : NULL; ok && k;
	     k = strtok_r(NULL, " ", &save))
		ok = bind_one(map, k, c, info, err);
	mem_free(keys);
	return ok;
}

struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err)
{
	struct keymap *map = mem_array(1, sizeof *map, "keys", err);

	if (!map)
		return NULL;
	map->tk = tk;
	for (int c = COMMAND_NONE + 1; c < count; c++) {
		if (!bind_row(map, (enum command)c, &table[c], err)) {
			keymap_free(map);
			return NULL;
		}
	}
	return map;
}

struct keymap *keymap_new(TermKey *tk, struct error *err)
{
	return keymap_from(tk, commands, COMMAND_COUNT, err);
}

void keymap_free(struct keymap *map)
{
	mem_free(map);
}

enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where)
{
	const struct binding *b = find_binding(map, key, where);

	return b ? b->command : COMMAND_NONE;
}

/* ---- the mouse ---- */

#define ALL_OFF "\033[?1003l\033[?1002l\033[?1000l\033[?1006l"

#define DRAG_BIT 0x20 /* in the button's code: the pointer moved */

/* The buttons of termkey_interpret_mouse(). */
enum { BUTTON_UNKNOWN, BUTTON_LEFT, BUTTON_MIDDLE, BUTTON_RIGHT, WHEEL_UP, WHEEL_DOWN };

const char *mouse_sequence(enum mouse_mode mode)
{
	switch (mode) {
	case MOUSE_HOVER:
		return ALL_OFF "\033[?1003h\033[?1006h";
	case MOUSE_CLICK:
		return ALL_OFF "\033[?1002h\033[?1006h";
	default:
		return ALL_OFF;
	}
}

const char *mouse_name(enum mouse_mode mode)
{
	static const char *const names[MOUSE_MODES] = {
	    "mouse: hover and clicks",
	    "mouse: clicks only",
	    "mouse: off, selecting text in the terminal works",
	};

	return names[mode];
}

enum mouse_mode mouse_next(enum mouse_mode mode)
{
	return (enum mouse_mode)((mode + 1) % MOUSE_MODES);
}

static enum command of_press(int button, int modifiers)
{
	bool ctrl = modifiers & TERMKEY_KEYMOD_CTRL;

	switch (button) {
	case BUTTON_LEFT:
		return modifiers & TERMKEY_KEYMOD_SHIFT ? COMMAND_EXTEND
		       : ctrl				? COMMAND_PRESS_BASELINE
							: COMMAND_PRESS;
	case BUTTON_RIGHT:
		return COMMAND_BACK;
	case WHEEL_UP:
		return ctrl ? COMMAND_WHEEL_IN : COMMAND_WHEEL_UP;
	case WHEEL_DOWN:
		return ctrl ? COMMAND_WHEEL_OUT : COMMAND_WHEEL_DOWN;
	default:
		return COMMAND_NONE;
	}
}

static enum command of_drag(int button, int modifiers)
{
	if (button != BUTTON_LEFT)
		return COMMAND_NONE;
	return modifiers & TERMKEY_KEYMOD_SHIFT ? COMMAND_EXTEND : COMMAND_DRAG;
}

/*
 * Motion without a button has the code 35: a release with the drag bit. Terminals without SGR
 * reports do not say which button was released.
 */
static enum command of_release(int button, bool moved)
{
	if (moved)
		return button == BUTTON_UNKNOWN ? COMMAND_HOVER : COMMAND_NONE;
	return button <= BUTTON_LEFT ? COMMAND_RELEASE : COMMAND_NONE;
}

/* ---- from bytes to keys ---- */

#define BUFFER_SIZE 4096 /* about 300 moves of the mouse, more than arrive in one read */
#define PIECE	    256	 /* bytes that are searched for answers at a time */
#define COUNT_MAX   1000000
#define NS_PER_MS   UINT64_C(1000000)
#define ESCAPE	    '\033'

struct keyboard {
	TermKey *tk;	     /* owned */
	struct keymap *keys; /* owned */
	struct replies replies;
	int escape_ms;
	uint64_t last;	    /* time of the last byte, by clock_now() */
	bool incomplete;    /* the buffer ends within a sequence, or after an Escape */
	int count;	    /* the count typed so far */
	struct input ahead; /* already decoded, to be returned next */
	bool has_ahead;
	size_t escapes; /* Escapes to return before `held` */
	TermKeyKey held;
	bool has_held;
	char bytes[BUFFER_SIZE]; /* a copy of the buffer in `tk`, which cannot be read */
};

/*
 * The terminfo of xterm says that mouse reports begin with "\033[<", and libtermkey 0.22 would
 * parse the rest as the three bytes of old reports. Without this entry it recognises both kinds.
 * libtermkey also searches for descriptions on its own, where ours are missing.
 */
static const char *what_is_sent(const char *name, const char *value, void *data)
{
	(void)data;
	if (strcmp(name, "key_mouse") == 0)
		return "\033[M";
	return value ? value : screen_sent_by(name);
}

struct keyboard *keyboard_new(const char *term, bool utf8, int escape_ms,
			      struct error *err)
{
	const int flags = utf8 ? TERMKEY_FLAG_UTF8 : TERMKEY_FLAG_RAW;
	struct keyboard *k = mem_array(1, sizeof *k, "keyboard", err);

	if (!k)
		return NULL;
	k->escape_ms = escape_ms;
	/* abstract: it gets bytes, and leaves the terminal's modes to the screen */
	k->tk = termkey_new_abstract(term ? term : "dumb", flags | TERMKEY_FLAG_NOSTART);
	if (!k->tk) {
		error_sys(err, "cannot open the keyboard");
		keyboard_free(k);
		return NULL;
	}
	termkey_hook_terminfo_getstr(k->tk, what_is_sent, NULL);
	if (!termkey_start(k->tk) || !termkey_set_buffer_size(k->tk, BUFFER_SIZE))
		error_sys(err, "cannot open the keyboard");
	else
		k->keys = keymap_new(k->tk, err);
	if (!k->keys) {
		keyboard_free(k);
		return NULL;
	}
	return k;
}

void keyboard_free(struct keyboard *k)
{
	if (!k)
		return;
	keymap_free(k->keys);
	if (k->tk)
		termkey_destroy(k->tk);
	mem_free(k);
}

static size_t buffered(const struct keyboard *k)
{
	return termkey_get_buffer_size(k->tk) - termkey_get_buffer_remaining(k->tk);
}

/* Push bytes that belong to no answer. */
static bool push_keys(struct keyboard *k, const char *bytes, size_t len)
{
	size_t had = buffered(k), taken = termkey_push_bytes(k->tk, bytes, len);

	if (taken > len) /* -1: the buffer is full */
		return false;
	memcpy(k->bytes + had, bytes, taken);
	return taken == len;
}

static uint64_t idle_ms(const struct keyboard *k)
{
	return (clock_now() - k->last) / NS_PER_MS;
}

bool keyboard_push(struct keyboard *k, struct text bytes)
{
	char keys[PIECE + REPLY_MAX];
	bool room = true;

	if (idle_ms(k) >= REPLIES_FORGET_MS)
		replies_forget(&k->replies);
	k->last = clock_now();
	for (size_t i = 0; room && i < bytes.len; i += PIECE) {
		struct text piece = text_upto(text_from(bytes, i), PIECE);

		room = push_keys(k, keys, replies_take(&k->replies, piece, keys));
	}
	return room;
}

void keyboard_expect_replies(struct keyboard *k)
{
	k->replies.asked = true;
}

const struct terminal_facts *keyboard_facts(const struct keyboard *k)
{
	return &k->replies.facts;
}

bool keyboard_read(struct keyboard *k, int fd)
{
	char bytes[BUFFER_SIZE];
	size_t room = termkey_get_buffer_remaining(k->tk);
	ssize_t n;

	room -= room < REPLY_MAX ? room : REPLY_MAX; /* for bytes that were held back */
	/* a sequence that fills the whole buffer is invalid: read on without it */
	n = read(fd, bytes, room ? room : sizeof bytes);
	if (n > 0 && room)
		keyboard_push(k, (struct text){bytes, (size_t)n});
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static int waited_ms(const struct keyboard *k, int most)
{
	uint64_t ms = idle_ms(k);

	return ms < (uint64_t)most ? (int)ms : most;
}

bool keyboard_has_more(const struct keyboard *k)
{
	return k->has_ahead || k->escapes || k->has_held || buffered(k) ||
	       replies_hold_key(&k->replies);
}

int keyboard_timeout(const struct keyboard *k)
{
	int patience;

	if (k->has_ahead || k->escapes || k->has_held)
		return 0;
	if (k->incomplete)
		return k->escape_ms - waited_ms(k, k->escape_ms);
	patience = replies_patience(&k->replies, k->escape_ms);
	return patience < 0 ? -1 : patience - waited_ms(k, patience);
}

/* PuTTY sends the VT220's Find and Select for Home and End. */
static void rename_key(TermKeyKey *key)
{
	if (key->type != TERMKEY_TYPE_KEYSYM)
		return;
	if (key->code.sym == TERMKEY_SYM_FIND)
		key->code.sym = TERMKEY_SYM_HOME;
	else if (key->code.sym == TERMKEY_SYM_SELECT)
		key->code.sym = TERMKEY_SYM_END;
}

static bool is_printable(const TermKeyKey *key)
{
	return key->type == TERMKEY_TYPE_UNICODE && key->code.codepoint >= ' ' &&
	       !(key->modifiers & (TERMKEY_KEYMOD_ALT | TERMKEY_KEYMOD_CTRL));
}

/* Add a digit to the count; a leading 0 is a key of its own. */
static bool take_digit(struct keyboard *k, const TermKeyKey *key)
{
	long digit = is_printable(key) ? key->code.codepoint - '0' : -1;

	if (digit < 0 || digit > 9 || (digit == 0 && k->count == 0))
		return false;
	k->count = k->count * 10 + (int)digit;
	if (k->count > COUNT_MAX)
		k->count = COUNT_MAX;
	return true;
}

/* Decode a key; false if it has no meaning. */
static bool decode(struct keyboard *k, const TermKeyKey *key, enum place place,
		   struct input *in)
{
	int count = k->count;

	if (key->type == TERMKEY_TYPE_MOUSE) {
		/* libtermkey counts cells from 1; the middle button is unused */
		TermKeyMouseEvent event;
		int button, line, column;

		if (termkey_interpret_mouse(k->tk, key, &event, &button, &line,
					    &column) != TERMKEY_RES_KEY)
			return false;
		*in = (struct input){.x = column - 1, .y = line - 1};
		if (event == TERMKEY_MOUSE_PRESS)
			in->command = of_press(button, key->modifiers);
		else if (event == TERMKEY_MOUSE_DRAG)
			in->command = of_drag(button, key->modifiers);
		else if (event == TERMKEY_MOUSE_RELEASE)
			in->command = of_release(button, key->code.mouse[0] & DRAG_BIT);
		return in->command != COMMAND_NONE;
	}
	if (place != PLACE_PROMPT && take_digit(k, key))
		return false;
	k->count = 0;
	*in = (struct input){.command = keymap_find(k->keys, key, place)};
	if (place == PLACE_PROMPT && in->command == COMMAND_NONE && is_printable(key)) {
		in->rune = (char32_t)key->code.codepoint;
		return true;
	}
	in->count = place == PLACE_PROMPT ? 0 : count;
	/* as in vi, Escape after digits only removes the digits */
	return in->command != COMMAND_NONE && !(in->command == COMMAND_CANCEL && count);
}

/*
 * The number of Escapes among the `used` bytes that precede `key`, which libtermkey reports as Alt.
 * "\033[1;3A" also has Alt, but without an extra Escape.
 */
static size_t escapes_before(const char *bytes, size_t used, const TermKeyKey *key)
{
	size_t n = 0;

	while (n < used && bytes[n] == ESCAPE)
		n++;
	if (n == 0 || !(key->modifiers & TERMKEY_KEYMOD_ALT))
		return 0;
	if (n == used || (used - n > 1 && (bytes[n] == '[' || bytes[n] == 'O')))
		return n - 1; /* the last Escape is the key, or its first byte */
	return n;
}

/* Get a key from the buffer of libtermkey, and the number of Escapes before it. */
static bool cut_key(struct keyboard *k, TermKeyKey *key, size_t *escapes)
{
	size_t had = buffered(k), used;
	TermKeyResult r = termkey_getkey(k->tk, key);

	if (r == TERMKEY_RES_AGAIN && waited_ms(k, k->escape_ms) >= k->escape_ms)
		r = termkey_getkey_force(k->tk, key);
	k->incomplete = r == TERMKEY_RES_AGAIN;
	used = had - buffered(k);
	*escapes = r == TERMKEY_RES_KEY ? escapes_before(k->bytes, used, key) : 0;
	memmove(k->bytes, k->bytes + used, had - used);
	return r == TERMKEY_RES_KEY;
}

/*
 * The next key. Over a slow link, an Escape and the following key arrive together, like a key with
 * Alt. If that has no meaning, it is treated as two keys. The second one is held, as the first may
 * change its meaning.
 */
static bool next_key(struct keyboard *k, enum place place, TermKeyKey *key)
{
	size_t escapes;

	if (!k->escapes && !k->has_held) {
		if (!cut_key(k, key, &escapes))
			return false;
		rename_key(key);
		if (!escapes || keymap_find(k->keys, key, place) != COMMAND_NONE)
			return true;
		k->escapes = escapes;
		k->held = *key;
		k->held.modifiers &= ~TERMKEY_KEYMOD_ALT;
		k->has_held = true;
	}
	if (k->escapes) {
		k->escapes--;
		*key = (TermKeyKey){.type = TERMKEY_TYPE_KEYSYM,
				    .code.sym = TERMKEY_SYM_ESCAPE};
		return true;
	}
	k->has_held = false;
	*key = k->held;
	return true;
}

static bool read_one(struct keyboard *k, enum place place, struct input *in)
{
	TermKeyKey key;

	while (next_key(k, place, &key))
		if (decode(k, &key, place, in))
			return true;
	return false;
}

bool keyboard_next(struct keyboard *k, enum place place, struct input *in)
{
	int patience = replies_patience(&k->replies, k->escape_ms);
	char keys[REPLY_MAX];

	/* no bytes followed for long enough: a possible beginning of an answer was a key */
	if (patience >= 0 && idle_ms(k) >= (uint64_t)patience)
		push_keys(k, keys, replies_give_up(&k->replies, keys));
	if (k->has_ahead) {
		k->has_ahead = false;
		*in = k->ahead;
	} else if (!read_one(k, place, in)) {
		return false;
	}
	while ((in->command == COMMAND_HOVER || in->command == COMMAND_DRAG) &&
	       read_one(k, place, &k->ahead)) {
		if (k->ahead.command != in->command) {
			k->has_ahead = true;
			return true;
		}
		*in = k->ahead;
	}
	return true;
}
