if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_json_stream
TESTS += tests/unit/test_json_stream
tests_unit_test_json_stream_SOURCES = tests/unit/test_json_stream.c \
	tests/lib/hunger.c tests/lib/hunger.h
tests_unit_test_json_stream_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_json_stream_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_json_stream_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_json_stream_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_plural
TESTS += tests/unit/test_plural
tests_unit_test_plural_SOURCES = tests/unit/test_plural.c
tests_unit_test_plural_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_plural_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_json_formats
TESTS += tests/unit/test_json_formats
tests_unit_test_json_formats_SOURCES = tests/unit/test_json_formats.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/packed.c tests/lib/packed.h
tests_unit_test_json_formats_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_json_formats_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_json_formats_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_json_formats_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_span_rows
TESTS += tests/unit/test_span_rows
tests_unit_test_span_rows_SOURCES = tests/unit/test_span_rows.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_span_rows_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_span_rows_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_span_rows_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_trace_event
TESTS += tests/unit/test_trace_event
tests_unit_test_trace_event_SOURCES = tests/unit/test_trace_event.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/hunger.c tests/lib/hunger.h
tests_unit_test_trace_event_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_trace_event_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_trace_event_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_trace_event_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_own_reader
TESTS += tests/unit/test_own_reader
tests_unit_test_own_reader_SOURCES = tests/unit/test_own_reader.c \
	tests/lib/hunger.c tests/lib/hunger.h
tests_unit_test_own_reader_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_own_reader_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) -pthread
tests_unit_test_own_reader_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_own_reader_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_source
TESTS += tests/unit/test_source
tests_unit_test_source_SOURCES = tests/unit/test_source.c \
	tests/lib/packed.c tests/lib/packed.h
tests_unit_test_source_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_source_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
if WITH_ZSTD
tests_unit_test_source_CPPFLAGS += -DWITH_ZSTD
tests_unit_test_source_SOURCES += tests/lib/packed_zstd.c tests/lib/packed_zstd.h
endif
tests_unit_test_source_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_unpack
TESTS += tests/unit/test_unpack
tests_unit_test_unpack_SOURCES = tests/unit/test_unpack.c \
	tests/lib/packed.c tests/lib/packed.h
tests_unit_test_unpack_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_unpack_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
if WITH_ZSTD
tests_unit_test_unpack_CPPFLAGS += -DWITH_ZSTD
endif
tests_unit_test_unpack_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_lines
TESTS += tests/unit/test_lines
tests_unit_test_lines_SOURCES = tests/unit/test_lines.c \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h
tests_unit_test_lines_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_lines_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_lines_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_event_line
TESTS += tests/unit/test_perf_event_line
tests_unit_test_perf_event_line_SOURCES = tests/unit/test_perf_event_line.c
tests_unit_test_perf_event_line_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_event_line_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_frame_line
TESTS += tests/unit/test_perf_frame_line
tests_unit_test_perf_frame_line_SOURCES = tests/unit/test_perf_frame_line.c
tests_unit_test_perf_frame_line_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_frame_line_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_line_cache
TESTS += tests/unit/test_line_cache
tests_unit_test_line_cache_SOURCES = tests/unit/test_line_cache.c
tests_unit_test_line_cache_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_line_cache_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_script
TESTS += tests/unit/test_perf_script
tests_unit_test_perf_script_SOURCES = tests/unit/test_perf_script.c \
	tests/lib/packed.c tests/lib/packed.h \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h \
	tests/lib/tiny_team.c tests/lib/tiny_team.h
tests_unit_test_perf_script_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_script_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
if WITH_ZSTD
tests_unit_test_perf_script_CPPFLAGS += -DWITH_ZSTD
tests_unit_test_perf_script_SOURCES += tests/lib/packed_zstd.c tests/lib/packed_zstd.h
endif
tests_unit_test_perf_script_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/formats/perf-script
check_PROGRAMS += tests/unit/test_folded_stacks
TESTS += tests/unit/test_folded_stacks
tests_unit_test_folded_stacks_SOURCES = tests/unit/test_folded_stacks.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/packed.c tests/lib/packed.h \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h
tests_unit_test_folded_stacks_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_folded_stacks_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_folded_stacks_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
if WITH_ELFUTILS
check_PROGRAMS += tests/unit/test_perf_unwinding
TESTS += tests/unit/test_perf_unwinding
endif
tests_unit_test_perf_unwinding_SOURCES = tests/unit/test_perf_unwinding.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/made_recording.c tests/lib/made_recording.h \
	tests/lib/own_stack.c tests/lib/own_stack.h
