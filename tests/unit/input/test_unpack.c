#include "lib/unit.h"

#include <stdlib.h>
#include <zlib.h>
#ifdef WITH_ZSTD
#include <zstd.h>
#endif

#include "input/unpack/unpack.h"
#include "lib/packed.h"

#define ROOM 65536

/* The output of a stream. */
struct found {
	char bytes[ROOM];
	size_t len;
	const char *damage;
};

/* Unpacks with at most `give` more bytes of input and `take` bytes of output at a time. */
static void unpack_all(enum packing kind, struct text stored, size_t give, size_t take,
		       struct found *f)
{
	struct error err = ERROR_INIT;
	struct unpack *z = unpack_new(kind, &err);
	struct text in = text_upto(stored, 0);
	size_t given = 0, got;

	assert_non_null(z);
	for (f->len = 0; !unpack_ended(z); f->len += got) {
		size_t more = give < stored.len - given ? give : stored.len - given;
		size_t room = ROOM - f->len < take ? ROOM - f->len : take;

		assert_true(unpack_next(z, &in, given == stored.len, f->bytes + f->len,
					room, &got, &err));
		assert_true(got <= room);
		if (got || unpack_ended(z))
			continue;
		assert_true(given < stored.len);
		given += more;
		in.len += more;
	}
	f->damage = unpack_damage(z);
	unpack_free(z);
}

/* The output is the same however the stream is cut into pieces. */
static void assert_unpacks(enum packing kind, struct text stored, struct text plain,
			   const char *damage)
{
	static const size_t sizes[] = {1, 2, 7, 100, ROOM};
	struct found *f = malloc(sizeof *f);

	assert_non_null(f);
	for (size_t i = 0; i < 25; i++) {
		unpack_all(kind, stored, sizes[i / 5], sizes[i % 5], f);
		assert_int_equal(f->len, plain.len);
		assert_memory_equal(f->bytes, plain.at, plain.len);
		if (damage)
			assert_string_equal(f->damage ? f->damage : "none", damage);
		else
			assert_null(f->damage);
	}
	free(f);
}

static void assert_inflates(struct text stored, struct text plain, const char *damage)
{
	assert_unpacks(PACKING_GZIP, stored, plain, damage);
}

struct stream {
	unsigned char bytes[ROOM];
	size_t len;
};

static struct text text_in(const struct stream *s)
{
	return (struct text){(const char *)s->bytes, s->len};
}

/* Adds a member with everything that its header can have; `flush` as for deflate(). */
static void add_member(struct stream *s, struct text plain, int flush)
{
	unsigned char extra[] = "extra", name[] = "a name", comment[] = "a comment";
	gz_header header = {.extra = extra,
			    .extra_len = sizeof extra,
			    .name = name,
			    .comment = comment,
			    .hcrc = 1};
	z_stream z = {0};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	deflateSetHeader(&z, &header);
	z.next_in = (unsigned char *)(uintptr_t)plain.at;
	z.avail_in = (unsigned)plain.len;
	z.next_out = s->bytes + s->len;
	z.avail_out = (unsigned)(ROOM - s->len);
	assert_true(deflate(&z, flush) >= Z_OK);
	assert_int_equal(z.avail_in, 0);
	s->len = ROOM - z.avail_out;
	deflateEnd(&z);
}

static struct text made_text(char *buf, size_t len)
{
	for (size_t i = 0; i < len; i++)
		buf[i] = (char)('a' + i * i * i % 7919 % 26);
	return (struct text){buf, len};
}

static struct stream *new_stream(void)
{
	struct stream *s = calloc(1, sizeof *s);

	assert_non_null(s);
	return s;
}

TEST(members_may_be_cut_anywhere)
{
	struct stream *s = new_stream();
	char buf[3000];
	struct text plain = made_text(buf, sizeof buf);

	add_member(s, text_upto(plain, 2000), Z_FINISH);
	add_member(s, TEXT(""), Z_FINISH);
	add_member(s, text_from(plain, 2000), Z_FINISH);
	assert_inflates(text_in(s), plain, NULL);
	s->len += 300; /* zeros */
	assert_inflates(text_in(s), plain, NULL);
	s->bytes[s->len++] = 'x';
	assert_inflates(text_in(s), plain, "there is other data after the gzip stream");
	free(s);
}

