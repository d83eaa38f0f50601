unit_analysis = tests/unit/analysis/test_chart tests/unit/analysis/test_chart_shaped \
	tests/unit/analysis/test_heatmap tests/unit/analysis/test_lanes tests/unit/analysis/test_sched_replay \
	tests/unit/analysis/test_request_spans \
	tests/unit/analysis/test_wake_paths tests/unit/analysis/test_stall \
	tests/unit/analysis/test_hue tests/unit/analysis/test_name_hues \
	tests/unit/analysis/test_sampled_clock \
	tests/unit/analysis/test_busy tests/unit/analysis/test_jump_lanes tests/unit/analysis/test_range \
	tests/unit/analysis/test_range_words tests/unit/analysis/test_selection \
	tests/unit/analysis/test_tree tests/unit/analysis/test_name_order \
	tests/unit/analysis/test_function_lines tests/unit/analysis/test_flame \
	tests/unit/analysis/test_spans tests/unit/analysis/test_layout \
	tests/unit/analysis/test_filter tests/unit/analysis/test_idle \
	tests/unit/analysis/test_odd_moments \
	tests/unit/analysis/test_odd_noise tests/unit/analysis/test_top tests/unit/analysis/test_tree_rows tests/unit/analysis/test_memory \
	tests/unit/analysis/test_summary tests/unit/analysis/test_figures \
	tests/unit/analysis/test_periods tests/unit/analysis/test_shape tests/unit/analysis/test_spectrum \
	tests/unit/analysis/test_comparison \
	tests/unit/analysis/test_difference_rows \
	tests/unit/analysis/test_joint_tree \
	tests/unit/analysis/test_chains tests/unit/analysis/test_rating tests/unit/analysis/test_surprise \
	tests/unit/analysis/test_overdispersion \
	tests/unit/analysis/test_tasks tests/unit/analysis/test_thinned
if HAVE_CMOCKA
check_PROGRAMS += $(unit_analysis)
TESTS += $(unit_analysis)
endif

tests_unit_analysis_test_name_order_LDADD = $(test_analysis)
tests_unit_analysis_test_function_lines_LDADD = $(test_analysis)
tests_unit_analysis_test_sched_replay_LDADD = $(test_analysis)
tests_unit_analysis_test_request_spans_LDADD = $(test_analysis)
tests_unit_analysis_test_wake_paths_LDADD = $(test_analysis)
tests_unit_analysis_test_stall_LDADD = $(test_analysis)
tests_unit_analysis_test_chart_LDADD = $(test_analysis)
tests_unit_analysis_test_chart_shaped_LDADD = $(test_analysis)
tests_unit_analysis_test_heatmap_LDADD = $(test_analysis)
tests_unit_analysis_test_hue_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_tasks_LDADD = $(test_analysis)
tests_unit_analysis_test_lanes_LDADD = $(test_analysis)
tests_unit_analysis_test_name_hues_LDADD = $(test_analysis)
tests_unit_analysis_test_sampled_clock_LDADD = $(test_analysis)
tests_unit_analysis_test_jump_lanes_LDADD = $(test_analysis)
tests_unit_analysis_test_busy_LDADD = $(test_analysis)
tests_unit_analysis_test_range_LDADD = $(test_analysis)
tests_unit_analysis_test_range_words_LDADD = $(test_analysis)
tests_unit_analysis_test_selection_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_tree_LDADD = $(test_analysis)
tests_unit_analysis_test_flame_LDADD = $(test_analysis)
tests_unit_analysis_test_spans_LDADD = $(test_analysis)
tests_unit_analysis_test_layout_LDADD = $(test_analysis)
tests_unit_analysis_test_figures_LDADD = $(test_analysis)
tests_unit_analysis_test_comparison_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_periods_LDADD = $(test_analysis)
tests_unit_analysis_test_shape_LDADD = $(test_analysis)
tests_unit_analysis_test_spectrum_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_thinned_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_difference_rows_LDADD = $(test_analysis)
tests_unit_analysis_test_filter_LDADD = $(test_analysis)
tests_unit_analysis_test_idle_LDADD = $(test_analysis)
tests_unit_analysis_test_top_LDADD = $(test_analysis)
tests_unit_analysis_test_tree_rows_LDADD = $(test_analysis)
tests_unit_analysis_test_memory_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_memory_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_analysis_test_summary_LDADD = $(test_analysis)
tests_unit_analysis_test_summary_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_analysis_test_joint_tree_LDADD = $(test_analysis)
tests_unit_analysis_test_chains_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_rating_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_surprise_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_overdispersion_LDADD = $(test_analysis) -lm
tests_unit_analysis_test_odd_noise_LDADD = $(test_analysis)
tests_unit_analysis_test_odd_moments_LDADD = $(test_analysis)
