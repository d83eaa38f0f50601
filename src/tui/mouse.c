#include "tui/mouse.h"

#define ALL_OFF "\033[?1003l\033[?1002l\033[?1000l\033[?1006l"

#define DRAG_BIT 0x20 /* in the button's code: the pointer moved */

/* What termkey_interpret_mouse() calls the buttons. */
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
	    "mouse: off, the terminal's own selection works",
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
		return modifiers & TERMKEY_KEYMOD_SHIFT ? COMMAND_EXTEND : COMMAND_PRESS;
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
 * Motion with no button held comes as the code 35: a release with the drag bit. Terminals
 * that do not know SGR reports cannot say which button went up.
 */
static enum command of_release(int button, bool moved)
{
	if (moved)
		return button == BUTTON_UNKNOWN ? COMMAND_HOVER : COMMAND_NONE;
	return button <= BUTTON_LEFT ? COMMAND_RELEASE : COMMAND_NONE;
}

bool mouse_decode(TermKey *tk, const TermKeyKey *key, struct input *in)
{
	TermKeyMouseEvent event;
	int button, line, column;

	if (termkey_interpret_mouse(tk, key, &event, &button, &line, &column) !=
	    TERMKEY_RES_KEY)
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
