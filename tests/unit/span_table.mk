unit_span_table =
if WITH_LIBCSV
unit_span_table += tests/unit/test_span_table
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_span_table)
TESTS += $(unit_span_table)
endif

tests_unit_test_span_table_SOURCES = tests/unit/test_span_table.c tests/lib/tiny_csv.c \
	tests/lib/tiny_csv.h
tests_unit_test_span_table_LDADD = $(test_input)
tests_unit_test_span_table_LDFLAGS = $(AM_LDFLAGS) $(hungry)
