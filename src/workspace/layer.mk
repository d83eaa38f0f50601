noinst_LIBRARIES += libworkspace.a
libworkspace_a_SOURCES = \
	src/workspace/actions.c \
	src/workspace/load_events.c \
	src/workspace/choosing.c \
	src/workspace/comparing.c src/workspace/comparing.h \
	src/workspace/recording_page.c \
	src/workspace/anomaly_list.c src/workspace/anomaly_list.h \
	src/workspace/panes.c \
	src/workspace/menus/file_list.c src/workspace/menus/file_list.h \
	src/workspace/menus/look.c src/workspace/menus/look.h \
	src/workspace/menus/menus.c \
	src/workspace/navigate.c \
	src/workspace/open_profile.c src/workspace/open_profile.h \
	src/workspace/paint.c \
	src/workspace/workspace_inside.c src/workspace/workspace_inside.h \
	src/workspace/overlays.h \
	src/workspace/prompts.c \
	src/workspace/saving.c \
	src/workspace/state_actions.c \
	src/workspace/live_updates.c \
	src/workspace/workspace.c src/workspace/workspace.h
libworkspace_a_CFLAGS = $(AM_CFLAGS) -pthread
libworkspace_LIBS = libsession.a $(libsession_LIBS)
