#include "tui/keyboard.h"

#include <errno.h>
#include <string.h>
#include <termkey.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "tui/keymap.h"
#include "tui/mouse.h"

#define BUFFER_SIZE 4096 /* some 300 moves of the mouse, more than come in one read */
#define COUNT_MAX   1000000
#define NS_PER_MS   UINT64_C(1000000)
#define ESCAPE	    '\033'

struct keyboard {
	TermKey *tk;	     /* owned */
	struct keymap *keys; /* owned */
	int escape_ms;
	uint64_t last;	    /* when the last byte came, by clock_now() */
	bool incomplete;    /* the buffer ends within a sequence, or with an Escape */
	int count;	    /* typed so far */
	struct input ahead; /* read already, to be told next */
	bool has_ahead;
	size_t escapes; /* to be told before `held` */
	TermKeyKey held;
	bool has_held;
	char bytes[BUFFER_SIZE]; /* those in the buffer of `tk`, which shows none */
};

/*
 * xterm's terminfo says that mouse reports start with "\033[<", and libtermkey 0.22 would
 * take what follows for the three bytes of the old reports. It knows both kinds by
 * itself.
 */
static const char *old_mouse(const char *name, const char *value, void *data)
{
	(void)data;
	return strcmp(name, "key_mouse") == 0 ? "\033[M" : value;
}

struct keyboard *keyboard_new(const char *term, bool utf8, int escape_ms,
			      struct error *err)
{
	const int flags = utf8 ? TERMKEY_FLAG_UTF8 : TERMKEY_FLAG_RAW;
	struct keyboard *k = mem_array(1, sizeof *k, "keyboard", err);

	if (!k)
		return NULL;
	k->escape_ms = escape_ms;
	/* abstract: it is fed bytes, and leaves the terminal's modes to the screen */
	k->tk = termkey_new_abstract(term ? term : "dumb", flags | TERMKEY_FLAG_NOSTART);
	if (!k->tk) {
		error_sys(err, "cannot open the keyboard");
		keyboard_free(k);
		return NULL;
	}
	termkey_hook_terminfo_getstr(k->tk, old_mouse, NULL);
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

bool keyboard_push(struct keyboard *k, struct text bytes)
{
	size_t had = buffered(k), taken = termkey_push_bytes(k->tk, bytes.at, bytes.len);

	k->last = clock_now();
	if (taken > bytes.len) /* -1: the buffer is full */
		return false;
	memcpy(k->bytes + had, bytes.at, taken);
	return taken == bytes.len;
}

bool keyboard_read(struct keyboard *k, int fd)
{
	char bytes[BUFFER_SIZE];
	size_t room = termkey_get_buffer_remaining(k->tk);
	ssize_t n;

	/* a sequence that fills the whole buffer is none; read on without it */
	n = read(fd, bytes, room ? room : sizeof bytes);
	if (n > 0 && room)
		keyboard_push(k, (struct text){bytes, (size_t)n});
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static int waited_ms(const struct keyboard *k)
{
	uint64_t ms = (clock_now() - k->last) / NS_PER_MS;

	return ms < (uint64_t)k->escape_ms ? (int)ms : k->escape_ms;
}

bool keyboard_has_more(const struct keyboard *k)
{
	return k->has_ahead || k->escapes || k->has_held || buffered(k);
}

int keyboard_patience(const struct keyboard *k)
{
	if (k->has_ahead || k->escapes || k->has_held)
		return 0;
	return k->incomplete ? k->escape_ms - waited_ms(k) : -1;
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

/* Take a digit into the count; a 0 that begins none is a key of its own. */
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

/* What one key means; false when nothing. */
static bool decode(struct keyboard *k, const TermKeyKey *key, enum place place,
		   struct input *in)
{
	int count = k->count;

	if (key->type == TERMKEY_TYPE_MOUSE)
		return mouse_decode(k->tk, key, in);
	if (place != PLACE_PROMPT && take_digit(k, key))
		return false;
	k->count = 0;
	*in = (struct input){.command = keymap_find(k->keys, key, place)};
	if (place == PLACE_PROMPT && in->command == COMMAND_NONE && is_printable(key)) {
		in->rune = (char32_t)key->code.codepoint;
		return true;
	}
	in->count = place == PLACE_PROMPT ? 0 : count;
	/* as in vi, Escape after digits takes back the digits and nothing else */
	return in->command != COMMAND_NONE && !(in->command == COMMAND_CANCEL && count);
}

/*
 * How many of the `used` bytes that became `key` are Escapes before it, which libtermkey
 * takes for Alt. "\033[1;3A" is a key with Alt as well, but none of its bytes is one.
 */
static size_t escapes_before(const char *bytes, size_t used, const TermKeyKey *key)
{
	size_t n = 0;

	while (n < used && bytes[n] == ESCAPE)
		n++;
	if (n == 0 || !(key->modifiers & TERMKEY_KEYMOD_ALT))
		return 0;
	if (n == used || (used - n > 1 && (bytes[n] == '[' || bytes[n] == 'O')))
		return n - 1; /* the last one is the key, or begins it */
	return n;
}

/* A key that libtermkey makes of the bytes in its buffer, with the Escapes before it. */
static bool cut_key(struct keyboard *k, TermKeyKey *key, size_t *escapes)
{
	size_t had = buffered(k), used;
	TermKeyResult r = termkey_getkey(k->tk, key);

	if (r == TERMKEY_RES_AGAIN && waited_ms(k) >= k->escape_ms)
		r = termkey_getkey_force(k->tk, key);
	k->incomplete = r == TERMKEY_RES_AGAIN;
	used = had - buffered(k);
	*escapes = r == TERMKEY_RES_KEY ? escapes_before(k->bytes, used, key) : 0;
	memmove(k->bytes, k->bytes + used, had - used);
	return r == TERMKEY_RES_KEY;
}

/*
 * The next key. Over a slow link an Escape and what is typed after it arrive together,
 * as Alt and a key would: where that means nothing, it is both, one after the other.
 * The second waits, because the first may change what it means.
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

static bool is_move(enum command c)
{
	return c == COMMAND_HOVER || c == COMMAND_DRAG;
}

bool keyboard_next(struct keyboard *k, enum place place, struct input *in)
{
	if (k->has_ahead) {
		k->has_ahead = false;
		*in = k->ahead;
	} else if (!read_one(k, place, in)) {
		return false;
	}
	while (is_move(in->command) && read_one(k, place, &k->ahead)) {
		if (k->ahead.command != in->command) {
			k->has_ahead = true;
			return true;
		}
		*in = k->ahead;
	}
	return true;
}
