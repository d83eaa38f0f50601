# The tests of a layer are one program, tests/unit/LAYER/run, which links the layer and the layers
# below it: a call upwards does not link. A test is a function in a file (tests/lib/unit.h), and a
# file is a row of the lists below; there is no third place. Run them so:
#
#	make check-input                                    all of a layer
#	make check TESTS=tests/unit/input/test_source.c     one file
#	tests/unit/input/run test_source 'zstd_*'           some tests of it

AM_CPPFLAGS += -I$(top_srcdir)/tests $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS)

if HAVE_CMOCKA
check_LIBRARIES += tests/lib/libtests.a
endif
tests_lib_libtests_a_SOURCES = tests/lib/built_program.c tests/lib/built_program.h \
	tests/lib/check_profile.h tests/lib/dump.c tests/lib/dump.h \
	tests/lib/everything.c tests/lib/everything.h tests/lib/hunger.c \
	tests/lib/hunger.h tests/lib/made_activity.c \
	tests/lib/made_activity.h tests/lib/made_message.c tests/lib/made_message.h \
	tests/lib/made_noise.c tests/lib/made_noise.h \
	tests/lib/made_profile.c tests/lib/made_profile.h tests/lib/made_recording.c \
	tests/lib/made_recording.h tests/lib/opened.c tests/lib/opened.h \
	tests/lib/own_stack.c tests/lib/own_stack.h tests/lib/packed.c \
	tests/lib/packed.h tests/lib/seat.c tests/lib/seat.h tests/lib/sheet.c \
	tests/lib/sheet.h tests/lib/slow_file.c tests/lib/slow_file.h \
	tests/lib/slow_path.c tests/lib/slow_path.h tests/lib/stored.c \
	tests/lib/stored.h tests/lib/unit.c tests/lib/unit.h tests/lib/work_dir.c tests/lib/work_dir.h
tests_lib_libtests_a_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_lib_libtests_a_CFLAGS = $(AM_CFLAGS) -pthread $(ELFUTILS_CFLAGS) $(ZLIB_CFLAGS) \
	$(ZSTD_CFLAGS)

unit_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd) $(told_elfutils)
unit_CFLAGS = $(AM_CFLAGS) -pthread $(JANSSON_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(ELFUTILS_CFLAGS)

test_base = tests/lib/libtests.a libbase.a $(libbase_LIBS) $(CMOCKA_LIBS)
test_recorder = tests/lib/libtests.a librecorder.a $(librecorder_LIBS) $(CMOCKA_LIBS)
test_canvas = tests/lib/libtests.a libcanvas.a $(libcanvas_LIBS) $(CMOCKA_LIBS)
test_profile = tests/lib/libtests.a libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
test_symbols = tests/lib/libtests.a libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
test_input = tests/lib/libtests.a libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
test_analysis = tests/lib/libtests.a libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
test_export = tests/lib/libtests.a libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)
test_reread = tests/lib/libtests.a libexport.a $(libexport_LIBS) libinput.a $(libinput_LIBS) \
	$(CMOCKA_LIBS)
test_view = tests/lib/libtests.a libview.a $(libview_LIBS) $(CMOCKA_LIBS)
test_session = tests/lib/libtests.a libsession.a $(libsession_LIBS) $(CMOCKA_LIBS)
test_workspace = tests/lib/libtests.a libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
test_tui = tests/lib/libtests.a libtui.a $(libtui_LIBS) $(CMOCKA_LIBS)

# Memory that runs out when tests/lib/hunger.h says so.
hungry = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc

replaced = tests/lib/replaced/tiny.c tests/lib/replaced/tiny.h tests/lib/replaced/tiny_line_cache.c \
	tests/lib/replaced/tiny_lines.c tests/lib/replaced/tiny_parallel_parse.c \
	tests/lib/replaced/tiny_players.c tests/lib/replaced/tiny_timed.c
if WITH_LIBCSV
replaced += tests/lib/replaced/tiny_csv.c
endif

