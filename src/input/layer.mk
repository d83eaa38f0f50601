noinst_LIBRARIES += libinput.a
libinput_a_SOURCES = \
	src/input/trace/cpuprofile.c \
	src/input/firefox/firefox.c \
	src/input/flare.c \
	src/input/stacks/folded_line.c src/input/stacks/folded_line.h \
	src/input/stacks/folded_stacks.c \
	src/input/formats.c src/input/formats.def src/input/formats.h \
	src/input/recordings.c src/input/recordings.h \
	src/input/refusal.c src/input/refusal.h \
	src/input/unpack/inflate_member.h \
	src/input/json/json_head.c src/input/json/json_head.h \
	src/input/json/json_stream.c src/input/json/json_stream.h \
	src/input/cache_key.c src/input/cache_key.h \
	src/input/perf_script/line_cache.c src/input/perf_script/line_cache.h \
	src/input/lines.c src/input/lines.h \
	src/input/losses.c src/input/losses.def src/input/losses.h \
	src/input/plugin/plugin_process.c src/input/plugin/plugin_process.h \
	src/input/plugin/plugin_readers.c src/input/plugin/plugin_readers.h \
	src/input/plugin/plugin_watch.c src/input/plugin/plugin_watch.h \
	src/input/perf_records/perf_record.h \
	src/input/perf_records/record_history.c src/input/perf_records/record_history.h \
	src/input/perf_records/perf_sample.c src/input/perf_records/perf_sample.h \
	src/input/perf_data/perf_code.c src/input/perf_data/perf_code.h \
	src/input/perf_data/perf_chain.c src/input/perf_data/perf_chain.h \
	src/input/perf_data/perf_batch.c src/input/perf_data/perf_batch.h \
	src/input/perf_data/perf_unwinding.c src/input/perf_data/perf_unwinding.h \
	src/input/perf_data/perf_data.c \
	src/input/perf_data/perf_events.c src/input/perf_data/perf_events.h \
	src/input/perf_data/perf_features.c src/input/perf_data/perf_features.h \
	src/input/field_names.c src/input/field_names.h \
	src/input/perf_script/event_text.c src/input/perf_script/event_text.h \
	src/input/perf_script/perf_line.c src/input/perf_script/perf_line.h \
	src/input/perf_data/perf_maps.c src/input/perf_data/perf_maps.h \
	src/input/perf_data/perf_modules.c src/input/perf_data/perf_modules.h \
	src/input/perf_data/address_names.c src/input/perf_data/address_names.h \
	src/input/perf_data/replay_workers.c src/input/perf_data/replay_workers.h \
	src/input/perf_data/perf_recording.c src/input/perf_data/perf_recording.h \
	src/input/tracepoint/tracepoint.c src/input/tracepoint/tracepoint.h \
	src/input/perf_data/perf_scan.c src/input/perf_data/perf_scan.h \
	src/input/perf_data/perf_replay.c src/input/perf_data/perf_replay.h \
	src/input/perf_data/perf_stream.c src/input/perf_data/perf_stream.h \
	src/input/perf_script/perf_fields.c src/input/perf_script/perf_fields.h \
	src/input/perf_script/perf_script.c \
	src/input/proto/nflxprofile.c \
	src/input/proto/pprof.c \
	src/input/proto/proto_wire.c src/input/proto/proto_wire.h \
	src/input/reading.c src/input/reading.h \
	src/input/scan.h \
	src/input/sched_events.c src/input/sched_events.h \
	src/input/shown_names.c src/input/shown_names.h \
	src/input/source.c src/input/source.h \
	src/input/spans/csv_rows.c src/input/spans/csv_rows.h \
	src/input/spans/span_table.c \
	src/input/spans/spans.c src/input/spans/spans.h \
	src/input/speedscope/speedscope.c \
	src/input/parallel_parse.c src/input/parallel_parse.h \
	src/input/stacks/timed_folded.c \
	src/input/trace/trace_event.c \
	src/input/unpack/unpack.c src/input/unpack/unpack.h \
	src/input/unpack/unzstd.c src/input/unpack/unzstd.h \
	src/input/stacks/austin.c \
	src/input/stacks/bpftrace.c \
	src/input/stacks/dtrace.c \
	src/input/stacks/printed_stacks.c src/input/stacks/printed_stacks.h \
	src/input/string_ids.c src/input/string_ids.h \
	src/input/time_unit.c src/input/time_unit.h \
	src/input/trace/v8_profile.c src/input/trace/v8_profile.h
if WITH_ISAL
libinput_a_SOURCES += src/input/unpack/inflate_isal.c
else
libinput_a_SOURCES += src/input/unpack/inflate_zlib.c
endif
libinput_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_ZSTD
libinput_a_CPPFLAGS += -DWITH_ZSTD
endif
if WITH_LIBCSV
libinput_a_CPPFLAGS += -DWITH_LIBCSV
endif
libinput_a_CFLAGS = $(AM_CFLAGS) -pthread $(ZLIB_CFLAGS) $(ISAL_CFLAGS) $(ZSTD_CFLAGS)
libinput_LIBS = libsymbols.a libprofile.a libsandbox.a $(libsandbox_LIBS) $(libprofile_LIBS) $(libsymbols_LIBS) \
	$(ISAL_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(CSV_LIBS)
