# What protobuf-c makes of our descriptions of protocol buffer formats, for input/ and export/.
# Included as <proto/NAME.pb-c.h>. It is not our code: our warnings do not apply.

EXTRA_DIST += src/proto/nflxprofile.proto src/proto/pprof.proto
if WITH_PROTOBUF_C
noinst_LIBRARIES += libproto.a
proto_made = src/proto/nflxprofile.pb-c.c src/proto/nflxprofile.pb-c.h \
	src/proto/pprof.pb-c.c src/proto/pprof.pb-c.h
nodist_libproto_a_SOURCES = $(proto_made)
libproto_a_CFLAGS = $(HARDEN_CFLAGS) $(PATH_CFLAGS) $(SAN_FLAGS) $(PROTOBUF_C_CFLAGS)
libproto_LIBS = libproto.a $(PROTOBUF_C_LIBS)
BUILT_SOURCES += $(proto_made)
CLEANFILES += $(proto_made)

src/proto/nflxprofile.pb-c.c: $(srcdir)/src/proto/nflxprofile.proto
	$(AM_V_GEN)$(MKDIR_P) src/proto && \
		$(PROTOC_C) --proto_path='$(srcdir)/src/proto' --c_out=src/proto nflxprofile.proto
src/proto/nflxprofile.pb-c.h: src/proto/nflxprofile.pb-c.c
	@:
src/proto/pprof.pb-c.c: $(srcdir)/src/proto/pprof.proto
	$(AM_V_GEN)$(MKDIR_P) src/proto && \
		$(PROTOC_C) --proto_path='$(srcdir)/src/proto' --c_out=src/proto pprof.proto
src/proto/pprof.pb-c.h: src/proto/pprof.pb-c.c
	@:
endif
