if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_heatmap
TESTS += tests/unit/test_heatmap
tests_unit_test_heatmap_SOURCES = tests/unit/test_heatmap.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_heatmap_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_heatmap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_heatmap_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_sampled_clock
TESTS += tests/unit/test_sampled_clock
tests_unit_test_sampled_clock_SOURCES = tests/unit/test_sampled_clock.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_sampled_clock_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_sampled_clock_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_sampled_clock_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_busy
TESTS += tests/unit/test_busy
tests_unit_test_busy_SOURCES = tests/unit/test_busy.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_busy_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_busy_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_busy_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_range
TESTS += tests/unit/test_range
tests_unit_test_range_SOURCES = tests/unit/test_range.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_range_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_range_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_range_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_tree
TESTS += tests/unit/test_tree
tests_unit_test_tree_SOURCES = tests/unit/test_tree.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_tree_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_tree_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_tree_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_flame
TESTS += tests/unit/test_flame
tests_unit_test_flame_SOURCES = tests/unit/test_flame.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_flame_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_flame_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_flame_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_spans
TESTS += tests/unit/test_spans
tests_unit_test_spans_SOURCES = tests/unit/test_spans.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_spans_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_spans_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_spans_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_layout
TESTS += tests/unit/test_layout
tests_unit_test_layout_SOURCES = tests/unit/test_layout.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_layout_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_layout_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_layout_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_filter
TESTS += tests/unit/test_filter
tests_unit_test_filter_SOURCES = tests/unit/test_filter.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_filter_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_filter_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_filter_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_idle
TESTS += tests/unit/test_idle
tests_unit_test_idle_SOURCES = tests/unit/test_idle.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_idle_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_idle_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_idle_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_top
TESTS += tests/unit/test_top
tests_unit_test_top_SOURCES = tests/unit/test_top.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_top_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_top_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_top_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_memory
TESTS += tests/unit/test_memory
tests_unit_test_memory_SOURCES = tests/unit/test_memory.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_memory_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_memory_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_memory_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
tests_unit_test_memory_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_glance
TESTS += tests/unit/test_glance
tests_unit_test_glance_SOURCES = tests/unit/test_glance.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/stored.c tests/lib/stored.h
tests_unit_test_glance_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_glance_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS)
tests_unit_test_glance_LDADD = libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
tests_unit_test_glance_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
endif
