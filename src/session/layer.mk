noinst_LIBRARIES += libsession.a
libsession_a_SOURCES = \
	src/session/arrange.c src/session/arrange.h \
	src/session/asking.c \
	src/session/choosing.c \
	src/session/desk.c \
	src/session/directory.c src/session/directory.h \
	src/session/facts.c \
	src/session/growing.c src/session/inlining.c \
	src/session/history.c src/session/history.h \
	src/session/loader.c src/session/loader.h \
	src/session/navigate.c \
	src/session/paint.c \
	src/session/picture.c src/session/picture.h \
	src/session/presence.c src/session/presence.h \
	src/session/saving.c src/session/saving.h \
	src/session/session.c src/session/session.h \
	src/session/settings.h \
	src/session/share.c \
	src/session/shell_line.c src/session/shell_line.h \
	src/session/workspace.c src/session/workspace.h src/session/workspace_state.h
libsession_a_CFLAGS = $(AM_CFLAGS) -pthread
libsession_LIBS = libview.a libexport.a libinput.a $(libview_LIBS) $(libexport_LIBS) \
	$(libinput_LIBS) -lpthread
