unit_tui = tests/unit/tui/test_keymap tests/unit/tui/test_keyboard \
	tests/unit/tui/test_clipboard
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tui)
TESTS += $(unit_tui)
endif

tests_unit_tui_test_keymap_LDADD = $(test_tui)
tests_unit_tui_test_keyboard_LDADD = $(test_tui)
tests_unit_tui_test_clipboard_LDADD = $(test_tui)
