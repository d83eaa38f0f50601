if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_frugal
TESTS += tests/unit/test_frugal
tests_unit_test_frugal_SOURCES = tests/unit/test_frugal.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_frugal_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_frugal_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_frugal_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_workspace
TESTS += tests/unit/test_workspace
tests_unit_test_workspace_SOURCES = tests/unit/test_workspace.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_workspace_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_workspace_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_workspace_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_clock_ends
TESTS += tests/unit/test_clock_ends
tests_unit_test_clock_ends_SOURCES = tests/unit/test_clock_ends.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_clock_ends_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_clock_ends_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_clock_ends_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_asking
TESTS += tests/unit/test_asking
tests_unit_test_asking_SOURCES = tests/unit/test_asking.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_asking_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_asking_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_asking_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_opening
TESTS += tests/unit/test_opening
tests_unit_test_opening_SOURCES = tests/unit/test_opening.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_opening_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_opening_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_opening_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_session
TESTS += tests/unit/test_session
tests_unit_test_session_SOURCES = tests/unit/test_session.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_session_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_session_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_session_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_shell_line
TESTS += tests/unit/test_shell_line
tests_unit_test_shell_line_SOURCES = tests/unit/test_shell_line.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_shell_line_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_shell_line_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_shell_line_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_choosing
TESTS += tests/unit/test_choosing
tests_unit_test_choosing_SOURCES = tests/unit/test_choosing.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_choosing_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_choosing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_choosing_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_spans_seen
TESTS += tests/unit/test_spans_seen
tests_unit_test_spans_seen_SOURCES = tests/unit/test_spans_seen.c \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_spans_seen_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_spans_seen_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_spans_seen_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_growing
TESTS += tests/unit/test_growing
tests_unit_test_growing_SOURCES = tests/unit/test_growing.c tests/lib/slow_file.c \
	tests/lib/slow_file.h \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_growing_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_growing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_growing_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
if WITH_ELFUTILS
check_PROGRAMS += tests/unit/test_inlining
TESTS += tests/unit/test_inlining
tests_unit_test_inlining_SOURCES = tests/unit/test_inlining.c \
	tests/lib/built_program.c tests/lib/built_program.h \
	tests/lib/made_recording.c tests/lib/made_recording.h \
	tests/lib/slow_file.c tests/lib/slow_file.h \
	tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c tests/lib/sheet.h
tests_unit_test_inlining_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_inlining_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_inlining_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
endif
check_PROGRAMS += tests/unit/test_loader
TESTS += tests/unit/test_loader
tests_unit_test_loader_SOURCES = tests/unit/test_loader.c tests/lib/slow_file.c \
	tests/lib/slow_file.h
tests_unit_test_loader_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_loader_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_loader_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_hostile_flare
TESTS += tests/unit/test_hostile_flare
tests_unit_test_hostile_flare_SOURCES = tests/unit/test_hostile_flare.c \
	tests/lib/everything.c tests/lib/everything.h \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/stored.c tests/lib/stored.h
tests_unit_test_hostile_flare_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_hostile_flare_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS)
tests_unit_test_hostile_flare_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_keepsake
TESTS += tests/unit/test_keepsake
tests_unit_test_keepsake_SOURCES = tests/unit/test_keepsake.c
tests_unit_test_keepsake_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_keepsake_LDADD = libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
endif
