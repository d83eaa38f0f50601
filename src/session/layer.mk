noinst_LIBRARIES += libsession.a
libsession_a_SOURCES = \
	src/workspace/arrange.c src/workspace/arrange.h \
	src/workspace/asking.c \
	src/workspace/choosing.c \
	src/workspace/desk.c \
	src/workspace/directory.c src/workspace/directory.h \
	src/workspace/facts.c \
	src/workspace/growing.c src/workspace/inlining.c \
	src/session/history.c src/session/history.h \
	src/session/loader.c src/session/loader.h \
	src/workspace/navigate.c \
	src/workspace/paint.c \
	src/workspace/picture.c src/workspace/picture.h \
	src/session/maps.c src/session/maps.h \
	src/session/presence.c src/session/presence.h \
	src/session/saving.c src/session/saving.h \
	src/session/session.c src/session/session.h \
	src/session/settings.h \
	src/workspace/share.c \
	src/session/shell_line.c src/session/shell_line.h \
	src/workspace/workspace.c src/workspace/workspace.h src/workspace/workspace_state.h
libsession_a_CFLAGS = $(AM_CFLAGS) -pthread
libsession_LIBS = libview.a libexport.a libinput.a $(libview_LIBS) $(libexport_LIBS) \
	$(libinput_LIBS) -lpthread
