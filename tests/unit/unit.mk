# A folder a layer, as in src; what their tests have in common is here. A test links the layer under
# test and what that layer may use, nothing more, and of tests/lib what it takes. A new one of the
# layer input: tests/unit/input/test_NAME.c, in input/input.mk its path in the list unit_input, and
# "tests_unit_input_test_NAME_LDADD = $(test_input)" below.

AM_CPPFLAGS += -I$(top_srcdir)/tests $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS)

 forgetful) are sources, forgetful) are sources of their tests:
# from an archive they would come too late.
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
	tests/lib/stored.h tests/lib/work_dir.c tests/lib/work_dir.h
tests_lib_libtests_a_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_lib_libtests_a_CFLAGS = $(AM_CFLAGS) -pthread $(ELFUTILS_CFLAGS) $(ZLIB_CFLAGS) \
	$(ZSTD_CFLAGS)

test_base = tests/lib/libtests.a libbase.a $(libbase_LIBS) $(CMOCKA_LIBS)
test_recorder = tests/lib/libtests.a librecorder.a $(librecorder_LIBS) $(CMOCKA_LIBS)
test_canvas = tests/lib/libtests.a libcanvas.a $(libcanvas_LIBS) $(CMOCKA_LIBS)
test_profile = tests/lib/libtests.a libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
test_symbols = tests/lib/libtests.a libsymbols.a $(libsymbols_LIBS) $(CMOCKA_LIBS)
test_input = tests/lib/libtests.a libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
test_analysis = tests/lib/libtests.a libanalysis.a $(libanalysis_LIBS) $(CMOCKA_LIBS)
test_export = tests/lib/libtests.a libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)
test_view = tests/lib/libtests.a libview.a $(libview_LIBS) $(CMOCKA_LIBS)
test_session = tests/lib/libtests.a libsession.a $(libsession_LIBS) $(CMOCKA_LIBS)
test_workspace = tests/lib/libtests.a libworkspace.a $(libworkspace_LIBS) $(CMOCKA_LIBS)
test_tui = tests/lib/libtests.a libtui.a $(libtui_LIBS) $(CMOCKA_LIBS)

# Memory that runs out when tests/lib/hunger.h says so.
hungry = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc

include tests/unit/base/base.mk
include tests/unit/recorder/recorder.mk
include tests/unit/canvas/canvas.mk
include tests/unit/profile/profile.mk
include tests/unit/symbols/symbols.mk
include tests/unit/input/input.mk
include tests/unit/analysis/analysis.mk
include tests/unit/export/export.mk
include tests/unit/view/view.mk
include tests/unit/session/session.mk
include tests/unit/workspace/workspace.mk
include tests/unit/tui/tui.mk