tests_unit_test_perf_unwinding_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_unwinding_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_unwinding_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_perf_unwinding_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_perf_sample
TESTS += tests/unit/test_perf_sample
tests_unit_test_perf_sample_SOURCES = tests/unit/test_perf_sample.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_perf_sample_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_sample_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_sample_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_batch
TESTS += tests/unit/test_perf_batch
tests_unit_test_perf_batch_SOURCES = tests/unit/test_perf_batch.c
tests_unit_test_perf_batch_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_batch_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_data
TESTS += tests/unit/test_perf_data
tests_unit_test_perf_data_SOURCES = tests/unit/test_perf_data.c \
	tests/lib/made_recording.c tests/lib/made_recording.h
tests_unit_test_perf_data_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_data_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_data_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_maps
TESTS += tests/unit/test_perf_maps
tests_unit_test_perf_maps_SOURCES = tests/unit/test_perf_maps.c
tests_unit_test_perf_maps_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_maps_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_steps
TESTS += tests/unit/test_perf_steps
tests_unit_test_perf_steps_SOURCES = tests/unit/test_perf_steps.c \
	tests/lib/made_recording.c tests/lib/made_recording.h \
	tests/lib/packed.c tests/lib/packed.h
tests_unit_test_perf_steps_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_steps_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_perf_steps_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_memory
TESTS += tests/unit/test_perf_memory
tests_unit_test_perf_memory_SOURCES = tests/unit/test_perf_memory.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/made_recording.c tests/lib/made_recording.h
tests_unit_test_perf_memory_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_perf_memory_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_memory_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
tests_unit_test_perf_memory_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_cut_recordings
TESTS += tests/unit/test_cut_recordings
tests_unit_test_cut_recordings_SOURCES = tests/unit/test_cut_recordings.c
tests_unit_test_cut_recordings_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_cut_recordings_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_places
TESTS += tests/unit/test_perf_places
tests_unit_test_perf_places_SOURCES = tests/unit/test_perf_places.c
tests_unit_test_perf_places_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_places_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_perf_names
TESTS += tests/unit/test_perf_names
tests_unit_test_perf_names_SOURCES = tests/unit/test_perf_names.c \
	tests/lib/built_program.c tests/lib/built_program.h \
	tests/lib/made_recording.c tests/lib/made_recording.h
tests_unit_test_perf_names_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
if WITH_ELFUTILS
tests_unit_test_perf_names_CPPFLAGS += -DWITH_ELFUTILS=1
else
tests_unit_test_perf_names_CPPFLAGS += -DWITH_ELFUTILS=0
endif
tests_unit_test_perf_names_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_perf_names_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_refusal
TESTS += tests/unit/test_refusal
tests_unit_test_refusal_SOURCES = tests/unit/test_refusal.c
tests_unit_test_refusal_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_refusal_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_formats
TESTS += tests/unit/test_formats
tests_unit_test_formats_SOURCES = tests/unit/test_formats.c
tests_unit_test_formats_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_formats_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_reading
TESTS += tests/unit/test_reading
tests_unit_test_reading_SOURCES = tests/unit/test_reading.c
tests_unit_test_reading_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_reading_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_reading_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += tests/unit/test_time_unit
TESTS += tests/unit/test_time_unit
tests_unit_test_time_unit_SOURCES = tests/unit/test_time_unit.c
tests_unit_test_time_unit_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_time_unit_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_tracers
TESTS += tests/unit/test_tracers
tests_unit_test_tracers_SOURCES = tests/unit/test_tracers.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h
tests_unit_test_tracers_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_tracers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_tracers_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
endif
check_PROGRAMS += tests/unit/test_timed_folded
TESTS += tests/unit/test_timed_folded
tests_unit_test_timed_folded_SOURCES = tests/unit/test_timed_folded.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/packed.c tests/lib/packed.h \
	tests/lib/tiny_lines.c tests/lib/tiny_lines.h \
	tests/lib/tiny_team.c tests/lib/tiny_team.h \
	tests/lib/tiny_timed.c
tests_unit_test_timed_folded_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_timed_folded_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_test_timed_folded_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