TEST(half_a_member_behind_a_whole_one_is_told)
{
	struct stream *s = new_stream();
	size_t first;

	add_member(s, TEXT("one "), Z_FINISH);
	first = s->len;
	assert_inflates(text_in(s), TEXT("one "), NULL);
	memcpy(s->bytes + first, "\x1f\x8b\x07", 3);
	s->len = first + 1;
	assert_inflates(text_in(s), TEXT("one "),
			"there is other data after the gzip stream");
	s->len = first + 2;
	assert_inflates(text_in(s), TEXT("one "), "the gzip stream ends in the middle");
	s->len = first + 3;
	assert_inflates(text_in(s), TEXT("one "), "the gzip stream is damaged");
	free(s);
}

TEST(all_before_the_damage_comes_out)
{
	struct stream *s = new_stream();
	static char buf[40000];
	struct text plain = made_text(buf, sizeof buf);

	add_member(s, plain, Z_SYNC_FLUSH);
	assert_inflates(text_in(s), plain, "the gzip stream ends in the middle");
	s->bytes[s->len++] = 7; /* a block type that does not exist */
	s->len += 100;
	assert_inflates(text_in(s), plain, "the gzip stream is damaged");
	free(s);
}

/* Flips one bit of a member at `at`, from its end if negative. */
static void assert_told_with_flipped(ptrdiff_t at, int bit, const char *plain)
{
	struct stream *s = new_stream();

	add_member(s, TEXT("plain"), Z_FINISH);
	s->bytes[at < 0 ? (ptrdiff_t)s->len + at : at] ^= (unsigned char)(1 << bit);
	assert_inflates(text_in(s), text_of(plain), "the gzip stream is damaged");
	free(s);
}

TEST(what_a_member_says_about_itself_is_checked)
{
	assert_told_with_flipped(14, 0, ""); /* the extra field, which has a checksum */
	assert_told_with_flipped(-8, 0, "plain"); /* the checksum */
	assert_told_with_flipped(-1, 7, "plain"); /* the length */
}

/* In a header without a checksum, which would find it as well. */
TEST(flags_that_nobody_has_defined_are_damage)
{
	struct text packed = packed_of(TEXT("plain"), 5);

	((char *)(uintptr_t)packed.at)[3] = 0x20;
	assert_inflates(packed, TEXT(""), "the gzip stream is damaged");
	free((void *)(uintptr_t)packed.at);
}

TEST(every_member_of_many_is_found)
{
	char buf[5000];
	struct text plain = made_text(buf, sizeof buf);

	for (size_t each = 1; each < 700; each = each * 3 + 1) {
		struct text packed = packed_of(plain, each);

		assert_inflates(packed, plain, NULL);
		free((void *)(uintptr_t)packed.at);
	}
}

TEST(packed_bytes_are_known_by_their_magic)
{
	assert_int_equal(unpack_begins(TEXT("\x1f\x8b\x08")), PACKING_GZIP);
	assert_int_equal(unpack_begins(TEXT("\x1f\x8b\x07\0")), PACKING_NONE);
	assert_int_equal(unpack_begins(TEXT("\x28\xb5\x2f\xfd\0")), PACKING_ZSTD);
	assert_int_equal(unpack_begins(TEXT("\x28\xb5\x2f")), PACKING_NONE);
	assert_int_equal(unpack_begins(TEXT("\x50\x2a\x4d\x18")), PACKING_ZSTD);
	assert_int_equal(unpack_begins(TEXT("\x5f\x2a\x4d\x18")), PACKING_ZSTD);
	assert_int_equal(unpack_begins(TEXT("\x60\x2a\x4d\x18")), PACKING_NONE);
	assert_int_equal(unpack_begins(TEXT("")), PACKING_NONE);
	assert_string_equal(packing_name(PACKING_GZIP), "gzip");
	assert_string_equal(packing_name(PACKING_ZSTD), "zstd");
	assert_null(packing_name(PACKING_NONE));
}

#ifdef WITH_ZSTD

/* Adds a frame that ends as `how` says. */
static void add_frame(struct stream *s, struct text plain, ZSTD_EndDirective how)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	ZSTD_inBuffer in = {plain.at, plain.len, 0};
	ZSTD_outBuffer out = {s->bytes, ROOM, s->len};

	assert_non_null(z);
	ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
	assert_int_equal(ZSTD_compressStream2(z, &out, &in, how), 0);
	assert_int_equal(in.pos, in.size);
	s->len = out.pos;
	ZSTD_freeCCtx(z);
}

