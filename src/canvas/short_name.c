#include "canvas/short_name.h"

#include <stdint.h>

#include "base/append.h"
#include "base/utf8.h"

#define HALF	   512 /* bytes read at either end of a long name */
#define LOOKED_AT  (2 * HALF + 3)
#define PIECES_MAX 120
#define DEPTH_MAX  64 /* nested brackets */
#define NO_MATCH   0
#define STRUCTURED                                                                       \
	256 /* columns: names with more room than this are only cut in the middle */

enum kind {
	PLAIN,
	SEPARATOR, /* "::" or "/", belongs to the component after it */
	ARGUMENTS, /* of a template, or a type: "<int>", "[go.shape.int]" */
	PARAMETERS,
	NAMESPACE, /* in "<a::b::C as d::E>" */
	NOISE,	   /* hashes, "const", prefixes of JIT code */
	MARK,	   /* of compilers and linkers: ".part.0", "@@GLIBC_2.17" */
	PLACE,	   /* "/gc.js:25:22" after the function */
	FOLDER,	   /* the folder of that file */
};

/* How a piece is drawn. */
enum drawn { WHOLE, AS_GAP, NOT };

/* A substring of the name. The pieces cover the whole name in order. */
struct name_piece {
	uint16_t from, to;
	uint16_t component; /* the number of its component, from the left */
	uint8_t kind, drawn;
	int width;
};

struct shortened_name {
	struct text text;
	uint16_t partner[LOOKED_AT]; /* by bracket, the matching one; NO_MATCH: none */
	struct name_piece pieces[PIECES_MAX];
	int count;
	uint16_t component;
	uint16_t key; /* the component that is kept longest */
	/* the first component that is drawn; earlier ones are a gap */
	uint16_t first;
	bool bare; /* even that gap is left out */
	bool ascii;
	int gap; /* columns of a gap */
	int width, columns;
};

/* ---- characters ---- */

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char at(struct text t, size_t i)
{
	return i < t.len ? t.at[i] : '\0';
}

static struct text slice_name(const struct shortened_name *n, size_t from, size_t to)
{
	return text_from(text_upto(n->text, to), from);
}

/* Marks at the beginning would combine with a character that has been removed. */
static struct text without_marks(struct text t)
{
	char32_t rune;
	size_t len;

	while (t.len && (unsigned char)*t.at >= 0x80 &&
	       (len = utf8_decode(t, &rune), utf8_is_mark(rune)))
		t = text_from(t, len);
	return t;
}

/* Does the text have at most `w` columns? Stops as soon as it is wider. */
static bool fits_width(struct text t, int w)
{
	struct printable p = printable_of(t);

	while (p.rest.len && w >= 0)
		w -= utf8_width(printable_next(&p));
	return w >= 0;
}

/* ---- brackets ---- */

/* The length of an "operator<<" at `i`, whose signs are not brackets; 0 if there is none. */
static size_t long_operator_at(struct text t, size_t i)
{
	static const char *const signs[] = {"<=>", "<<=", ">>=", "->*", "()", "[]", "<<",
					    ">>",  "<=",  ">=",	 "->",	"<",  ">"};
	struct text rest = text_from(t, i);
	size_t word = sizeof "operator" - 1;

	if (!text_starts(rest, TEXT("operator")) || (i && is_word(t.at[i - 1])) ||
	    is_word(at(rest, word)))
		return 0;
	for (size_t s = 0; s < sizeof signs / sizeof *signs; s++) {
		if (!text_starts(text_from(rest, word), text_of(signs[s])))
			continue;
		word += strlen(signs[s]);
		return word + text_starts(text_from(rest, word), TEXT(" <"));
	}
	return at(rest, word) == ' ' ? word + 1 : word;
}

/* A cheap test first, as it is called for each byte. */
static inline size_t operator_at(struct text t, size_t i)
{
	return t.at[i] == 'o' ? long_operator_at(t, i) : 0;
}

