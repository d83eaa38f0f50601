noinst_LIBRARIES += libsession.a
libsession_a_SOURCES = \
	src/session/lane_moment.c \
	src/session/lanes_map.c src/session/lanes_map.h \
	src/session/other_map.c src/session/other_map.h \
	src/session/loader/state_change.c src/session/loader/state_change.h \
	src/session/loader/annotating.c src/session/loader/annotating.h \
	src/session/loader/inlining.c src/session/loader/inlining.h \
	src/session/loader/rereading.c src/session/loader/rereading.h \
	src/session/loader/loading.c src/session/loader/loading.h \
	src/session/baseline_answers.c src/session/baseline_answers.h \
	src/session/charting.c src/session/charting.h \
	src/session/function_sides.c src/session/function_sides.h \
	src/session/loader/loader.c src/session/loader/loader.h src/session/loader/loader_state.h \
	src/session/loader/loader_query.c \
	src/session/picture.c src/session/picture.h \
	src/session/picture_chart.c src/session/picture_chart.h \
	src/session/picture_lanes.c src/session/picture_lanes.h \
	src/session/query/query_facts.c src/session/query/query_facts.h \
	src/session/query/query_profile.c src/session/query/query_profile.h \
	src/session/query/query_rows.c src/session/query/query_rows.h \
	src/session/query/query_source.c src/session/query/query_source.h \
	src/session/query/query_words.c src/session/query/query_words.h \
	src/session/input_options.c src/session/input_options.h \
	src/session/report/report.c src/session/report/report.h \
	src/session/report/report_command.c \
	src/session/report/report_json.c \
	src/session/report/report_moments.c \
	src/session/report/report_page.c \
	src/session/session.c src/session/session.h \
	src/session/session_answers.c \
	src/session/settings.c src/session/settings.h \
	src/session/transformed_paths.c src/session/transformed_paths.h \
	src/session/thread_choice.c src/session/thread_choice.h
libsession_a_CFLAGS = $(AM_CFLAGS) -pthread
libsession_LIBS = libview.a libexport.a libinput.a libengine.a $(libview_LIBS) $(libexport_LIBS) $(libengine_LIBS) \
	$(libinput_LIBS) -lpthread
