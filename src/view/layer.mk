noinst_LIBRARIES += libview.a
libview_a_SOURCES = \
	src/view/flame/stack_page.c src/view/flame/stack_page.h \
	src/view/flame/narrow_frames.c src/view/flame/narrow_frames.h \
	src/view/arrange.c src/view/arrange.h \
	src/view/chart/chart_picture.c src/view/chart/chart_picture.h \
	src/view/chart/chart_view.c src/view/chart/chart_view.h \
	src/view/code/code_draw.c \
	src/view/code/code_view.c src/view/code/code_view.h \
	src/view/command.c src/view/command.h src/view/commands.def \
	src/view/difference.c src/view/difference.h \
	src/view/flame/flame_draw.c \
	src/view/flame/sandwich_view.c src/view/flame/sandwich_view.h \
	src/view/flame/flame_view.c src/view/flame/flame_view.h \
	src/view/frame_box.c src/view/frame_box.h \
	src/view/heat/heat_clock.c src/view/heat/heat_clock.h \
	src/view/heat/heat_draw.c \
	src/view/heat/heat_geometry.c src/view/heat/heat_geometry.h \
	src/view/heat/heat_hues.c src/view/heat/heat_hues.h \
	src/view/heat/heat_view.c src/view/heat/heat_view.h \
	src/view/keys.c src/view/keys.h \
	src/view/label.c src/view/label.h \
	src/view/lanes/lanes_draw.c \
	src/view/lanes/lanes_view.c src/view/lanes/lanes_view.h \
	src/view/list.c src/view/list.h \
	src/view/menu_view.c src/view/menu_view.h \
	src/view/page_view.c src/view/page_view.h \
	src/view/prompt_view.c src/view/prompt_view.h \
	src/view/status.c src/view/status.h \
	src/view/table_view.c \
	src/view/task_lines.c src/view/task_lines.h \
	src/view/theme.c src/view/theme.h \
	src/view/tree_view.c \
	src/view/why_view.c \
	src/view/view.h src/view/views.def
libview_LIBS = libchoice.a libcanvas.a $(libchoice_LIBS)