static char closing(char c)
{
	return (char)(c == '('	 ? ')'
		      : c == '<' ? '>'
		      : c == '[' ? ']'
		      : c == '{' ? '}'
				 : 0);
}

/* The '>' of an arrow closes no bracket, and the '<' of "a < b" opens none. */
static bool bracket_at(struct text t, size_t i)
{
	switch (t.at[i]) {
	case '(':
	case ')':
	case '[':
	case ']':
	case '{':
	case '}':
		return true;
	case '<':
		return at(t, i + 1) != ' ';
	case '>':
		return i == 0 || (t.at[i - 1] != '-' && t.at[i - 1] != '=');
	default:
		return false;
	}
}

static void match_brackets(struct shortened_name *n)
{
	struct text t = n->text;
	uint16_t open[DEPTH_MAX];
	int depth = 0, d;

	memset(n->partner, 0, t.len * sizeof *n->partner);
	for (size_t i = 0; i < t.len; i++) {
		size_t skip = operator_at(t, i);

		if (skip) {
			i += skip - 1;
			continue;
		}
		if (!bracket_at(t, i))
			continue;
		if (closing(t.at[i])) {
			if (!APPEND_FIXED(open, depth, (uint16_t)i))
				break; /* deeper brackets have no partner */
			continue;
		}
		for (d = depth - 1; d >= 0 && closing(t.at[open[d]]) != t.at[i];)
			d--;
		if (d < 0)
			continue;
		n->partner[open[d]] = (uint16_t)i;
		n->partner[i] = open[d];
		depth = d;
	}
}

/* The index after the brackets that open at `i`, or after the character (or operator) at `i`. */
static size_t skip_brackets(const struct shortened_name *n, size_t i, size_t to)
{
	size_t skip = operator_at(n->text, i);

	if (n->partner[i] > i && n->partner[i] < to)
		return (size_t)n->partner[i] + 1;
	return i + (skip ? skip : 1);
}

/* ---- pieces ---- */

static void add_name_piece(struct shortened_name *n, size_t from, size_t to,
			   enum kind kind)
{
	struct name_piece piece = {.from = (uint16_t)from,
				   .to = (uint16_t)to,
				   .component = n->component,
				   .kind = kind};

	if (from >= to)
		return;
	piece.width = utf8_columns(without_marks(slice_name(n, from, to)));
	n->width += piece.width;
	if (APPEND_FIXED(n->pieces, n->count, piece))
		return;
	/* out of room: extend the last piece */
	n->pieces[n->count - 1].to = (uint16_t)to;
	n->pieces[n->count - 1].width += piece.width;
}

/* "x.js", "libc.so.6", "app.py:12:3": dots in it do not separate components. */
static bool is_file(struct text word, bool in_path)
{
	static const char known[] =
	    " so js mjs cjs ts tsx py rb php c cc cpp h hpp go rs java "
	    "kt scala dll exe ko jar node wasm dylib lua pl sh ex ";
	size_t end = word.len, dot;
	char ending[8] = " ";

	for (size_t i = end; i > 0 && is_digit(word.at[i - 1]);) {
		while (i > 0 && is_digit(word.at[i - 1]))
			i--;
		if (i > 0 && (word.at[i - 1] == ':' || word.at[i - 1] == '.'))
			end = --i;
	}
	for (dot = end; dot && is_word(word.at[dot - 1]);)
		dot--;
	if (text_has(word, TEXT(".(")) || dot < 2 || end - dot < 1 || end - dot > 5 ||
	    word.at[dot - 1] != '.')
		return false;
	memcpy(ending + 1, word.at + dot, end - dot);
	ending[end - dot + 1] = ' ';
	return (in_path && end - dot <= 4 && ending[1] >= 'a' && ending[1] <= 'z') ||
	       strstr(known, ending) != NULL;
}

