unit_input = tests/unit/test_json_stream tests/unit/test_plural \
	tests/unit/test_json_formats tests/unit/test_span_rows \
	tests/unit/test_trace_event tests/unit/test_plugin tests/unit/test_source \
	tests/unit/test_unpack tests/unit/test_lines tests/unit/test_perf_event_line \
	tests/unit/test_perf_frame_line tests/unit/test_line_cache \
	tests/unit/test_perf_script tests/unit/test_folded_stacks \
	tests/unit/test_perf_sample tests/unit/test_perf_batch tests/unit/test_perf_data \
	tests/unit/test_perf_maps tests/unit/test_perf_steps tests/unit/test_perf_memory \
	tests/unit/test_cut_recordings tests/unit/test_perf_places \
	tests/unit/test_perf_names tests/unit/test_refusal tests/unit/test_formats \
	tests/unit/test_reading tests/unit/test_time_unit tests/unit/test_tracers \
	tests/unit/test_timed_folded
if WITH_ELFUTILS
unit_input += tests/unit/test_perf_unwinding
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_input)
TESTS += $(unit_input)
endif
EXTRA_DIST += tests/formats/perf-script

tests_unit_test_json_stream_LDADD = $(test_input)
tests_unit_test_json_stream_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_plural_LDADD = $(test_input)
tests_unit_test_json_formats_LDADD = $(test_input)
tests_unit_test_json_formats_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_span_rows_LDADD = $(test_input)
tests_unit_test_trace_event_LDADD = $(test_input)
tests_unit_test_trace_event_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_plugin_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_plugin_LDADD = $(test_input)
tests_unit_test_plugin_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_source_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_ZSTD
tests_unit_test_source_CPPFLAGS += -DWITH_ZSTD
endif
tests_unit_test_source_LDADD = $(test_input)
tests_unit_test_unpack_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_ZSTD
tests_unit_test_unpack_CPPFLAGS += -DWITH_ZSTD
endif
tests_unit_test_unpack_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
tests_unit_test_unpack_LDADD = $(test_input)
tests_unit_test_lines_SOURCES = tests/unit/test_lines.c tests/lib/tiny_lines.c \
	tests/lib/tiny_lines.h
tests_unit_test_lines_LDADD = $(test_input)
tests_unit_test_perf_event_line_LDADD = $(test_input)
tests_unit_test_perf_frame_line_LDADD = $(test_input)
tests_unit_test_line_cache_LDADD = $(test_input)
tests_unit_test_perf_script_SOURCES = tests/unit/test_perf_script.c \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h tests/lib/tiny_parallel_parse.c \
	tests/lib/tiny_parallel_parse.h
tests_unit_test_perf_script_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_ZSTD
tests_unit_test_perf_script_CPPFLAGS += -DWITH_ZSTD
endif
tests_unit_test_perf_script_LDADD = $(test_input)
tests_unit_test_folded_stacks_SOURCES = tests/unit/test_folded_stacks.c \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h
tests_unit_test_folded_stacks_LDADD = $(test_input)
tests_unit_test_perf_unwinding_LDADD = $(test_input)
tests_unit_test_perf_unwinding_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_perf_sample_LDADD = $(test_input)
tests_unit_test_perf_batch_LDADD = $(test_input)
tests_unit_test_perf_data_LDADD = $(test_input)
tests_unit_test_perf_maps_LDADD = $(test_input)
tests_unit_test_perf_steps_LDADD = $(test_input)
tests_unit_test_perf_memory_LDADD = $(test_input)
tests_unit_test_perf_memory_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_cut_recordings_LDADD = $(test_input)
tests_unit_test_perf_places_LDADD = $(test_input)
tests_unit_test_perf_names_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_ELFUTILS
tests_unit_test_perf_names_CPPFLAGS += -DWITH_ELFUTILS=1
else
tests_unit_test_perf_names_CPPFLAGS += -DWITH_ELFUTILS=0
endif
tests_unit_test_perf_names_LDADD = $(test_input)
tests_unit_test_refusal_LDADD = $(test_input)
tests_unit_test_formats_LDADD = $(test_input)
tests_unit_test_reading_LDADD = $(test_input)
tests_unit_test_reading_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_test_time_unit_LDADD = $(test_input)
tests_unit_test_tracers_SOURCES = tests/unit/test_tracers.c tests/lib/tiny_lines.c \
	tests/lib/tiny_lines.h
tests_unit_test_tracers_LDADD = $(test_input)
tests_unit_test_timed_folded_SOURCES = tests/unit/test_timed_folded.c \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h tests/lib/tiny_parallel_parse.c \
	tests/lib/tiny_parallel_parse.h tests/lib/tiny_timed.c
tests_unit_test_timed_folded_LDADD = $(test_input)
