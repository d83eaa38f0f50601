# The interface, end to end: the built program in a pseudo-terminal.

if HAVE_CMOCKA
if HAVE_VTERM
E2E_TESTS = tests/e2e/test_shell tests/e2e/test_explore tests/e2e/test_read_graph \
	tests/e2e/test_surroundings tests/e2e/test_loading tests/e2e/test_record \
	tests/e2e/test_plugin tests/e2e/test_confined tests/e2e/test_screens
if WITH_ELFUTILS
E2E_TESTS += tests/e2e/test_inlined
endif

check_PROGRAMS += $(E2E_TESTS)
TESTS += $(E2E_TESTS)

E2E_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(VTERM_CFLAGS)
E2E_LIBS = $(CMOCKA_LIBS) $(VTERM_LIBS) -lutil
E2E_SOURCES = tests/e2e/terminal.c tests/e2e/terminal.h tests/e2e/program.c \
	tests/e2e/program.h

tests_e2e_test_shell_SOURCES = \
	tests/e2e/terminal.c tests/e2e/terminal.h tests/e2e/test_shell.c
tests_e2e_test_shell_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_shell_LDADD = $(E2E_LIBS)

tests_e2e_test_explore_SOURCES = $(E2E_SOURCES) tests/e2e/test_explore.c
tests_e2e_test_explore_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_explore_LDADD = $(E2E_LIBS)

tests_e2e_test_read_graph_SOURCES = $(E2E_SOURCES) tests/e2e/test_read_graph.c
tests_e2e_test_read_graph_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_read_graph_LDADD = $(E2E_LIBS)

tests_e2e_test_surroundings_SOURCES = $(E2E_SOURCES) tests/e2e/test_surroundings.c
tests_e2e_test_surroundings_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_surroundings_LDADD = $(E2E_LIBS)

tests_e2e_test_loading_SOURCES = $(E2E_SOURCES) tests/lib/slow_file.c \
	tests/lib/slow_file.h tests/e2e/test_loading.c
tests_e2e_test_loading_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_loading_LDADD = $(E2E_LIBS)

tests_e2e_test_inlined_SOURCES = $(E2E_SOURCES) tests/e2e/test_inlined.c \
	tests/lib/built_program.c tests/lib/built_program.h \
	tests/lib/made_recording.c tests/lib/made_recording.h
tests_e2e_test_inlined_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_inlined_LDADD = libbase.a $(libbase_LIBS) $(E2E_LIBS)

tests_e2e_test_plugin_SOURCES = $(E2E_SOURCES) tests/e2e/test_plugin.c
tests_e2e_test_plugin_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_plugin_LDADD = $(E2E_LIBS)

tests_e2e_test_confined_SOURCES = $(E2E_SOURCES) tests/e2e/test_confined.c
tests_e2e_test_confined_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_confined_LDADD = $(E2E_LIBS)

tests_e2e_test_screens_SOURCES = $(E2E_SOURCES) tests/e2e/test_screens.c
tests_e2e_test_screens_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_screens_LDADD = $(E2E_LIBS)

tests_e2e_test_record_SOURCES = $(E2E_SOURCES) tests/e2e/test_record.c
tests_e2e_test_record_CFLAGS = $(E2E_CFLAGS)
tests_e2e_test_record_LDADD = $(E2E_LIBS)
endif
endif

# What is exported for browsers, in one.
TESTS += tests/e2e/browser.sh
dist_check_SCRIPTS += tests/e2e/browser.sh
EXTRA_DIST += tests/e2e/browser.js

# The screens in README and doc/walk.md, drawn anew.
.PHONY: screens
screens: flarescope tests/e2e/test_screens
	REMAKE_SCREENS=1 FLARESCOPE='$(abs_top_builddir)/flarescope' \
		srcdir='$(abs_top_srcdir)' tests/e2e/test_screens