/* A skippable frame, which zstd itself skips. */
static void add_skipped(struct stream *s)
{
	memcpy(s->bytes + s->len, "\x53\x2a\x4d\x18\x05\0\0\0skip!", 13);
	s->len += 13;
}

static void assert_zstd(struct text stored, struct text plain, const char *damage)
{
	assert_unpacks(PACKING_ZSTD, stored, plain, damage);
}

TEST(frames_may_be_cut_anywhere)
{
	struct stream *s = new_stream();
	char buf[3000];
	struct text plain = made_text(buf, sizeof buf);

	add_skipped(s);
	add_frame(s, text_upto(plain, 2000), ZSTD_e_end);
	add_frame(s, TEXT(""), ZSTD_e_end);
	add_skipped(s);
	add_frame(s, text_from(plain, 2000), ZSTD_e_end);
	assert_zstd(text_in(s), plain, NULL);
	add_skipped(s);
	assert_zstd(text_in(s), plain, NULL);
	s->len += 300; /* zeros */
	assert_zstd(text_in(s), plain, NULL);
	s->bytes[s->len++] = 'x';
	assert_zstd(text_in(s), plain, "there is other data after the zstd stream");
	free(s);
}

TEST(half_a_frame_behind_a_whole_one_is_told)
{
	struct stream *s = new_stream();
	size_t first;

	add_frame(s, TEXT("one "), ZSTD_e_end);
	first = s->len;
	memcpy(s->bytes + first, "\x28\xb5\x2f\xfe", 4);
	s->len = first + 1;
	assert_zstd(text_in(s), TEXT("one "),
		    "there is other data after the zstd stream");
	for (s->len = first + 2; s->len < first + 4; s->len++)
		assert_zstd(text_in(s), TEXT("one "),
			    "the zstd stream ends in the middle");
	assert_zstd(text_in(s), TEXT("one "), "the zstd stream is damaged");
	s->bytes[first + 3] = 0xfd;
	assert_zstd(text_in(s), TEXT("one "), "the zstd stream ends in the middle");
	free(s);
}

TEST(all_before_a_frames_damage_comes_out)
{
	struct stream *s = new_stream();
	static char buf[40000];
	struct text plain = made_text(buf, sizeof buf);

	add_frame(s, plain, ZSTD_e_flush);
	assert_zstd(text_in(s), plain, "the zstd stream ends in the middle");
	s->bytes[s->len++] = 7; /* a block type that does not exist */
	s->len += 100;
	assert_zstd(text_in(s), plain, "the zstd stream is damaged");
	free(s);
}

TEST(a_frames_check_sum_is_checked)
{
	struct stream *s = new_stream();

	add_frame(s, TEXT("plain"), ZSTD_e_end);
	s->bytes[s->len - 1] ^= 1;
	assert_zstd(text_in(s), TEXT("plain"), "the zstd stream is damaged");
	free(s);
}

TEST(a_frame_that_wants_too_much_says_so)
{
	/* a window of 256 MiB; one of 8 bytes with dictionary 7 */
	struct text large = TEXT("\x28\xb5\x2f\xfd\x00\x90\x01\0\0");
	struct text dictionary = TEXT("\x28\xb5\x2f\xfd\x21\x07\x08\x01\0\0");

	assert_zstd(large, TEXT(""),
		    "the zstd stream needs more than 128 MiB of memory; unpack it with: "
		    "zstd -dc --memory=2GB FILE | flarescope -");
	assert_zstd(
	    dictionary, TEXT(""),
	    "the zstd stream was compressed with a dictionary; unpack it with: zstd "
	    "-dc -D DICTIONARY FILE | flarescope -");
}

#else

TEST(zstd_without_its_library_is_refused_with_what_to_do)
{
	struct error err = ERROR_INIT;

	assert_null(unpack_new(PACKING_ZSTD, &err));
	assert_string_equal(
	    err.message, "is compressed with zstd, but this flarescope was built without "
			 "libzstd; unpack it with: zstd -dc FILE | flarescope -");
}

#endif
