noinst_LIBRARIES += libworkspace.a
libworkspace_a_SOURCES = \
	src/workspace/annotating.c src/workspace/annotating.h \
	src/workspace/news/arrivals.c \
	src/workspace/news/asking.c src/workspace/news/asking.h \
	src/workspace/news/watching.c src/workspace/news/watching.h \
	src/workspace/arrange.c src/workspace/arrange.h \
	src/workspace/comparing.c src/workspace/comparing.h \
	src/workspace/choosing.c src/workspace/choosing.h \
	src/workspace/facts.c src/workspace/facts.h \
	src/workspace/menus/file_list.c src/workspace/menus/file_list.h \
	src/workspace/finding.c src/workspace/finding.h \
	src/workspace/inlining.c src/workspace/inlining.h \
	src/workspace/lanes/lane_moment.c \
	src/workspace/lanes/lanes_map.c src/workspace/lanes/lanes_map.h \
	src/workspace/loading.c src/workspace/loading.h \
	src/workspace/menus/look.c src/workspace/menus/look.h \
	src/workspace/menus/menus.c src/workspace/menus/menus.h \
	src/workspace/menus/narrow_frames.c src/workspace/menus/narrow_frames.h \
	src/workspace/menus/transform_menu.c src/workspace/menus/transform_menu.h \
	src/workspace/navigate.c \
	src/workspace/lanes/open_chart.c src/workspace/open_choice.c \
	src/workspace/lanes/open_lanes.c \
	src/workspace/open_profile.c src/workspace/open_profile.h src/workspace/open_undo.c \
	src/workspace/other_map.c src/workspace/other_map.h \
	src/workspace/paint.c \
	src/workspace/prompts.c src/workspace/prompts.h \
	src/workspace/actions.c \
	src/workspace/rereading.c src/workspace/rereading.h \
	src/workspace/saving.c src/workspace/saving.h \
	src/workspace/share.c src/workspace/share.h \
	src/workspace/split.c src/workspace/split.h \
	src/workspace/states/state_change.c src/workspace/states/state_change.h \
	src/workspace/states/state_actions.c \
	src/workspace/workspace.c src/workspace/workspace.h src/workspace/workspace_state.h
libworkspace_a_CFLAGS = $(AM_CFLAGS) -pthread
libworkspace_LIBS = libsession.a $(libsession_LIBS)
