unit_workspace = tests/unit/workspace/test_frugal tests/unit/workspace/test_workspace \
	tests/unit/workspace/test_clock_ends tests/unit/workspace/test_prompts \
	tests/unit/workspace/test_opening tests/unit/workspace/test_menus \
	tests/unit/workspace/test_spans_seen tests/unit/workspace/test_loading \
	tests/unit/workspace/test_hostile_flare tests/unit/workspace/test_arrange \
	tests/unit/workspace/test_split \
	tests/unit/workspace/test_chart_seen tests/unit/workspace/test_open_profile tests/unit/workspace/test_upper_views \
	tests/unit/workspace/test_comparing tests/unit/workspace/test_finding \
	tests/unit/workspace/test_several_ranges \
	tests/unit/workspace/test_other_file tests/unit/workspace/test_two_maps tests/unit/workspace/test_hues \
	tests/unit/workspace/test_hosts_seen tests/unit/workspace/test_look tests/unit/workspace/test_lanes_seen tests/unit/workspace/test_found_again \
	tests/unit/workspace/test_shapes_seen tests/unit/workspace/test_shared_views tests/unit/workspace/test_undrawn tests/unit/workspace/test_sandwich_seen \
	tests/unit/workspace/test_tree_seen tests/unit/workspace/test_states_seen
if WITH_ELFUTILS
unit_workspace += tests/unit/workspace/test_code_seen tests/unit/workspace/test_inlining
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_workspace)
TESTS += $(unit_workspace)
endif

tests_unit_workspace_test_frugal_LDADD = $(test_workspace)
tests_unit_workspace_test_workspace_LDADD = $(test_workspace)
tests_unit_workspace_test_arrange_LDADD = $(test_workspace)
tests_unit_workspace_test_split_LDADD = $(test_workspace)
tests_unit_workspace_test_open_profile_LDADD = $(test_workspace)
tests_unit_workspace_test_upper_views_SOURCES = tests/unit/workspace/test_upper_views.c \
	tests/lib/replaced/upper_table.c tests/lib/replaced/upper_table.h
tests_unit_workspace_test_upper_views_LDADD = $(test_workspace)
tests_unit_workspace_test_lanes_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_hosts_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_states_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_tree_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_comparing_LDADD = $(test_workspace)
tests_unit_workspace_test_hues_LDADD = $(test_workspace)
tests_unit_workspace_test_shapes_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_shared_views_LDADD = $(test_workspace)
tests_unit_workspace_test_undrawn_LDADD = $(test_workspace)
tests_unit_workspace_test_found_again_LDADD = $(test_workspace)
tests_unit_workspace_test_finding_LDADD = $(test_workspace)
tests_unit_workspace_test_several_ranges_LDADD = $(test_workspace)
tests_unit_workspace_test_clock_ends_LDADD = $(test_workspace)
tests_unit_workspace_test_prompts_LDADD = $(test_workspace)
tests_unit_workspace_test_opening_LDADD = $(test_workspace)
tests_unit_workspace_test_menus_LDADD = $(test_workspace)
tests_unit_workspace_test_spans_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_loading_LDADD = $(test_workspace)
tests_unit_workspace_test_code_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_inlining_LDADD = $(test_workspace)
tests_unit_workspace_test_hostile_flare_LDADD = $(test_workspace)
tests_unit_workspace_test_other_file_LDADD = $(test_workspace)
tests_unit_workspace_test_two_maps_LDADD = $(test_workspace)
tests_unit_workspace_test_sandwich_seen_LDADD = $(test_workspace)
tests_unit_workspace_test_look_LDADD = $(test_workspace)
tests_unit_workspace_test_chart_seen_LDADD = $(test_workspace)