unit_base = tests/unit/base/test_bisect.c tests/unit/base/test_budget.c \
	tests/unit/base/test_placement.c \
	tests/unit/base/test_fill.c tests/unit/base/test_timestamp.c tests/unit/base/test_names.c
tests_unit_base_run_SOURCES = $(unit_base)
tests_unit_base_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_base_run_CFLAGS = $(unit_CFLAGS)
tests_unit_base_run_LDADD = $(test_base)

unit_recorder = tests/unit/recorder/test_cpus.c tests/unit/recorder/test_output_queue.c \
	tests/unit/recorder/test_ring.c tests/unit/recorder/test_running.c
tests_unit_recorder_run_SOURCES = $(unit_recorder)
tests_unit_recorder_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_recorder_run_CFLAGS = $(unit_CFLAGS)
tests_unit_recorder_run_LDADD = $(test_recorder)

unit_canvas = tests/unit/canvas/test_block.c tests/unit/canvas/test_canvas.c \
	tests/unit/canvas/test_palette.c tests/unit/canvas/test_print.c \
	tests/unit/canvas/test_print_svg.c tests/unit/canvas/test_short_name.c
tests_unit_canvas_run_SOURCES = $(unit_canvas)
tests_unit_canvas_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_canvas_run_CFLAGS = $(unit_CFLAGS)
tests_unit_canvas_run_LDADD = $(test_canvas)
tests_unit_canvas_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

unit_profile = tests/unit/profile/test_builder.c tests/unit/profile/test_cache.c \
	tests/unit/profile/test_frame_mode.c tests/unit/profile/test_join.c \
	tests/unit/profile/test_merge.c tests/unit/profile/test_numbers.c \
	tests/unit/profile/test_preview.c tests/unit/profile/test_process_names.c \
	tests/unit/profile/test_profile.c \
	tests/unit/profile/test_sample_run.c tests/unit/profile/test_store.c \
	tests/unit/profile/test_task_numbers.c
tests_unit_profile_run_SOURCES = $(unit_profile)
tests_unit_profile_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_profile_run_CFLAGS = $(unit_CFLAGS)
tests_unit_profile_run_LDADD = $(test_profile) -lpthread
tests_unit_profile_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

unit_symbols = tests/unit/symbols/test_demangle.c tests/unit/symbols/test_kallsyms.c \
	tests/unit/symbols/test_kernel_text.c \
	tests/unit/symbols/test_module.c tests/unit/symbols/test_jit_map.c \
	tests/unit/symbols/test_source_text.c tests/unit/symbols/test_symbol_memory.c \
	tests/unit/symbols/test_symbol_table.c
if WITH_ELFUTILS
unit_symbols += tests/unit/symbols/test_source_lines.c tests/unit/symbols/test_unwind.c tests/unit/symbols/test_unwind_formula.c
endif
tests_unit_symbols_run_SOURCES = $(unit_symbols)
tests_unit_symbols_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_symbols_run_CFLAGS = $(unit_CFLAGS)
tests_unit_symbols_run_LDADD = $(test_symbols)
tests_unit_symbols_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

unit_input = tests/unit/input/test_cut_recordings.c tests/unit/input/test_formats.c \
	tests/unit/input/test_json_formats.c tests/unit/input/test_json_lexer.c \
	tests/unit/input/test_json_stream.c tests/unit/input/test_record_history.c \
	tests/unit/input/test_chain_cache.c tests/unit/input/test_line_cache.c \
	tests/unit/input/test_perf_batch.c tests/unit/input/test_perf_data.c \
	tests/unit/input/test_perf_event_line.c tests/unit/input/test_perf_forget.c \
	tests/unit/input/test_perf_frame_line.c tests/unit/input/test_perf_live.c \
	tests/unit/input/test_perf_maps.c tests/unit/input/test_perf_memory.c \
	tests/unit/input/test_address_names.c tests/unit/input/test_perf_places.c \
	tests/unit/input/test_perf_sample.c tests/unit/input/test_nflxprofile.c tests/unit/input/test_plugin.c tests/unit/input/test_pprof.c tests/unit/input/test_plural.c \
	tests/unit/input/test_reading.c tests/unit/input/test_recordings.c \
	tests/unit/input/test_refusal.c tests/unit/input/test_source.c tests/unit/input/test_span_rows.c \
	tests/unit/input/test_time_unit.c tests/unit/input/test_trace_event.c \
	tests/unit/input/test_trace_formats.c tests/unit/input/test_unpack.c
