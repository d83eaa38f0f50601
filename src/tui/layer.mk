noinst_LIBRARIES += libtui.a
libtui_a_SOURCES = \
	src/tui/keyboard.c src/tui/keyboard.h \
	src/tui/characters.c src/tui/characters.h \
	src/tui/pen.c src/tui/pen.h \
	src/tui/replies.c src/tui/replies.h \
	src/tui/screen.c src/tui/screen.h \
	src/tui/shell.c src/tui/shell.h \
	src/tui/signals.c src/tui/signals.h \
	src/tui/terminals.def
libtui_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_LOCALE
libtui_a_SOURCES += src/tui/built_in_locale.c
libtui_a_CPPFLAGS += -DWITH_LOCALE '-DLOCALE_FILE="$(LOCALE_FILE)"'
endif
libtui_a_CFLAGS = $(AM_CFLAGS) $(CURSES_CFLAGS) $(TERMKEY_CFLAGS)
libtui_LIBS = libworkspace.a $(libworkspace_LIBS) $(CURSES_LIBS) $(TERMKEY_LIBS)
EXTRA_DIST += tools/make-terminals
