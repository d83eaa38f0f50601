if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_numbers
TESTS += tests/unit/test_numbers
tests_unit_test_numbers_SOURCES = tests/unit/test_numbers.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_numbers_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_numbers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_numbers_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_budget
TESTS += tests/unit/test_budget
tests_unit_test_budget_SOURCES = tests/unit/test_budget.c
tests_unit_test_budget_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_budget_LDADD = libbase.a $(libbase_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_names
TESTS += tests/unit/test_names
tests_unit_test_names_SOURCES = tests/unit/test_names.c
tests_unit_test_names_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_names_LDADD = libbase.a $(libbase_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_fill
TESTS += tests/unit/test_fill
tests_unit_test_fill_SOURCES = tests/unit/test_fill.c
tests_unit_test_fill_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fill_LDADD = libbase.a $(libbase_LIBS) $(CMOCKA_LIBS)
endif
