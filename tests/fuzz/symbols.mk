check_PROGRAMS += tests/fuzz/fuzz_elf tests/fuzz/fuzz_perf_map
tests_fuzz_fuzz_elf_SOURCES = tests/fuzz/fuzz_elf.c tests/fuzz/replay.c
tests_fuzz_fuzz_elf_LDADD = libsymbols.a $(libsymbols_LIBS)
tests_fuzz_fuzz_perf_map_SOURCES = tests/fuzz/fuzz_perf_map.c tests/fuzz/replay.c
tests_fuzz_fuzz_perf_map_LDADD = libsymbols.a $(libsymbols_LIBS)
check_PROGRAMS += tests/fuzz/fuzz_unwind
tests_fuzz_fuzz_unwind_SOURCES = tests/fuzz/fuzz_unwind.c tests/fuzz/replay.c
tests_fuzz_fuzz_unwind_LDADD = libsymbols.a $(libsymbols_LIBS)
