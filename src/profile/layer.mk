noinst_LIBRARIES += libprofile.a
libprofile_a_SOURCES = \
	src/profile/builder.c src/profile/builder.h src/profile/builder_state.h \
	src/profile/cache.c src/profile/cache.h \
	src/profile/code.c src/profile/code.h \
	src/profile/sched.c src/profile/sched.h \
	src/profile/finish.c \
	src/profile/frame_mode.c src/profile/frame_mode.h \
	src/profile/hosts.c src/profile/hosts.h \
	src/profile/join/join.c src/profile/join/join.h \
	src/profile/join/join_by_time.c src/profile/join/join_numbers.c \
	src/profile/join/join_state.h \
	src/profile/merge.c \
	src/profile/order.c src/profile/order.h \
	src/profile/process_names.c src/profile/process_names.h \
	src/profile/sample_run.c src/profile/sample_run.h \
	src/profile/shared.c \
	src/profile/profile.c src/profile/profile.h \
	src/profile/task_numbers.c src/profile/task_numbers.h \
	src/profile/store.h src/profile/store_layout.h \
	src/profile/store_map.c src/profile/store_write.c \
	src/profile/wall_clock.c src/profile/wall_clock.h
libprofile_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
libprofile_LIBS = libbase.a $(libbase_LIBS)
