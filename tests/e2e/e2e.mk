# The interface, end to end: the built program in a pseudo-terminal.

e2e_tests = tests/e2e/test_shell.c tests/e2e/test_explore.c tests/e2e/test_read_graph.c \
	tests/e2e/test_surroundings.c tests/e2e/test_loading.c tests/e2e/test_live.c \
	tests/e2e/test_record.c tests/e2e/test_plugin.c tests/e2e/test_confined.c \
	tests/e2e/test_screens.c tests/e2e/test_screen_svg.c tests/e2e/test_kept_look.c \
	tests/e2e/test_answers.c tests/e2e/test_true_colour.c tests/e2e/test_bytes.c \
	tests/e2e/test_query.c
if WITH_ELFUTILS
e2e_tests += tests/e2e/test_inlined.c
endif
if HAVE_CMOCKA
if HAVE_VTERM
check_PROGRAMS += tests/e2e/run
TESTS += $(e2e_tests)

check_LIBRARIES += tests/e2e/libe2e.a
tests_e2e_libe2e_a_SOURCES = tests/e2e/terminal.c tests/e2e/terminal.h tests/e2e/program.c \
	tests/e2e/program.h
tests_e2e_libe2e_a_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
E2E_LIBS = tests/e2e/libe2e.a tests/lib/libtests.a libbase.a $(libbase_LIBS) $(CMOCKA_LIBS) \
	$(VTERM_LIBS) -lutil
endif
endif
# test_chroot is run by tests/cli/static.sh.
tests_e2e_run_SOURCES = $(e2e_tests) tests/e2e/test_chroot.c tests/e2e/scene.c tests/e2e/scene.h
tests_e2e_run_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_e2e_run_LDADD = tests/e2e/libe2e.a $(test_tui) $(VTERM_LIBS) -lutil

# The pictures in README.md and doc; they need no terminal.
if HAVE_CMOCKA
check_PROGRAMS += tests/e2e/pictures/run
TESTS += tests/e2e/pictures/test_pictures.c
endif
tests_e2e_pictures_run_SOURCES = tests/e2e/pictures/test_pictures.c tests/e2e/scene.c tests/e2e/scene.h
tests_e2e_pictures_run_LDADD = $(test_tui)

# What is exported for browsers, in one.
TESTS += tests/e2e/browser.sh tests/e2e/picture.sh
dist_check_SCRIPTS += tests/e2e/browser.sh tests/e2e/picture.sh
EXTRA_DIST += tests/e2e/browser.js tests/e2e/chromium.sh tests/e2e/picture.js tests/e2e/pixels.pl

# The screens in README.md, doc/walk.md and doc/walkthroughs, and all pictures, drawn anew.
.PHONY: screens
screens: flarescope tests/e2e/run tests/e2e/pictures/run
	for t in 'run test_screens' 'pictures/run test_pictures'; do \
		REMAKE_SCREENS=1 FLARESCOPE='$(abs_top_builddir)/flarescope' \
			srcdir='$(abs_top_srcdir)' tests/e2e/$$t || exit 1; \
	done
