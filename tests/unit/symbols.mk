if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_demangle
TESTS += tests/unit/test_demangle
tests_unit_test_demangle_SOURCES = tests/unit/test_demangle.c
tests_unit_test_demangle_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_demangle_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_kallsyms
TESTS += tests/unit/test_kallsyms
tests_unit_test_kallsyms_SOURCES = tests/unit/test_kallsyms.c
tests_unit_test_kallsyms_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_kallsyms_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_module
TESTS += tests/unit/test_module
tests_unit_test_module_SOURCES = tests/unit/test_module.c
tests_unit_test_module_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_module_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_map
TESTS += tests/unit/test_perf_map
tests_unit_test_perf_map_SOURCES = tests/unit/test_perf_map.c
tests_unit_test_perf_map_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_map_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_symbol_table
TESTS += tests/unit/test_symbol_table
tests_unit_test_symbol_table_SOURCES = tests/unit/test_symbol_table.c
tests_unit_test_symbol_table_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_symbol_table_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_symbol_memory
TESTS += tests/unit/test_symbol_memory
tests_unit_test_symbol_memory_SOURCES = tests/unit/test_symbol_memory.c \
	tests/lib/hunger.c tests/lib/hunger.h
tests_unit_test_symbol_memory_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_symbol_memory_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_symbol_memory_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
tests_unit_test_symbol_memory_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
if WITH_ELFUTILS
check_PROGRAMS += tests/unit/test_unwind_formula tests/unit/test_unwind
TESTS += tests/unit/test_unwind_formula tests/unit/test_unwind
endif
tests_unit_test_unwind_formula_SOURCES = tests/unit/test_unwind_formula.c
tests_unit_test_unwind_formula_CFLAGS = $(AM_CFLAGS) $(ELFUTILS_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_unwind_formula_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
tests_unit_test_unwind_SOURCES = tests/unit/test_unwind.c \
	tests/lib/own_stack.c tests/lib/own_stack.h
tests_unit_test_unwind_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_unwind_CFLAGS = $(AM_CFLAGS) -pthread $(CMOCKA_CFLAGS)
tests_unit_test_unwind_LDADD = libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
endif
