noinst_LIBRARIES += libworkspace.a
libworkspace_a_SOURCES = \
	src/workspace/actions.c \
	src/workspace/arrivals.c \
	src/workspace/choosing.c src/workspace/choosing.h \
	src/workspace/comparing.c src/workspace/comparing.h \
	src/workspace/facts.c src/workspace/facts.h \
	src/workspace/finding.c src/workspace/finding.h \
	src/workspace/panes.c \
	src/workspace/menus/file_list.c src/workspace/menus/file_list.h \
	src/workspace/menus/look.c src/workspace/menus/look.h \
	src/workspace/menus/menus.c src/workspace/menus/menus.h \
	src/workspace/navigate.c \
	src/workspace/open_profile.c src/workspace/open_profile.h \
	src/workspace/paint.c \
	src/workspace/parts.c src/workspace/parts.h \
	src/workspace/prompts.c src/workspace/prompts.h \
	src/workspace/saving.c src/workspace/saving.h \
	src/workspace/share.c src/workspace/share.h \
	src/workspace/state_actions.c \
	src/workspace/watching.c src/workspace/watching.h \
	src/workspace/workspace.c src/workspace/workspace.h
libworkspace_a_CFLAGS = $(AM_CFLAGS) -pthread
libworkspace_LIBS = libsession.a $(libsession_LIBS)
