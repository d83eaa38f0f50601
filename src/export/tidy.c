#include "export/tidy.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

/* Append one character that the rules keep. */
static bool append_rune(struct text_buffer *to, char32_t rune, struct error *err)
{
	char bytes[UTF8_MAX];
	size_t n = utf8_encode(rune, bytes);

	return text_buffer_add(to, (struct text){bytes, n}, err);
}

bool tidy_group(struct text_buffer *to, struct text label, struct error *err)
{
	struct printable p = printable_of(label);

	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		if (!append_rune(to, rune == ' ' ? '_' : rune, err))
			return false;
	}
	return true;
}

/* The offset of `part` in `t`, or t.len. */
static size_t find_part(struct text t, struct text part)
{
	for (size_t i = 0; i + part.len <= t.len; i++) {
		if (text_starts(text_from(t, i), part))
			return i;
	}
	return t.len;
}

/* "net/http.(*Client).Do": the parentheses of a Go method belong to its name. */
static bool is_go_method(struct text t)
{
	size_t open = find_part(t, TEXT(".("));

	return open < t.len && text_has(text_from(t, open + 2), TEXT(")."));
}

/* The offset of the arguments: the first '(' that does not begin "(anonymous namespace)". */
static size_t arguments(struct text t)
{
	for (size_t i = 0; i < t.len; i++) {
		if (t.at[i] == '(' &&
		    !text_starts(text_from(t, i), TEXT("(anonymous namespace)")))
			return i;
	}
	return t.len;
}

/* Facts about the frame of a name. */
struct frame_facts {
	struct text module;
	uint32_t kind;
	bool inlined; /* into the previous frame */
};

static bool append_tidied(struct text_buffer *to, struct text name, bool java,
			  struct error *err)
{
	struct printable p;
	bool slash, first = true;

	if (!is_go_method(name))
		name = text_upto(name, arguments(name));
	slash = memchr(name.at, '/', name.len) != NULL;
	p = printable_of(name);
	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		if (rune == '"' || rune == '\'')
			continue;
		/* Lorg/mozilla/javascript/MemberBox:::<init>: a Java signature's type. */
		if (first && java && slash && rune == 'L') {
			first = false;
			continue;
		}
		first = false;
		if (!append_rune(to, rune == ';' ? ':' : rune, err))
			return false;
	}
	return true;
}

/* Is the name an address, "[libc.so.6 <7f12>]", as with --addresses? */
static bool is_address(struct text name)
{
	return text_ends(name, TEXT(">]"));
}

/*
 * "[vdso <7ffd12>]" for the module "[vdso]": stackcollapse-perf.pl adds brackets to those of the
 * module. The result is written to `buf`.
 */
static struct text with_brackets(struct text name, struct text module, char *buf,
				 size_t room)
{
	const char *at = memmem(name.at, name.len, " <", 2);
	size_t from = at ? (size_t)(at - name.at) : 0;
	int len;

	module = text_basename(module);
	if (!at || !text_starts(module, TEXT("[")) || module.len + name.len > room)
		return name;
	len = snprintf(buf, room, "[%.*s%.*s", (int)module.len, module.at,
		       (int)(name.len - from), at);
	return (struct text){buf, len < 0 ? 0 : (size_t)len};
}

/* "[kernel.kallsyms]", "[vdso]", "/usr/lib/debug/vmlinux", but not "[unknown]" */
static bool is_kernel(struct text module)
{
	return (text_starts(module, TEXT("[")) || text_ends(module, TEXT("vmlinux"))) &&
	       !text_has(module, TEXT("unknown"));
}

/* "/tmp/perf-1234.map", anywhere in the path */
static bool is_map(struct text module)
{
	const struct text begin = TEXT("/tmp/perf-");

	for (;;) {
		size_t at = find_part(module, begin), digits = 0;

		if (at == module.len)
			return false;
		module = text_from(module, at + begin.len);
		while (digits < module.len && module.at[digits] >= '0' &&
		       module.at[digits] <= '9')
			digits++;
		if (digits > 0 && text_starts(text_from(module, digits), TEXT(".map")))
			return true;
	}
}

/* Append the mark of the frame that begins at `from`. */
static bool annotate(const struct tidy *t, struct text_buffer *to, size_t from,
		     const struct frame_facts *piece, struct error *err)
{
	struct text name = {to->at + from, to->len - from};
	bool known = piece->module.len > 0;

	if (piece->inlined)
		return text_has(name, TEXT("_[i]")) ||
		       text_buffer_add(to, TEXT("_[i]"), err);
	if ((t->annotate & ANNOTATE_KERNEL) &&
	    (known ? is_kernel(piece->module) : piece->kind == FRAME_KERNEL))
		return text_buffer_add(to, TEXT("_[k]"), err);
	if ((t->annotate & ANNOTATE_JIT) &&
	    (known ? is_map(piece->module) : piece->kind == FRAME_JIT))
		return text_has(name, TEXT("_[j]")) ||
		       text_buffer_add(to, TEXT("_[j]"), err);
	return true;
}

/* "a->b->": pieces after the first were inlined; empty pieces at the end are dropped. */
static bool append_pieces(const struct tidy *t, struct text_buffer *to, struct text name,
			  struct frame_facts piece, struct error *err)
{
	while (text_ends(name, TEXT("->")))
		name.len -= 2;
	while (name.len > 0) {
		size_t len = find_part(name, TEXT("->")), from;

		if (!text_buffer_add(to, TEXT(";"), err))
			return false;
		from = to->len;
		if (!append_tidied(to, text_upto(name, len), t->java, err) ||
		    !annotate(t, to, from, &piece, err))
			return false;
		name = text_from(name, len + 2);
		piece.inlined = true;
	}
	return true;
}

bool tidy_frame(struct tidy *t, struct text_buffer *to, const struct profile *p,
		uint32_t frame, struct error *err)
{
	struct text name = profile_frame_written(p, frame);
	struct frame_facts piece = {profile_frame_module(p, frame), p->frames[frame].kind,
				    false};
	char buf[256];
	size_t from;

	piece.inlined =
	    piece.kind == FRAME_INLINED && !text_equal(piece.module, TEXT("inlined"));
	if (!piece.inlined)
		t->skipping = text_starts(name, TEXT("("));
	if (t->skipping)
		return true;
	if (piece.kind == FRAME_NAMELESS && is_address(name))
		name = with_brackets(name, piece.module, buf, sizeof buf);
	if (piece.kind != FRAME_NAMELESS || is_address(name))
		return append_pieces(t, to, name, piece, err);
	if (!text_buffer_add(to, TEXT(";"), err))
		return false;
	from = to->len;
	/* "[libc.so.6]" from the path of the module */
	if (piece.module.len == 0 || text_equal(piece.module, TEXT("[unknown]")))
		return text_buffer_add(to, TEXT("[unknown]"), err) &&
		       annotate(t, to, from, &piece, err);
	return text_buffer_add(to, TEXT("["), err) &&
	       append_tidied(to, text_basename(piece.module), t->java, err) &&
	       text_buffer_add(to, TEXT("]"), err) && annotate(t, to, from, &piece, err);
}
