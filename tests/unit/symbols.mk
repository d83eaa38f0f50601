if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_symbol_table
TESTS += tests/unit/test_symbol_table
tests_unit_test_symbol_table_SOURCES = tests/unit/test_symbol_table.c
tests_unit_test_symbol_table_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_symbol_table_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
endif
