if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_theme
TESTS += tests/unit/test_theme
tests_unit_test_theme_SOURCES = tests/unit/test_theme.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_theme_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_theme_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_theme_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_label
TESTS += tests/unit/test_label
tests_unit_test_label_SOURCES = tests/unit/test_label.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_label_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_label_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_label_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_lists
TESTS += tests/unit/test_lists
tests_unit_test_lists_SOURCES = tests/unit/test_lists.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_lists_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_lists_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_lists_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_prompt
TESTS += tests/unit/test_prompt
tests_unit_test_prompt_SOURCES = tests/unit/test_prompt.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_prompt_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_prompt_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_prompt_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_heat_view
TESTS += tests/unit/test_heat_view
tests_unit_test_heat_view_SOURCES = tests/unit/test_heat_view.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_heat_view_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_heat_view_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_heat_view_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_flame_view
TESTS += tests/unit/test_flame_view
tests_unit_test_flame_view_SOURCES = tests/unit/test_flame_view.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_flame_view_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_flame_view_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_flame_view_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_table_view
TESTS += tests/unit/test_table_view
tests_unit_test_table_view_SOURCES = tests/unit/test_table_view.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_table_view_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_table_view_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_table_view_LDADD = libview.a $(libview_LIBS) $(CMOCKA_LIBS)
endif