/* "/usr/lib/libc.so", "github.com/a/b.F", "net/http.(*conn).serve", but not "kworker/0:1". */
static bool is_path(struct text word)
{
	size_t slashes = 0, dots = 0;

	if (at(word, 0) == '/')
		return true;
	for (size_t i = 0; i < word.len; i++) {
		slashes +=
		    word.at[i] == '/' && !text_starts(text_from(word, i), TEXT("/0x"));
		dots += word.at[i] == '.' && !is_digit(at(word, i + 1));
	}
	return slashes > 1 || (slashes && dots);
}

/* The characters that separate the components of a word, besides "::". */
struct cut {
	size_t dots; /* the index from which dots separate */
	bool slashes;
};

static struct cut cut_of(const struct shortened_name *n, size_t from, size_t to)
{
	struct text word = slice_name(n, from, to);
	struct cut c = {.dots = from, .slashes = is_path(word)};

	for (size_t i = from; c.slashes && i < to; i = skip_brackets(n, i, to))
		if (n->text.at[i] == '/')
			c.dots = i + 1;
	if (is_file(word, c.slashes))
		c.dots = to;
	return c;
}

/* The length of a separator between two components at `i`; 0 if there is none. */
static size_t separator_at(const struct shortened_name *n, size_t i, size_t to,
			   const struct cut *c)
{
	const char *t = n->text.at;
	size_t len = 0;

	while (i + len < to && t[i + len] == ':')
		len++;
	if (len > 1)
		return len;
	if (t[i] == '/')
		return c->slashes && !text_starts(slice_name(n, i, to), TEXT("/0x")) ? 1
										     : 0;
	if (t[i] == '.')
		return i >= c->dots && i + 1 < to && !is_digit(t[i + 1]) &&
		       t[i + 1] != '.';
	return t[i] == '`' && !is_digit(at(n->text, i + 1)) ? 1 : 0;
}

/*
 * Split "alloc::vec::Vec<T> as core::iter::Iterator": the namespaces of each type can be left out.
 */
static void cut_types(struct shortened_name *n, size_t from, size_t to)
{
	size_t plain = from, next;

	for (size_t i = from; i < to; i = next) {
		bool opens = n->partner[i] > i && n->partner[i] < to;

		next = skip_brackets(n, i, to);
		if (opens && n->text.at[i] == '<' && i > plain) {
			add_name_piece(n, plain, i, PLAIN);
			add_name_piece(n, i, next, ARGUMENTS);
			plain = next;
		} else if (text_starts(slice_name(n, i, to), TEXT("::"))) {
			next = i + 2;
			add_name_piece(n, plain, next, NAMESPACE);
			plain = next;
		} else if (n->text.at[i] == ' ') {
			add_name_piece(n, plain, next, PLAIN);
			plain = next;
		}
	}
	add_name_piece(n, plain, to, PLAIN);
}

/* The positions in a word while it is split. */
struct place_in_word {
	size_t from;  /* the beginning of the word */
	size_t begin; /* the beginning of the component */
	size_t plain; /* the beginning of the text that has no piece yet */
};

/*
 * Split brackets at `i` and their content. "(anonymous namespace)", "<init>" and "{closure#0}" are
 * names.
 */
static void cut_brackets(struct shortened_name *n, struct place_in_word *w, size_t i)
{
	size_t end = (size_t)n->partner[i] + 1;
	char c = n->text.at[i];
	bool first = i == w->begin;

	if (c == '{' || (first && c != '<'))
		return;
	if (first &&
	    (i == w->from || text_starts(slice_name(n, i, end), TEXT("<impl ")))) {
		add_name_piece(n, w->plain, i + 1, PLAIN);
		cut_types(n, i + 1, end - 1);
		w->plain = end - 1;
	} else if (!first || n->text.at[i - 1] == ':') {
		add_name_piece(n, w->plain, i, PLAIN);
		add_name_piece(n, i, end, c == '(' ? PARAMETERS : ARGUMENTS);
		w->plain = end;
	}
}