if WITH_ELFUTILS
unit_input += tests/unit/input/test_perf_code.c tests/unit/input/test_perf_unwinding.c
endif
tests_unit_input_run_SOURCES = $(unit_input)
tests_unit_input_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_input_run_CFLAGS = $(unit_CFLAGS)
tests_unit_input_run_LDADD = $(test_input)
tests_unit_input_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

# The readers of input with small sizes, so that each edge is met (tests/lib/replaced/tiny.h). They
# are sources of the program: from an archive they would come too late.
unit_tiny = tests/unit/tiny/test_folded_stacks.c tests/unit/tiny/test_lines.c \
	tests/unit/tiny/test_perf_script.c tests/unit/tiny/test_perf_steps.c \
	tests/unit/tiny/test_timed_folded.c tests/unit/tiny/test_tracers.c
if WITH_LIBCSV
unit_tiny += tests/unit/tiny/test_span_table.c
endif
tests_unit_tiny_run_SOURCES = $(unit_tiny) $(replaced)
tests_unit_tiny_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_tiny_run_CFLAGS = $(unit_CFLAGS)
tests_unit_tiny_run_LDADD = $(test_input)
tests_unit_tiny_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

unit_analysis = tests/unit/analysis/test_cpu_usage.c tests/unit/analysis/test_chains.c \
	tests/unit/analysis/test_chart.c tests/unit/analysis/test_chart_shaped.c \
	tests/unit/analysis/test_comparison.c tests/unit/analysis/test_joint_wait.c tests/unit/analysis/test_difference_rows.c \
	tests/unit/analysis/test_range_totals.c tests/unit/analysis/test_filter.c \
	tests/unit/analysis/test_flame.c tests/unit/analysis/test_function_lines.c \
	tests/unit/analysis/test_heatmap.c tests/unit/analysis/test_hue.c tests/unit/analysis/test_idle.c \
	tests/unit/analysis/test_joint_tree.c tests/unit/analysis/test_jump_lanes.c \
	tests/unit/analysis/test_lanes.c tests/unit/analysis/test_layout.c \
	tests/unit/analysis/test_memory.c tests/unit/analysis/test_name_hues.c \
	tests/unit/analysis/test_name_order.c tests/unit/analysis/test_process_anomalies.c \
	tests/unit/analysis/test_anomalies.c \
	tests/unit/analysis/test_range.c tests/unit/analysis/test_range_words.c \
	tests/unit/analysis/test_row_statistics.c tests/unit/analysis/test_renamed.c \
	tests/unit/analysis/test_request_spans.c tests/unit/analysis/test_sampled_clock.c \
	tests/unit/analysis/test_sched_replay.c tests/unit/analysis/test_selection.c \
	tests/unit/analysis/test_derived_tree.c tests/unit/analysis/test_spans.c \
	tests/unit/analysis/test_spectrum.c tests/unit/analysis/test_stall.c \
	tests/unit/analysis/test_summary.c tests/unit/analysis/test_significance.c tests/unit/analysis/test_variation.c \
	tests/unit/analysis/test_tasks.c tests/unit/analysis/test_subsample.c \
	tests/unit/analysis/test_top.c tests/unit/analysis/test_tree.c \
	tests/unit/analysis/test_tree_rows.c tests/unit/analysis/test_wake_paths.c
