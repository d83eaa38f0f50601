# Changes that were planted where the truth is known (doc/analysis.md). The tables there are made by
# explain_curves.

planted_files = tests/planted/background.c tests/planted/background.h \
	tests/planted/trial.c tests/planted/trial.h

dist_check_SCRIPTS += tests/planted/steady
check_PROGRAMS += tests/planted/explain_curves
tests_planted_explain_curves_SOURCES = tests/planted/explain_curves.c $(planted_files) \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_planted_explain_curves_CFLAGS = $(AM_CFLAGS) -pthread
tests_planted_explain_curves_LDADD = libanalysis.a libinput.a $(libinput_LIBS) \
	$(libanalysis_LIBS) -lm

planted_tests = tests/planted/test_explain.c tests/planted/test_find.c tests/planted/test_start_up.c
if HAVE_CMOCKA
check_PROGRAMS += tests/planted/run
TESTS += $(planted_tests)
endif
tests_planted_run_SOURCES = $(planted_tests) $(planted_files)
tests_planted_run_CFLAGS = $(AM_CFLAGS) -pthread
tests_planted_run_LDADD = tests/lib/libtests.a libanalysis.a libinput.a \
	$(libinput_LIBS) $(libanalysis_LIBS) $(CMOCKA_LIBS) -lm
