noinst_LIBRARIES += libinput.a
libinput_a_SOURCES = \
	src/input/blocks.c src/input/blocks.h \
	src/input/cpuprofile.c src/input/cpuprofile.h \
	src/input/firefox.c src/input/firefox.h \
	src/input/firefox_store.c \
	src/input/firefox_table.c src/input/firefox_table.h \
	src/input/firefox_thread.c src/input/firefox_thread.h \
	src/input/flare.c src/input/flare.h \
	src/input/folded_line.c src/input/folded_line.h \
	src/input/folded_stacks.c src/input/folded_stacks.h \
	src/input/formats.c src/input/formats.h \
	src/input/guess.c src/input/guess.h \
	src/input/inflate_member.h \
	src/input/json_head.c src/input/json_head.h \
	src/input/json_memory.c src/input/json_memory.h \
	src/input/json_ahead.c src/input/json_ahead.h \
	src/input/json_pieces.c src/input/json_pieces.h \
	src/input/json_stream.c src/input/json_stream.h \
	src/input/keepsake.c src/input/keepsake.h \
	src/input/known_events.c src/input/known_events.h \
	src/input/known_lines.c src/input/known_lines.h \
	src/input/known_stacks.c src/input/known_stacks.h \
	src/input/known_texts.c src/input/known_texts.h \
	src/input/lines.c src/input/lines.h \
	src/input/losses.c src/input/losses.h \
	src/input/own_process.c src/input/own_process.h \
	src/input/own_readers.c src/input/own_readers.h \
	src/input/own_watch.c src/input/own_watch.h \
	src/input/perf_attr.c src/input/perf_attr.h \
	src/input/perf_chain.c src/input/perf_chain.h \
	src/input/perf_change.c src/input/perf_change.h \
	src/input/perf_copies.c src/input/perf_copies.h \
	src/input/perf_data.c src/input/perf_data.h \
	src/input/perf_deferred.c src/input/perf_deferred.h \
	src/input/perf_events.c src/input/perf_events.h \
	src/input/perf_features.c src/input/perf_features.h \
	src/input/perf_file.c src/input/perf_file.h \
	src/input/perf_event_line.c src/input/perf_event_line.h \
	src/input/perf_frame_line.c src/input/perf_frame_line.h \
	src/input/perf_frames.c src/input/perf_frames.h \
	src/input/perf_header.c src/input/perf_header.h \
	src/input/perf_maps.c src/input/perf_maps.h \
	src/input/perf_modules.c src/input/perf_modules.h \
	src/input/perf_naming.c src/input/perf_naming.h \
	src/input/perf_places.c src/input/perf_places.h \
	src/input/perf_own.c src/input/perf_own.h \
	src/input/perf_recording.c src/input/perf_recording.h \
	src/input/perf_rest.c src/input/perf_rest.h \
	src/input/perf_relay.c src/input/perf_relay.h \
	src/input/perf_survey.c src/input/perf_survey.h \
	src/input/perf_scan.c src/input/perf_scan.h \
	src/input/perf_sketch.c src/input/perf_sketch.h \
	src/input/perf_batch.c src/input/perf_batch.h \
	src/input/perf_replay.c src/input/perf_replay.h \
	src/input/perf_sample.c src/input/perf_sample.h \
	src/input/perf_slices.c src/input/perf_slices.h \
	src/input/perf_space.c src/input/perf_space.h \
	src/input/perf_stream.c src/input/perf_stream.h \
	src/input/perf_symbols.h \
	src/input/perf_threads.c src/input/perf_threads.h \
	src/input/perf_tracing.c src/input/perf_tracing.h \
	src/input/perf_unwinding.c src/input/perf_unwinding.h \
	src/input/perf_fields.c src/input/perf_fields.h \
	src/input/perf_line.c src/input/perf_line.h \
	src/input/perf_probe.c src/input/perf_probe.h \
	src/input/perf_script.c src/input/perf_script.h \
	src/input/nflxprofile.h src/input/pprof.h \
	src/input/proto_probe.c \
	src/input/proto_wire.c src/input/proto_wire.h \
	src/input/reading.c src/input/reading.h \
	src/input/recognition.c src/input/recognition.h \
	src/input/refusal.c src/input/refusal.h \
	src/input/scan.h \
	src/input/shown_names.c src/input/shown_names.h \
	src/input/source.c src/input/source.h \
	src/input/span_columns.c src/input/span_columns.h \
	src/input/span_table.h src/input/span_table_probe.c \
	src/input/span_pairs.c src/input/span_rows.c \
	src/input/spans.c src/input/spans.h \
	src/input/speedscope.c src/input/speedscope.h \
	src/input/speedscope_profile.c src/input/speedscope_profile.h \
	src/input/speedscope_store.c \
	src/input/team.c src/input/team.h \
	src/input/timed_folded.c src/input/timed_folded.h \
	src/input/timed_line.c src/input/timed_line.h \
	src/input/trace_event.c src/input/trace_event.h \
	src/input/trace_profiles.c src/input/trace_profiles.h \
	src/input/trace_record.c src/input/trace_record.h \
	src/input/trace_samples.c src/input/trace_samples.h \
	src/input/trace_tracks.c src/input/trace_tracks.h \
	src/input/trusted_path.c src/input/trusted_path.h \
	src/input/unpack.c src/input/unpack.h \
	src/input/unpack_step.h \
	src/input/unzstd.h \
	src/input/utf16.c src/input/utf16.h \
	src/input/austin.c src/input/austin.h \
	src/input/bpftrace.c src/input/bpftrace.h \
	src/input/dtrace.c src/input/dtrace.h \
	src/input/printed_stacks.c src/input/printed_stacks.h \
	src/input/stack_shelf.c src/input/stack_shelf.h \
	src/input/string_ids.c src/input/string_ids.h \
	src/input/stack_text.c src/input/stack_text.h \
	src/input/stamped.c src/input/stamped.h \
	src/input/time_unit.c src/input/time_unit.h \
	src/input/v8_json.c \
	src/input/v8_nodes.c src/input/v8_nodes.h \
	src/input/v8_profile.c src/input/v8_profile.h
