if HAVE_CMOCKA
if WITH_LIBCSV
check_PROGRAMS += tests/unit/test_span_table
TESTS += tests/unit/test_span_table
tests_unit_test_span_table_SOURCES = tests/unit/test_span_table.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/packed.c tests/lib/packed.h \
	tests/lib/tiny_csv.c tests/lib/tiny_csv.h
tests_unit_test_span_table_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_span_table_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_span_table_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_span_table_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
endif
endif
