unit_input = tests/unit/input/test_json_lexer tests/unit/input/test_json_stream tests/unit/input/test_plural \
	tests/unit/input/test_json_formats tests/unit/input/test_span_rows \
	tests/unit/input/test_trace_event tests/unit/input/test_plugin \
	tests/unit/input/test_source tests/unit/input/test_unpack \
	tests/unit/input/test_lines tests/unit/input/test_perf_event_line \
	tests/unit/input/test_perf_frame_line tests/unit/input/test_line_cache \
	tests/unit/input/test_perf_script tests/unit/input/test_folded_stacks \
	tests/unit/input/test_perf_sample tests/unit/input/test_trace_formats tests/unit/input/test_perf_batch tests/unit/input/test_known_chains \
	tests/unit/input/test_perf_data tests/unit/input/test_perf_maps \
	tests/unit/input/test_perf_steps tests/unit/input/test_perf_live tests/unit/input/test_perf_forget tests/unit/input/test_kept_records \
	tests/unit/input/test_perf_memory \
	tests/unit/input/test_cut_recordings tests/unit/input/test_perf_places \
	tests/unit/input/test_perf_names tests/unit/input/test_refusal \
	tests/unit/input/test_formats tests/unit/input/test_reading \
	tests/unit/input/test_recordings \
	tests/unit/input/test_time_unit tests/unit/input/test_tracers \
	tests/unit/input/test_timed_folded
if WITH_PROTOBUF_C
unit_input += tests/unit/input/test_pprof tests/unit/input/test_nflxprofile
endif
if WITH_LIBCSV
unit_input += tests/unit/input/test_span_table
endif
if WITH_ELFUTILS
unit_input += tests/unit/input/test_perf_code tests/unit/input/test_perf_unwinding
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_input)
TESTS += $(unit_input)
endif
EXTRA_DIST += tests/formats/perf-script

tests_unit_input_test_json_lexer_LDADD = $(test_input)
tests_unit_input_test_json_stream_LDADD = $(test_input)
tests_unit_input_test_json_stream_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_plural_LDADD = $(test_input)
tests_unit_input_test_json_formats_LDADD = $(test_input)
tests_unit_input_test_json_formats_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_span_rows_LDADD = $(test_input)
tests_unit_input_test_trace_event_LDADD = $(test_input)
tests_unit_input_test_trace_event_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_plugin_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_input_test_plugin_LDADD = $(test_input)
tests_unit_input_test_plugin_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_source_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_unit_input_test_source_LDADD = $(test_input)
tests_unit_input_test_unpack_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_unit_input_test_unpack_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
tests_unit_input_test_unpack_LDADD = $(test_input)
tests_unit_input_test_lines_SOURCES = tests/unit/input/test_lines.c \
	tests/lib/replaced/tiny_lines.c tests/lib/replaced/tiny_lines.h
tests_unit_input_test_lines_LDADD = $(test_input)
tests_unit_input_test_perf_event_line_LDADD = $(test_input)
tests_unit_input_test_perf_frame_line_LDADD = $(test_input)
tests_unit_input_test_line_cache_LDADD = $(test_input)
tests_unit_input_test_perf_script_SOURCES = tests/unit/input/test_perf_script.c \
	tests/lib/replaced/tiny_line_cache.c tests/lib/replaced/tiny_lines.c \
	tests/lib/replaced/tiny_lines.h tests/lib/replaced/tiny_parallel_parse.c \
	tests/lib/replaced/tiny_parallel_parse.h
tests_unit_input_test_perf_script_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_unit_input_test_perf_script_LDADD = $(test_input)
tests_unit_input_test_folded_stacks_SOURCES = tests/unit/input/test_folded_stacks.c \
	tests/lib/replaced/tiny_lines.c tests/lib/replaced/tiny_lines.h
tests_unit_input_test_folded_stacks_LDADD = $(test_input)
tests_unit_input_test_perf_unwinding_LDADD = $(test_input)
tests_unit_input_test_perf_unwinding_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_perf_sample_LDADD = $(test_input)
tests_unit_input_test_trace_formats_LDADD = $(test_input)
tests_unit_input_test_perf_batch_LDADD = $(test_input)
tests_unit_input_test_known_chains_LDADD = $(test_input)
tests_unit_input_test_perf_data_LDADD = $(test_input)
tests_unit_input_test_perf_maps_LDADD = $(test_input)
tests_unit_input_test_perf_steps_SOURCES = tests/unit/input/test_perf_steps.c \
	tests/lib/replaced/tiny_players.c tests/lib/replaced/tiny_players.h
tests_unit_input_test_perf_steps_LDADD = $(test_input)
tests_unit_input_test_perf_live_LDADD = $(test_input)
tests_unit_input_test_perf_forget_LDADD = $(test_input)
tests_unit_input_test_perf_forget_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_kept_records_LDADD = $(test_input)
tests_unit_input_test_perf_code_LDADD = $(test_input)
tests_unit_input_test_perf_code_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_perf_memory_LDADD = $(test_input)
tests_unit_input_test_perf_memory_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_cut_recordings_LDADD = $(test_input)
tests_unit_input_test_perf_places_LDADD = $(test_input)
tests_unit_input_test_perf_names_CPPFLAGS = $(AM_CPPFLAGS) $(told_elfutils)
tests_unit_input_test_perf_names_LDADD = $(test_input)
tests_unit_input_test_refusal_LDADD = $(test_input)
tests_unit_input_test_formats_LDADD = $(test_input)
tests_unit_input_test_reading_LDADD = $(test_input)
tests_unit_input_test_recordings_LDADD = $(test_input)
tests_unit_input_test_reading_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_input_test_time_unit_LDADD = $(test_input)
tests_unit_input_test_tracers_SOURCES = tests/unit/input/test_tracers.c \
	tests/lib/replaced/tiny_lines.c tests/lib/replaced/tiny_lines.h
tests_unit_input_test_tracers_LDADD = $(test_input)
tests_unit_input_test_timed_folded_SOURCES = tests/unit/input/test_timed_folded.c \
	tests/lib/replaced/tiny_lines.c tests/lib/replaced/tiny_lines.h \
	tests/lib/replaced/tiny_parallel_parse.c \
	tests/lib/replaced/tiny_parallel_parse.h tests/lib/replaced/tiny_timed.c
tests_unit_input_test_timed_folded_LDADD = $(test_input)
tests_unit_input_test_pprof_LDADD = $(test_input)
tests_unit_input_test_nflxprofile_LDADD = $(test_input)
tests_unit_input_test_span_table_SOURCES = tests/unit/input/test_span_table.c \
	tests/lib/replaced/tiny_csv.c tests/lib/replaced/tiny_csv.h
tests_unit_input_test_span_table_LDADD = $(test_input)
tests_unit_input_test_span_table_LDFLAGS = $(AM_LDFLAGS) $(hungry)
