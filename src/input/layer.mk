noinst_LIBRARIES += libinput.a
libinput_a_SOURCES = \
	src/input/blocks.c src/input/blocks.h \
	src/input/flare.c src/input/flare.h \
	src/input/folded_stacks.c src/input/folded_stacks.h \
	src/input/formats.c src/input/formats.h \
	src/input/inflate.c src/input/inflate.h src/input/inflate_member.h \
	src/input/keepsake.c src/input/keepsake.h \
	src/input/known_events.c src/input/known_events.h \
	src/input/known_lines.c src/input/known_lines.h \
	src/input/known_stacks.c src/input/known_stacks.h \
	src/input/lines.c src/input/lines.h \
	src/input/losses.c src/input/losses.h \
	src/input/perf_event_line.c src/input/perf_event_line.h \
	src/input/perf_frame_line.c src/input/perf_frame_line.h \
	src/input/perf_frames.c src/input/perf_frames.h \
	src/input/perf_header.c src/input/perf_header.h \
	src/input/perf_line.c src/input/perf_line.h \
	src/input/perf_probe.c src/input/perf_probe.h \
	src/input/perf_script.c src/input/perf_script.h \
	src/input/reading.c src/input/reading.h \
	src/input/scan.h \
	src/input/source.c src/input/source.h \
	src/input/team.c src/input/team.h
if WITH_ISAL
libinput_a_SOURCES += src/input/inflate_isal.c
else
libinput_a_SOURCES += src/input/inflate_zlib.c
endif
libinput_a_CFLAGS = $(AM_CFLAGS) -pthread $(ZLIB_CFLAGS) $(ISAL_CFLAGS)
libinput_LIBS = libprofile.a $(libprofile_LIBS) $(ISAL_LIBS) $(ZLIB_LIBS)
EXTRA_DIST += doc/formats/perf-script.md doc/formats/folded.md