if WITH_ISAL
libinput_a_SOURCES += src/input/inflate_isal.c
else
libinput_a_SOURCES += src/input/inflate_zlib.c
endif
if WITH_ZSTD
libinput_a_SOURCES += src/input/unzstd.c
else
libinput_a_SOURCES += src/input/unzstd_none.c
endif
if WITH_PROTOBUF_C
libinput_a_SOURCES += \
	src/input/nflxprofile.c \
	src/input/nflx_nodes.c src/input/nflx_nodes.h \
	src/input/pprof.c \
	src/input/pprof_labels.c src/input/pprof_labels.h \
	src/input/pprof_samples.c src/input/pprof_samples.h \
	src/input/pprof_tables.c src/input/pprof_tables.h \
	src/input/proto_arena.c src/input/proto_arena.h \
	src/input/proto_pieces.c src/input/proto_pieces.h
else
libinput_a_SOURCES += src/input/proto_none.c
endif
if WITH_LIBCSV
libinput_a_SOURCES += \
	src/input/csv_rows.c src/input/csv_rows.h \
	src/input/span_list.c src/input/span_list.h \
	src/input/span_parents.c src/input/span_parents.h \
	src/input/span_sweep.c src/input/span_sweep.h \
	src/input/span_table.c
else
libinput_a_SOURCES += src/input/span_table_none.c
endif
libinput_a_CFLAGS = $(AM_CFLAGS) -pthread $(ZLIB_CFLAGS) $(ISAL_CFLAGS) $(ZSTD_CFLAGS) \
	$(PROTOBUF_C_CFLAGS) $(YAJL_CFLAGS)
libinput_LIBS = libsymbols.a libprofile.a libsandbox.a $(libsandbox_LIBS) $(libprofile_LIBS) $(libsymbols_LIBS) \
	$(ISAL_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) $(libproto_LIBS) $(YAJL_LIBS) \
	$(CSV_LIBS)
