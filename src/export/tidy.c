#include "export/tidy.h"

#include "base/mem.h"
#include "export/harmless.h"

bool tidy_append(struct tidy_text *to, struct text t, struct error *err)
{
	if (!mem_reserve(&to->at, &to->room, to->len + t.len, 1, "folded stack", err))
		return false;
	if (t.len > 0)
		memcpy(to->at + to->len, t.at, t.len);
	to->len += t.len;
	return true;
}

/* One character, made harmless; `rune` has been decided upon by the rules. */
static bool append_rune(struct tidy_text *to, char32_t rune, struct error *err)
{
	char bytes[UTF8_MAX];
	size_t n = utf8_encode(rune, bytes);

	return tidy_append(to, (struct text){bytes, n}, err);
}

bool tidy_group(struct tidy_text *to, struct text label, struct error *err)
{
	while (label.len > 0) {
		char32_t rune = harmless_take(&label);

		if (!append_rune(to, rune == ' ' ? '_' : rune, err))
			return false;
	}
	return true;
}

/* Where `part` begins in `t`, or t.len. */
static size_t find(struct text t, struct text part)
{
	for (size_t i = 0; i + part.len <= t.len; i++) {
		if (text_starts(text_from(t, i), part))
			return i;
	}
	return t.len;
}

/* "net/http.(*Client).Do": a Go method, whose parentheses belong to the name. */
static bool is_go_method(struct text t)
{
	size_t open = find(t, TEXT(".("));

	return open < t.len && text_has(text_from(t, open + 2), TEXT(")."));
}

/* Where the arguments begin: the first '(' that is not "(anonymous namespace)". */
static size_t arguments(struct text t)
{
	for (size_t i = 0; i < t.len; i++) {
		if (t.at[i] == '(' &&
		    !text_starts(text_from(t, i), TEXT("(anonymous namespace)")))
			return i;
	}
	return t.len;
}

static bool append_tidied(struct tidy_text *to, struct text name, bool java,
			  struct error *err)
{
	bool slash, first = true;

	if (!is_go_method(name))
		name = text_upto(name, arguments(name));
	slash = memchr(name.at, '/', name.len) != NULL;
	while (name.len > 0) {
		char32_t rune = harmless_take(&name);

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

/* "[libc.so.6]" from the path of the module, "[unknown]" when that is not known either.
 */
static bool append_unknown(struct tidy_text *to, struct text module, bool java,
			   struct error *err)
{
	if (module.len == 0 || text_equal(module, TEXT("[unknown]")))
		return tidy_append(to, TEXT("[unknown]"), err);
	return tidy_append(to, TEXT("["), err) &&
	       append_tidied(to, text_basename(module), java, err) &&
	       tidy_append(to, TEXT("]"), err);
}

/* Is the name an address, "[libc.so.6 <7f12>]", as with --addresses? */
static bool is_address(struct text name)
{
	return text_ends(name, TEXT(">]"));
}

static bool append_piece(struct tidy *t, struct tidy_text *to, struct text piece,
			 bool inlined, struct error *err)
{
	size_t from = to->len;
	struct text done;

	if (!append_tidied(to, piece, t->java, err))
		return false;
	done = (struct text){to->at + from, to->len - from};
	return !inlined || text_has(done, TEXT("_[i]")) ||
	       tidy_append(to, TEXT("_[i]"), err);
}

/* "a->b->": what comes after the first piece was inlined; empty pieces at the end go. */
static bool append_pieces(struct tidy *t, struct tidy_text *to, struct text name,
			  bool inlined, struct error *err)
{
	while (text_ends(name, TEXT("->")))
		name.len -= 2;
	while (name.len > 0) {
		size_t len = find(name, TEXT("->"));

		if (!tidy_append(to, TEXT(";"), err) ||
		    !append_piece(t, to, text_upto(name, len), inlined, err))
			return false;
		name = text_from(name, len + 2);
		inlined = true;
	}
	return true;
}

bool tidy_frame(struct tidy *t, struct tidy_text *to, const struct profile *p,
		uint32_t frame, struct error *err)
{
	struct text name = profile_frame_name(p, frame);
	struct text module = profile_frame_module(p, frame);
	uint32_t kind = p->frames[frame].kind;
	bool piece = kind == FRAME_INLINED && !text_equal(module, TEXT("inlined"));

	if (!piece)
		t->skipping = text_starts(name, TEXT("("));
	if (t->skipping)
		return true;
	if (kind == FRAME_UNKNOWN && !is_address(name))
		return tidy_append(to, TEXT(";"), err) &&
		       append_unknown(to, module, t->java, err);
	return append_pieces(t, to, name, piece, err);
}