# Of numbers, not of memory: not under the sanitizers.
unit_noise = tests/unit/analysis/test_anomaly_noise.c tests/unit/analysis/test_periods.c
tests_unit_analysis_run_SOURCES = $(unit_analysis) $(unit_noise)
tests_unit_analysis_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_analysis_run_CFLAGS = $(unit_CFLAGS)
tests_unit_analysis_run_LDADD = $(test_analysis) -lm
tests_unit_analysis_run_LDFLAGS = $(AM_LDFLAGS) $(hungry)

unit_export = tests/unit/export/test_json_writer.c tests/unit/export/test_folded.c \
	tests/unit/export/test_outfile.c tests/unit/export/test_prose.c tests/unit/export/test_svg.c
if HAVE_JANSSON
unit_export += tests/unit/export/test_export_json.c tests/unit/export/test_info.c
endif
tests_unit_export_run_SOURCES = $(unit_export) tests/unit/printed.h
tests_unit_export_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_export_run_CFLAGS = $(unit_CFLAGS)
tests_unit_export_run_LDADD = $(test_export) $(JANSSON_LIBS)

# Files that are written, read again: export never sees input, so this is a program of its own.
unit_reread = tests/unit/reread/test_speedscope_file.c tests/unit/reread/test_timed.c
tests_unit_reread_run_SOURCES = $(unit_reread) tests/unit/printed.h
tests_unit_reread_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_reread_run_CFLAGS = $(unit_CFLAGS)
tests_unit_reread_run_LDADD = $(test_reread)

unit_view = tests/unit/view/test_difference.c tests/unit/view/test_flame_view.c \
	tests/unit/view/test_heat_clock.c tests/unit/view/test_heat_view.c tests/unit/view/test_label.c \
	tests/unit/view/test_lists.c tests/unit/view/test_prompt.c tests/unit/view/test_table_view.c \
	tests/unit/view/test_theme.c tests/unit/view/test_tree_view.c
tests_unit_view_run_SOURCES = $(unit_view)
tests_unit_view_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_view_run_CFLAGS = $(unit_CFLAGS)
tests_unit_view_run_LDADD = $(test_view)

unit_session = tests/unit/session/test_cache_key.c tests/unit/session/test_choice.c \
	tests/unit/session/test_lanes_kept.c tests/unit/session/test_loader.c \
	tests/unit/session/test_opening_parts.c tests/unit/session/test_query.c \
	tests/unit/session/test_session.c tests/unit/session/test_two_files.c
tests_unit_session_run_SOURCES = $(unit_session)
tests_unit_session_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_session_run_CFLAGS = $(unit_CFLAGS)
tests_unit_session_run_LDADD = $(test_session)

unit_workspace = tests/unit/workspace/test_arrange.c tests/unit/workspace/test_chart_seen.c \
	tests/unit/workspace/test_clock_ends.c tests/unit/workspace/test_comparing.c \
	tests/unit/workspace/test_anomaly_list.c tests/unit/workspace/test_found_again.c \
	tests/unit/workspace/test_frugal.c tests/unit/workspace/test_hostile_flare.c \
	tests/unit/workspace/test_hosts_seen.c tests/unit/workspace/test_hues.c \
	tests/unit/workspace/test_lanes_seen.c tests/unit/workspace/test_loading.c \
	tests/unit/workspace/test_look.c tests/unit/workspace/test_menus.c \
	tests/unit/workspace/test_open_profile.c tests/unit/workspace/test_opening.c \
	tests/unit/workspace/test_other_file.c tests/unit/workspace/test_prompts.c \
	tests/unit/workspace/test_sandwich_seen.c tests/unit/workspace/test_several_ranges.c \
	tests/unit/workspace/test_shapes_seen.c tests/unit/workspace/test_shared_views.c \
	tests/unit/workspace/test_shell_line.c tests/unit/workspace/test_spans_seen.c \
	tests/unit/workspace/test_split.c tests/unit/workspace/test_states_seen.c \
	tests/unit/workspace/test_tree_seen.c tests/unit/workspace/test_two_maps.c \
	tests/unit/workspace/test_undrawn.c tests/unit/workspace/test_workspace.c
