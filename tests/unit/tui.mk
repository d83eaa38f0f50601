if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_keymap tests/unit/test_keyboard tests/unit/test_clipboard
TESTS += tests/unit/test_keymap tests/unit/test_keyboard tests/unit/test_clipboard

tests_unit_test_keymap_SOURCES = tests/unit/test_keymap.c
tests_unit_test_keymap_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(TERMKEY_CFLAGS)
tests_unit_test_keymap_LDADD = libtui.a $(libtui_LIBS) $(CMOCKA_LIBS)

tests_unit_test_keyboard_SOURCES = tests/unit/test_keyboard.c
tests_unit_test_keyboard_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_keyboard_LDADD = libtui.a $(libtui_LIBS) $(CMOCKA_LIBS)

tests_unit_test_clipboard_SOURCES = tests/unit/test_clipboard.c
tests_unit_test_clipboard_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_clipboard_LDADD = libtui.a $(libtui_LIBS) $(CMOCKA_LIBS)
endif
