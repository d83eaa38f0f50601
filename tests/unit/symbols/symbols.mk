unit_symbols = tests/unit/symbols/test_demangle tests/unit/symbols/test_kallsyms tests/unit/symbols/test_kept_kallsyms \
	tests/unit/symbols/test_source_text tests/unit/symbols/test_kernel_text tests/unit/symbols/test_module tests/unit/symbols/test_perf_map \
	tests/unit/symbols/test_symbol_table tests/unit/symbols/test_symbol_memory
if WITH_ELFUTILS
unit_symbols += tests/unit/symbols/test_source_lines tests/unit/symbols/test_unwind_formula tests/unit/symbols/test_unwind
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_symbols)
TESTS += $(unit_symbols)
endif

tests_unit_symbols_test_demangle_LDADD = $(test_symbols)
tests_unit_symbols_test_kallsyms_LDADD = $(test_symbols)
tests_unit_symbols_test_kept_kallsyms_LDADD = $(test_symbols)
tests_unit_symbols_test_module_LDADD = $(test_symbols)
tests_unit_symbols_test_source_text_LDADD = $(test_symbols)
tests_unit_symbols_test_kernel_text_LDADD = $(test_symbols)
tests_unit_symbols_test_perf_map_LDADD = $(test_symbols)
tests_unit_symbols_test_symbol_table_LDADD = $(test_symbols)
tests_unit_symbols_test_symbol_memory_LDADD = $(test_symbols)
tests_unit_symbols_test_symbol_memory_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_symbols_test_unwind_formula_LDADD = $(test_symbols)
tests_unit_symbols_test_source_lines_LDADD = $(test_symbols)
tests_unit_symbols_test_unwind_LDADD = $(test_symbols)