if WITH_ELFUTILS
unit_workspace += tests/unit/workspace/test_code_seen.c tests/unit/workspace/test_inlining.c
endif
tests_unit_workspace_run_SOURCES = $(unit_workspace)
tests_unit_workspace_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_workspace_run_CFLAGS = $(unit_CFLAGS)
tests_unit_workspace_run_LDADD = $(test_workspace)

# The workspace with a second view in the upper pane.
unit_upper = tests/unit/upper/test_upper_views.c
tests_unit_upper_run_SOURCES = $(unit_upper) tests/lib/replaced/upper_table.c tests/lib/replaced/upper_table.h
tests_unit_upper_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_upper_run_CFLAGS = $(unit_CFLAGS)
tests_unit_upper_run_LDADD = $(test_workspace)

unit_tui = tests/unit/tui/test_keyboard.c tests/unit/tui/test_pen.c tests/unit/tui/test_replies.c \
	tests/unit/tui/test_screen.c
tests_unit_tui_run_SOURCES = $(unit_tui)
tests_unit_tui_run_CPPFLAGS = $(unit_CPPFLAGS)
tests_unit_tui_run_CFLAGS = $(unit_CFLAGS)
tests_unit_tui_run_LDADD = $(test_tui)

unit_tests = $(unit_base) $(unit_recorder) $(unit_canvas) $(unit_profile) $(unit_symbols) $(unit_input) $(unit_tiny) $(unit_analysis) \
	$(unit_export) $(unit_reread) $(unit_view) $(unit_session) $(unit_workspace) $(unit_upper) $(unit_tui)
unit_programs = tests/unit/base/run tests/unit/recorder/run tests/unit/canvas/run tests/unit/profile/run tests/unit/symbols/run \
	tests/unit/input/run tests/unit/tiny/run tests/unit/analysis/run tests/unit/export/run tests/unit/reread/run \
	tests/unit/view/run tests/unit/session/run tests/unit/workspace/run tests/unit/upper/run tests/unit/tui/run
if HAVE_CMOCKA
check_PROGRAMS += $(unit_programs)
TESTS += $(unit_tests) $(unit_noise)
endif
EXTRA_DIST += $(unit_tests) $(unit_noise) tests/formats/perf-script
check-base:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_base)" check_PROGRAMS="tests/bounded tests/unit/base/run"
check-recorder:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_recorder)" check_PROGRAMS="tests/bounded tests/unit/recorder/run"
check-canvas:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_canvas)" check_PROGRAMS="tests/bounded tests/unit/canvas/run"
check-profile:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_profile)" check_PROGRAMS="tests/bounded tests/unit/profile/run"
check-symbols:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_symbols)" check_PROGRAMS="tests/bounded tests/unit/symbols/run"
check-input:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_input) $(unit_tiny)" \
		check_PROGRAMS="tests/bounded tests/unit/input/run tests/unit/tiny/run"
check-tiny:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_tiny)" check_PROGRAMS="tests/bounded tests/unit/tiny/run"
check-analysis:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_analysis) $(unit_noise)" check_PROGRAMS="tests/bounded tests/unit/analysis/run"
check-export:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_export)" check_PROGRAMS="tests/bounded tests/unit/export/run"
check-reread:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_reread)" check_PROGRAMS="tests/bounded tests/unit/reread/run"
check-view:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_view)" check_PROGRAMS="tests/bounded tests/unit/view/run"
check-session:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_session)" check_PROGRAMS="tests/bounded tests/unit/session/run"
check-workspace:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_workspace)" check_PROGRAMS="tests/bounded tests/unit/workspace/run"
check-upper:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_upper)" check_PROGRAMS="tests/bounded tests/unit/upper/run"
check-tui:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(unit_tui)" check_PROGRAMS="tests/bounded tests/unit/tui/run"
.PHONY: check-base check-recorder check-canvas check-profile check-symbols check-input check-tiny check-analysis check-export check-reread check-view check-session check-workspace check-upper check-tui
