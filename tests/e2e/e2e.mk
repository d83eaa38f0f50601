# The interface, end to end: the built program in a pseudo-terminal.

if HAVE_CMOCKA
if HAVE_VTERM
E2E_TESTS = tests/e2e/test_shell tests/e2e/test_explore tests/e2e/test_read_graph \
	tests/e2e/test_surroundings tests/e2e/test_loading tests/e2e/test_live tests/e2e/test_record \
	tests/e2e/test_plugin tests/e2e/test_confined tests/e2e/test_screens \
	tests/e2e/test_screen_svg tests/e2e/test_kept_look tests/e2e/test_answers \
	tests/e2e/test_true_colour tests/e2e/test_bytes tests/e2e/test_query
if WITH_ELFUTILS
E2E_TESTS += tests/e2e/test_inlined
endif

# test_chroot is run by tests/cli/static.sh.
check_PROGRAMS += $(E2E_TESTS) tests/e2e/test_chroot
TESTS += $(E2E_TESTS)

check_LIBRARIES += tests/e2e/libe2e.a
tests_e2e_libe2e_a_SOURCES = tests/e2e/terminal.c tests/e2e/terminal.h tests/e2e/program.c \
	tests/e2e/program.h
tests_e2e_libe2e_a_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
E2E_LIBS = tests/e2e/libe2e.a tests/lib/libtests.a libbase.a $(libbase_LIBS) $(CMOCKA_LIBS) \
	$(VTERM_LIBS) -lutil

tests_e2e_test_shell_LDADD = $(E2E_LIBS)
tests_e2e_test_explore_LDADD = $(E2E_LIBS)
tests_e2e_test_read_graph_LDADD = $(E2E_LIBS)
tests_e2e_test_surroundings_LDADD = $(E2E_LIBS)
tests_e2e_test_loading_LDADD = $(E2E_LIBS)
tests_e2e_test_live_LDADD = $(E2E_LIBS)
tests_e2e_test_inlined_LDADD = $(E2E_LIBS)
tests_e2e_test_plugin_LDADD = $(E2E_LIBS)
tests_e2e_test_confined_LDADD = $(E2E_LIBS)
tests_e2e_test_screens_SOURCES = tests/e2e/test_screens.c tests/e2e/scene.c tests/e2e/scene.h
tests_e2e_test_screens_LDADD = $(E2E_LIBS)
tests_e2e_test_screen_svg_LDADD = $(E2E_LIBS)
tests_e2e_test_answers_LDADD = tests/e2e/libe2e.a $(test_tui) $(VTERM_LIBS) -lutil
tests_e2e_test_record_LDADD = $(E2E_LIBS)
tests_e2e_test_kept_look_LDADD = $(E2E_LIBS)
tests_e2e_test_true_colour_LDADD = $(E2E_LIBS)
tests_e2e_test_bytes_LDADD = $(E2E_LIBS)
tests_e2e_test_query_LDADD = $(E2E_LIBS)
tests_e2e_test_chroot_LDADD = $(E2E_LIBS)
endif
endif

# The pictures in README.md and doc; they need no terminal.
if HAVE_CMOCKA
check_PROGRAMS += tests/e2e/test_pictures
TESTS += tests/e2e/test_pictures
endif
tests_e2e_test_pictures_SOURCES = tests/e2e/test_pictures.c tests/e2e/scene.c tests/e2e/scene.h
tests_e2e_test_pictures_LDADD = $(test_tui)

# What is exported for browsers, in one.
TESTS += tests/e2e/browser.sh tests/e2e/picture.sh
dist_check_SCRIPTS += tests/e2e/browser.sh tests/e2e/picture.sh
EXTRA_DIST += tests/e2e/browser.js tests/e2e/chromium.sh tests/e2e/picture.js tests/e2e/pixels.pl

# The screens in README.md, doc/walk.md and doc/walkthroughs, and all pictures, drawn anew.
.PHONY: screens
screens: flarescope tests/e2e/test_screens tests/e2e/test_pictures
	for t in screens pictures; do \
		REMAKE_SCREENS=1 FLARESCOPE='$(abs_top_builddir)/flarescope' \
			srcdir='$(abs_top_srcdir)' tests/e2e/test_$$t || exit 1; \
	done
