# The fuzz targets. `make check` links them with replay.c and replays their corpora; tools/fuzz
# builds them with clang and FUZZ_LINK=-fsanitize=fuzzer, whose main() takes the place of
# replay's, and searches. A directory of tests/fuzz/corpus has the name of its target: filter
# for fuzz_filter. A new target: its source, its name and a line here, a row in tests/fuzz/targets.

FUZZ_LINK =

EXTRA_DIST += tests/fuzz/corpus tests/fuzz/make-seeds tests/fuzz/seeds \
	tests/fuzz/targets tests/fuzz/uncovered tools/fuzz tools/fuzz-coverage
dist_check_SCRIPTS += tests/fuzz/replay-all.sh
TESTS += tests/fuzz/replay-all.sh

fuzz_programs = tests/fuzz/fuzz_blocks tests/fuzz/fuzz_code tests/fuzz/fuzz_elf tests/fuzz/fuzz_filter \
	tests/fuzz/fuzz_flare tests/fuzz/fuzz_folded tests/fuzz/fuzz_json tests/fuzz/fuzz_live \
	tests/fuzz/fuzz_nflxprofile tests/fuzz/fuzz_packed tests/fuzz/fuzz_perf_data \
	tests/fuzz/fuzz_perf_map tests/fuzz/fuzz_perf_script tests/fuzz/fuzz_pprof \
	tests/fuzz/fuzz_range tests/fuzz/fuzz_spans tests/fuzz/fuzz_timed_folded \
	tests/fuzz/fuzz_tracers tests/fuzz/fuzz_unwind tests/fuzz/fuzz_demangle \
	tests/fuzz/fuzz_directory tests/fuzz/fuzz_plugin tests/fuzz/fuzz_program \
	tests/fuzz/fuzz_screen tests/fuzz/fuzz_switches tests/fuzz/fuzz_symbols
check_PROGRAMS += $(fuzz_programs)

# What several targets share: an archive, so that each takes what it needs.
check_LIBRARIES += tests/fuzz/libfuzz.a
tests_fuzz_libfuzz_a_SOURCES = tests/fuzz/mutate/dice.c tests/fuzz/mutate/dice.h \
	tests/fuzz/mutate/mutate.c tests/fuzz/mutate/mutate.h \
	tests/fuzz/mutate/mutate_elf.c tests/fuzz/mutate/mutate_flare.c \
	tests/fuzz/mutate/mutate_json.c tests/fuzz/mutate/mutate_perf.c \
	tests/fuzz/mutate/mutate_proto.c tests/fuzz/mutate/mutate_sample.c \
	tests/fuzz/mutate/mutate_text.c tests/fuzz/mutate/pair.c \
	tests/fuzz/mutate/pair.h tests/fuzz/mutate/perf_shape.c \
	tests/fuzz/mutate/perf_shape.h tests/fuzz/replay.c tests/fuzz/whole.c \
	tests/fuzz/whole.h tests/lib/dump.c tests/lib/dump.h tests/fuzz/world.c \
	tests/fuzz/world.h

fuzz_input = $(FUZZ_LINK) tests/fuzz/libfuzz.a libinput.a $(libinput_LIBS)
fuzz_symbols = $(FUZZ_LINK) tests/fuzz/libfuzz.a libsymbols.a $(libsymbols_LIBS)
fuzz_analysis = $(FUZZ_LINK) tests/fuzz/libfuzz.a libanalysis.a $(libanalysis_LIBS)
fuzz_session = $(FUZZ_LINK) tests/fuzz/libfuzz.a libworkspace.a $(libworkspace_LIBS)

tests_fuzz_fuzz_blocks_SOURCES = tests/fuzz/fuzz_blocks.c tests/lib/replaced/forgetful.c \
	tests/lib/replaced/forgetful.h tests/lib/replaced/tiny.c tests/lib/replaced/tiny.h \
	tests/lib/replaced/tiny_parallel_parse.c
tests_fuzz_fuzz_blocks_LDADD = $(fuzz_input)
tests_fuzz_fuzz_switches_LDADD = $(fuzz_analysis) libinput.a $(libinput_LIBS)
tests_fuzz_fuzz_code_LDADD = $(fuzz_symbols)
tests_fuzz_fuzz_elf_LDADD = $(fuzz_symbols)
tests_fuzz_fuzz_filter_LDADD = $(fuzz_analysis)
tests_fuzz_fuzz_flare_SOURCES = tests/fuzz/fuzz_flare.c tests/lib/everything.c \
	tests/lib/everything.h tests/lib/stored.c tests/lib/stored.h
tests_fuzz_fuzz_flare_LDADD = $(fuzz_session)
tests_fuzz_fuzz_folded_LDADD = $(fuzz_input)
tests_fuzz_fuzz_json_LDADD = $(fuzz_input)
tests_fuzz_fuzz_live_LDADD = $(fuzz_input)
tests_fuzz_fuzz_nflxprofile_LDADD = $(fuzz_input)
tests_fuzz_fuzz_packed_LDADD = $(fuzz_input)
tests_fuzz_fuzz_perf_data_LDADD = $(fuzz_input)
tests_fuzz_fuzz_perf_script_LDADD = $(fuzz_input)
tests_fuzz_fuzz_pprof_LDADD = $(fuzz_input)
tests_fuzz_fuzz_spans_LDADD = $(fuzz_input)
tests_fuzz_fuzz_timed_folded_LDADD = $(fuzz_input)
tests_fuzz_fuzz_tracers_LDADD = $(fuzz_input)
tests_fuzz_fuzz_perf_map_LDADD = $(fuzz_symbols)
tests_fuzz_fuzz_range_LDADD = $(fuzz_analysis)
tests_fuzz_fuzz_unwind_LDADD = $(fuzz_symbols)
tests_fuzz_fuzz_demangle_LDADD = $(fuzz_symbols)
tests_fuzz_fuzz_directory_LDADD = $(fuzz_input)
tests_fuzz_fuzz_plugin_LDADD = $(fuzz_input)
tests_fuzz_fuzz_program_SOURCES = tests/fuzz/fuzz_program.c tests/lib/everything.c \
	tests/lib/everything.h tests/lib/stored.c tests/lib/stored.h
tests_fuzz_fuzz_program_LDADD = $(fuzz_session)
tests_fuzz_fuzz_screen_SOURCES = tests/fuzz/fuzz_screen.c tests/lib/sheet.c \
	tests/lib/sheet.h
tests_fuzz_fuzz_screen_LDADD = $(fuzz_session)
tests_fuzz_fuzz_symbols_LDADD = $(fuzz_input)

# For tools/fuzz, which wants nothing else built; flarescope makes .flare files for seeds.
.PHONY: fuzz-programs
fuzz-programs: $(BUILT_SOURCES)
	$(MAKE) $(AM_MAKEFLAGS) $(fuzz_programs) flarescope