static void cut_word(struct shortened_name *n, size_t from, size_t to)
{
	struct cut c = cut_of(n, from, to);
	struct place_in_word w = {from, from, from};
	size_t next;

	for (size_t i = from; i < to; i = next) {
		size_t len = i > w.begin ? separator_at(n, i, to, &c) : 0;
		bool own = len && (n->text.at[i] == ':' || n->text.at[i] == '/');

		next = len ? i + len : skip_brackets(n, i, to);
		if (n->partner[i] > i && n->partner[i] < to)
			cut_brackets(n, &w, i);
		if (!len)
			continue;
		add_name_piece(n, w.plain, own ? i : next, PLAIN);
		n->component++;
		if (own)
			add_name_piece(n, i, next, SEPARATOR);
		w.plain = w.begin = next;
	}
	add_name_piece(n, w.plain, to, PLAIN);
}

/* ---- words ---- */

#define WORDS_MAX 24

struct word_list {
	struct name_word {
		uint16_t from, to;
	} list[WORDS_MAX];
	int count;
};

static void find_words(const struct shortened_name *n, struct word_list *w)
{
	size_t from = 0, len = n->text.len;

	w->count = 0;
	for (size_t i = 0; i <= len;) {
		if (i < len && n->text.at[i] != ' ') {
			i = skip_brackets(n, i, len);
			continue;
		}
		if (i > from &&
		    !APPEND_FIXED(w->list, w->count,
				  (struct name_word){(uint16_t)from, (uint16_t)i}))
			break;
		from = ++i;
	}
}

static struct text slice_word(const struct shortened_name *n, const struct word_list *w,
			      int i)
{
	return slice_name(n, w->list[i].from, w->list[i].to);
}

