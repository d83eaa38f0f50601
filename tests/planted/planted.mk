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

if HAVE_CMOCKA
check_PROGRAMS += tests/planted/test_explain tests/planted/test_start_up \
	tests/planted/test_find
TESTS += tests/planted/test_explain tests/planted/test_start_up tests/planted/test_find
endif
tests_planted_test_explain_SOURCES = tests/planted/test_explain.c $(planted_files)
tests_planted_test_explain_CFLAGS = $(AM_CFLAGS) -pthread
tests_planted_test_explain_LDADD = tests/lib/libtests.a libanalysis.a libinput.a \
	$(libinput_LIBS) $(libanalysis_LIBS) $(CMOCKA_LIBS) -lm
tests_planted_test_start_up_SOURCES = tests/planted/test_start_up.c $(planted_files)
tests_planted_test_start_up_CFLAGS = $(AM_CFLAGS) -pthread
tests_planted_test_start_up_LDADD = tests/lib/libtests.a libanalysis.a libinput.a \
	$(libinput_LIBS) $(libanalysis_LIBS) $(CMOCKA_LIBS) -lm
tests_planted_test_find_SOURCES = tests/planted/test_find.c $(planted_files)
tests_planted_test_find_CFLAGS = $(AM_CFLAGS) -pthread
tests_planted_test_find_LDADD = tests/lib/libtests.a libanalysis.a libinput.a \
	$(libinput_LIBS) $(libanalysis_LIBS) $(CMOCKA_LIBS) -lm
