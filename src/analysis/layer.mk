noinst_LIBRARIES += libanalysis.a
libanalysis_a_SOURCES = \
	src/analysis/code/annotation.c src/analysis/code/annotation.h \
	src/analysis/code/jump_lanes.c src/analysis/code/jump_lanes.h \
	src/analysis/cpu_usage.c src/analysis/cpu_usage.h \
	src/analysis/chart/chart.c src/analysis/chart/chart.h \
	src/analysis/chart/chart_cells.c src/analysis/chart/chart_cells.h \
	src/analysis/chart/thread_samples.c src/analysis/chart/thread_samples.h \
	src/analysis/compare/comparison.c src/analysis/compare/comparison.h \
	src/analysis/compare/difference_rows.c \
	src/analysis/compare/difference_rows.h \
	src/analysis/compare/joint_tree.c src/analysis/compare/joint_tree.h \
	src/analysis/compare/variation.c \
	src/analysis/compare/variation.h \
	src/analysis/compare/row_statistics.c src/analysis/compare/row_statistics.h \
	src/analysis/compare/renamed.c src/analysis/compare/renamed.h \
	src/analysis/compare/sample_keys.c src/analysis/compare/sample_keys.h \
	src/analysis/compare/significance.c src/analysis/compare/significance.h \
	src/analysis/lanes/cell_winners.c src/analysis/lanes/cell_winners.h \
	src/analysis/range_totals.c src/analysis/range_totals.h \
	src/analysis/filter.c src/analysis/filter.h \
	src/analysis/find/activity.c src/analysis/find/activity.h \
	src/analysis/find/cycles.c src/analysis/find/cycles.h \
	src/analysis/find/process_anomalies.c src/analysis/find/process_anomalies.h \
	src/analysis/find/anomalies.c src/analysis/find/anomalies.h \
	src/analysis/find/burst_windows.c src/analysis/find/burst_windows.h \
	src/analysis/find/periods.c src/analysis/find/periods.h \
	src/analysis/find/spectrum.c src/analysis/find/spectrum.h \
	src/analysis/find/start_up.c src/analysis/find/start_up.h \
	src/analysis/find/stretches.c src/analysis/find/stretches.h \
	src/analysis/find/time_query.c src/analysis/find/time_query.h \
	src/analysis/flame.c src/analysis/flame.h \
	src/analysis/graph/layout.c src/analysis/graph/layout.h \
	src/analysis/graph/tree_excerpt.c src/analysis/graph/tree_excerpt.h \
	src/analysis/graph/tree_rows.c src/analysis/graph/tree_rows.h \
	src/analysis/heatmap.c src/analysis/heatmap.h \
	src/analysis/hue.c src/analysis/hue.h \
	src/analysis/idle.c src/analysis/idle.h \
	src/analysis/included.c src/analysis/included.h \
	src/analysis/lanes/lanes.c src/analysis/lanes/lanes.h \
	src/analysis/lanes/name_hues.c src/analysis/lanes/name_hues.h \
	src/analysis/lanes/tasks.c src/analysis/lanes/tasks.h \
	src/analysis/functions/function_counts.c src/analysis/functions/function_counts.h \
	src/analysis/functions/function_lines.c src/analysis/functions/function_lines.h \
	src/analysis/functions/name_order.c src/analysis/functions/name_order.h \
	src/analysis/path.c src/analysis/path.h \
	src/analysis/perf_options.c src/analysis/perf_options.h \
	src/analysis/transform/function_name.c src/analysis/transform/function_name.h \
	src/analysis/transform/derived_tree.c src/analysis/transform/derived_tree.h \
	src/analysis/transform/derived_counts.c src/analysis/transform/derived_counts.h \
	src/analysis/transform/transform.c src/analysis/transform/transform.h \
	src/analysis/key_totals.c src/analysis/key_totals.h \
	src/analysis/range.c src/analysis/range.h \
	src/analysis/range_words.c src/analysis/range_words.h \
	src/analysis/sampled_clock.c src/analysis/sampled_clock.h \
	src/analysis/search.c src/analysis/search.h \
	src/analysis/summary.c src/analysis/summary.h \
	src/analysis/top.c src/analysis/top.h \
	src/analysis/waiting/joint_wait.c src/analysis/waiting/joint_wait.h \
	src/analysis/waiting/state_at.c src/analysis/waiting/state_at.h \
	src/analysis/waiting/request_spans.c src/analysis/waiting/request_spans.h \
	src/analysis/waiting/sched_replay.c src/analysis/waiting/sched_replay.h \
	src/analysis/waiting/thread_state.c src/analysis/waiting/thread_state.h \
	src/analysis/waiting/time_kinds.c src/analysis/waiting/time_kinds.h \
	src/analysis/waiting/wait_keys.c src/analysis/waiting/wait_keys.h \
	src/analysis/waiting/wait_lengths.c src/analysis/waiting/wait_lengths.h \
	src/analysis/waiting/waiting_profile.c \
	src/analysis/waiting/waiting_profile.h \
	src/analysis/waiting/waits.c src/analysis/waiting/waits.h \
	src/analysis/waiting/wake_paths.c src/analysis/waiting/wake_paths.h \
	src/analysis/tree.c src/analysis/tree.h
libanalysis_LIBS = libprofile.a $(libprofile_LIBS)