/* Suffixes of a function: "const", "[clone .cold]", "(.isra.0)". */
static bool is_mark(struct text t)
{
	static const char *const marks[] = {"const", "volatile", "&", "&&", "noexcept"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (text_equal(t, text_of(marks[i])))
			return true;
	return text_starts(t, TEXT("[clone ")) || text_starts(t, TEXT("(."));
}

static bool is_hash(struct text t)
{
	if (t.len != 19 || !text_starts(t, TEXT("::h")))
		return false;
	for (size_t i = 3; i < t.len; i++)
		if (!is_digit(t.at[i]) && (t.at[i] < 'a' || t.at[i] > 'f'))
			return false;
	return true;
}

/* The index of the suffixes that compilers and linkers append to a word. */
static size_t before_marks(struct text t)
{
	static const char marks[] = " constprop isra part cold lto_priv llvm clone ";
	size_t end = t.len;

	if (t.len > 19 && is_hash(text_from(t, t.len - 19)))
		return t.len - 19;
	for (size_t i = t.len, last = t.len; i-- > 1;) {
		char mark[12] = " ";
		size_t len = last - i - 1;

		if (t.at[i] == '@' && at(t, i + 1) >= 'A' && at(t, i + 1) <= 'Z')
			return t.at[i - 1] == '@' && i > 1 ? i - 1 : i;
		if (t.at[i] != '.')
			continue;
		if (len < 1 || len > 9)
			break;
		memcpy(mark + 1, t.at + i + 1, len);
		mark[len + 1] = ' ';
		if (strstr(marks, mark))
			end = i;
		else if (!is_digit(mark[1]))
			break;
		last = i;
	}
	return end;
}

/* "/tmp/gc.js:25:22", "(lib/x.py:12)": the source position of a script's function. */
static bool is_place(struct text t)
{
	if (t.len > 2 && t.at[0] == '(' && t.at[t.len - 1] == ')')
		t = text_from(text_upto(t, t.len - 1), 1);
	for (size_t i = t.len; i > 0 && (is_digit(t.at[i - 1]) || t.at[i - 1] == ':');
	     i--)
		if (t.at[i - 1] == ':' && is_digit(at(t, i)))
			return true;
	return is_file(t, is_path(t));
}

/* Is it a function that may have its return type before it? It has parameters or a namespace. */
static bool is_function(const struct shortened_name *n, size_t from, size_t to)
{
	size_t last = to - 1;

	if (n->text.at[last] == ')' && n->partner[last] > from)
		return true;
	for (size_t i = from; i < to; i = skip_brackets(n, i, to))
		if (i > from && text_starts(slice_name(n, i, to), TEXT("::")))
			return true;
	return false;
}

/* The length of a prefix like "JS:*" or "LazyCompile:~". */
static size_t code_mark(struct text t)
{
	size_t i = 0;

	while (i < t.len && i < 16 && is_word(t.at[i]))
		i++;
	if (i == 0 || at(t, i) != ':' || at(t, i + 1) == ':')
		return 0;
	i++;
	return i < t.len && strchr("*^~+", t.at[i]) ? i + 1 : i;
}

/* "JS:*answer /tmp/gc.js:25:22" */
static void cut_script(struct shortened_name *n, const struct word_list *w)
{
	size_t mark = code_mark(slice_word(n, w, 0)), from = w->list[1].from,
	       to = w->list[1].to, file = to;

	if (w->list[0].from + mark >= w->list[0].to ||
	    n->text.at[0] == '(') { /* it has no name */
		add_name_piece(n, 0, from, PLAIN);
		n->component++;
		cut_word(n, from, to);
		return;
	}
	add_name_piece(n, 0, w->list[0].from + mark, NOISE);
	cut_word(n, w->list[0].from + mark, w->list[0].to);
	from += n->text.at[from] == '(';
	while (file > from && n->text.at[file - 1] != '/')
		file--;
	file -= file > from;
	add_name_piece(n, w->list[0].to, from, PLACE);
	add_name_piece(n, from, file, FOLDER);
	add_name_piece(n, file, to, PLACE);
}

static void cut_into_pieces(struct shortened_name *n)
{
	struct word_list w;
	size_t from, end;
	int last;

	if (text_starts(n->text, TEXT("-[")) || text_starts(n->text, TEXT("+[")))
		return; /* Objective-C: both ends are important */
	find_words(n, &w);
	for (last = w.count - 1; last > 0 && is_mark(slice_word(n, &w, last));)
		last--;
	if (last < 0 || (last > 0 && last == 1 && is_place(slice_word(n, &w, 1)))) {
		if (last == 1 && w.count == 2)
			cut_script(n, &w);
		return;
	}
	from = w.list[last].from;
	end = from + before_marks(slice_word(n, &w, last));
	if (last > 0 && !is_function(n, from, end))
		return; /* a phrase, not a function */
	add_name_piece(n, 0, from, PLAIN);
	n->component = last > 0;
	cut_word(n, from, end);
	add_name_piece(n, end, w.list[last].to,
		       is_hash(slice_name(n, end, w.list[last].to)) ? NOISE : MARK);
	add_name_piece(n, w.list[last].to, n->text.len, NOISE);
}

/* ---- removing pieces until the name fits ---- */

static bool is_enough(const struct shortened_name *n)
{
	return n->width <= n->columns;
}

static void draw_as(struct shortened_name *n, struct name_piece *p, enum drawn drawn)
{
	int width[] = {[WHOLE] = p->width, [AS_GAP] = n->gap, [NOT] = 0};

	if (p->kind == ARGUMENTS || p->kind == PARAMETERS)
		width[AS_GAP] += 2; /* the brackets */
	if (width[drawn] >= width[p->drawn])
		return;
	n->width -= width[p->drawn] - width[drawn];
	p->drawn = (uint8_t)drawn;
}

/* Draw the pieces of a kind in this way, from the left, until the name fits. */
static bool shorten(struct shortened_name *n, enum kind kind, enum drawn drawn)
{
	for (int i = 0; i < n->count && !is_enough(n); i++)
		if (n->pieces[i].kind == kind)
			draw_as(n, &n->pieces[i], drawn);
	return is_enough(n);
}

static void drop_component(struct shortened_name *n, uint16_t component)
{
	for (int i = 0; i < n->count; i++)
		if (n->pieces[i].component == component)
			draw_as(n, &n->pieces[i], NOT);
}

/* Remove the place of a script, whose folder is a gap already. */
static bool drop_place(struct shortened_name *n)
{
	for (int i = 0; i < n->count; i++)
		if (n->pieces[i].kind == PLACE || n->pieces[i].kind == FOLDER)
			draw_as(n, &n->pieces[i], NOT);
	return is_enough(n);
}

/* Remove components from the left until the name fits or `upto` is the first. */
static bool drop_components(struct shortened_name *n, uint16_t upto)
{
	for (; n->first < upto && !is_enough(n); n->first++) {
		if (n->first == 0)
			n->width += n->gap;
		drop_component(n, n->first);
	}
	return is_enough(n);
}

/* Remove the gap at the left and the separator after it. */
static bool make_bare(struct shortened_name *n)
{
	if (n->first)
		n->width -= n->gap;
	n->bare = true;
	for (int i = 0; i < n->count; i++)
		if (n->pieces[i].component == n->first && n->pieces[i].kind == SEPARATOR)
			draw_as(n, &n->pieces[i], NOT);
	return is_enough(n);
}

/*
 * Is the component meaningless without the previous one? "operator()", "{lambda(int)#1}", "func1".
 */
static bool says_little(const struct shortened_name *n, uint16_t component)
{
	for (int i = 0; i < n->count; i++) {
		struct text t = slice_name(n, n->pieces[i].from, n->pieces[i].to);

		if (n->pieces[i].component != component || n->pieces[i].kind != PLAIN)
			continue;
		return text_starts(t, TEXT("{")) || text_equal(t, TEXT("operator()")) ||
		       (text_starts(t, TEXT("func")) && is_digit(at(t, 4)));
	}
	return false;
}

static bool drop_ends(struct shortened_name *n)
{
	for (uint16_t c = n->component; c > n->key && !is_enough(n); c--)
		drop_component(n, c);
	return is_enough(n);
}

static bool make_fit(struct shortened_name *n)
{
	return shorten(n, NOISE, NOT) || shorten(n, MARK, AS_GAP) ||
	       shorten(n, ARGUMENTS, AS_GAP) || shorten(n, FOLDER, AS_GAP) ||
	       drop_place(n) || shorten(n, PARAMETERS, AS_GAP) ||
	       shorten(n, NAMESPACE, NOT) || shorten(n, PARAMETERS, NOT) ||
	       shorten(n, MARK, NOT) || drop_components(n, n->key) ||
	       shorten(n, ARGUMENTS, NOT) || make_bare(n) || drop_ends(n);
}

/* ---- writing the result ---- */

struct piece_writing {
	char *out;
	size_t len;
};

/* Write at most `columns` columns; returns the columns used. */
static int put_columns(struct piece_writing *w, struct text t, int columns)
{
	struct printable p = printable_of(t);
	int used = 0;

	while (p.rest.len) {
		char32_t rune = printable_next(&p);
		int width = utf8_width(rune);

		if (used + width > columns)
			break;
		used += width;
		if (width) /* room: 4 bytes per column */
			w->len += utf8_encode(rune, w->out + w->len);
	}
	return used;
}

static struct text gap_of(bool ascii)
{
	return ascii ? TEXT("..") : TEXT("…");
}

static struct text put_all(const struct shortened_name *n, char *out)
{
	struct piece_writing w = {out, 0};

	if (n->first && !n->bare)
		put_columns(&w, gap_of(n->ascii), n->gap);
	for (int i = 0; i < n->count; i++) {
		struct text t = slice_name(n, n->pieces[i].from, n->pieces[i].to);

		if (n->pieces[i].drawn == WHOLE) {
			put_columns(&w, without_marks(t), n->pieces[i].width);
		} else if (n->pieces[i].drawn == AS_GAP) {
			bool brackets = n->pieces[i].kind == ARGUMENTS ||
					n->pieces[i].kind == PARAMETERS;

			put_columns(&w, text_upto(t, brackets), 1);
			put_columns(&w, gap_of(n->ascii), n->gap);
			put_columns(&w, text_from(t, t.len - brackets), brackets);
		}
	}
	return text_trim((struct text){out, w.len});
}

/* The longest end of a text that fits into `columns`. */
static struct text end_of(struct text t, int columns)
{
	size_t longest = (size_t)columns * UTF8_MAX;
	size_t from = t.len > longest ? t.len - longest : 0;
	struct printable p;
	int has;

	while (from < t.len && from && ((unsigned char)t.at[from] & 0xc0) == 0x80)
		from++;
	p = printable_of(without_marks(text_from(t, from)));
	for (has = utf8_columns(p.rest); p.rest.len && has > columns;)
		has -= utf8_width(printable_next(&p));
	return without_marks(p.rest);
}

#define ENDS_FROM 6 /* columns: narrower names have no end */

/* The beginning and the end of a text, with a gap between them. */
static struct text without_middle(struct text t, int columns, bool ascii, char *out)
{
	struct piece_writing w = {out, 0};
	int gap = ascii && columns > 3 ? 2 : 1;
	int end = columns < ENDS_FROM ? 0 : (columns - gap) / 2;

	put_columns(&w, t, columns - gap - end);
	put_columns(&w, gap_of(ascii), gap);
	put_columns(&w, end_of(t, end), end);
	return (struct text){out, w.len};
}

/* Copy both ends of a long name, with a gap between them, to `room`. */
static struct text ends_of(struct text name, bool ascii, char room[LOOKED_AT])
{
	struct text head = utf8_upto(name, HALF), tail = text_from(name, name.len - HALF);
	struct text gap = gap_of(ascii);

	while (tail.len > HALF - UTF8_MAX && ((unsigned char)*tail.at & 0xc0) == 0x80)
		tail = text_from(tail, 1);
	memcpy(room, head.at, head.len);
	memcpy(room + head.len, gap.at, gap.len);
	memcpy(room + head.len + gap.len, tail.at, tail.len);
	return (struct text){room, head.len + gap.len + tail.len};
}

struct text short_name(struct text name, int columns, bool ascii,
		       char out[SHORT_NAME_MAX])
{
	char room[LOOKED_AT], drawn[UTF8_MAX * LOOKED_AT];
	struct shortened_name n;

	if (columns > SHORT_NAME_COLUMNS)
		columns = SHORT_NAME_COLUMNS;
	if (columns < 1)
		return TEXT("");
	if (fits_width(name, columns))
		return name;
	if (columns > STRUCTURED)
		return without_middle(name, columns, ascii, out);
	n.text = name.len > 2 * HALF ? ends_of(name, ascii, room) : name;
	n.count = n.width = n.component = n.first = 0;
	n.bare = false;
	n.ascii = ascii;
	n.gap = ascii ? 2 : 1;
	n.columns = columns;
	match_brackets(&n);
	cut_into_pieces(&n);
	if (!n.count)
		return without_middle(name, columns, ascii, out);
	n.key = n.component;
	while (n.key > 0 && says_little(&n, n.key))
		n.key--;
	if (!make_fit(&n))
		return without_middle(put_all(&n, drawn), columns, ascii, out);
	name = put_all(&n, out);
	return name.len ? name : without_middle(n.text, columns, ascii, out);
}
