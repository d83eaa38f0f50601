#include "input/perf_script/perf_frame_line.h"

#include "input/scan.h"

bool perf_frame_line_cut(struct text line, struct perf_frame_line *f)
{
	struct text t = scan_skip_blanks(line);
	size_t hex = scan_hex(t);

	if (hex == 0 || hex > 16 || (hex < t.len && !scan_is_blank(t.at[hex])))
		return false;
	f->ip = text_upto(t, hex);
	f->rest = text_trim(text_from(t, hex));
	return true;
}

/*
 * Where the last group of parentheses begins: "foo(int) (/a (deleted))" has it at "(/a".
 * Returns t.len when there is none that could be a module.
 */
static size_t module_at(struct text t)
{
	size_t at = t.len, depth = 0;

	if (t.len == 0 || t.at[t.len - 1] != ')')
		return t.len;
	while (at--) {
		if (t.at[at] == ')')
			depth++;
		else if (t.at[at] == '(' && --depth == 0)
			break;
	}
	if (depth == 0 && (at == 0 || scan_is_blank(t.at[at - 1])))
		return at;
	/* "main (/tmp/odd)name)": unbalanced, so believe only what looks like a path */
	for (at = t.len; at-- > 1;)
		if (t.at[at] == '(' && scan_is_blank(t.at[at - 1]))
			return at + 1 < t.len && memchr("/[", t.at[at + 1], 2) ? at
									       : t.len;
	return t.len;
}

struct text perf_symbol_without_offset(struct text t)
{
	size_t end = t.len;

	while (end && scan_is_hex(t.at[end - 1]))
		end--;
	if (end < t.len && end > 3 && memcmp(t.at + end - 3, "+0x", 3) == 0)
		return text_upto(t, end - 3);
	return t;
}

static bool ends_in_module_suffix(struct text t)
{
	if (text_ends(t, TEXT(".xz")) || text_ends(t, TEXT(".gz")))
		t.len -= 3;
	else if (text_ends(t, TEXT(".zst")))
		t.len -= 4;
	return text_ends(t, TEXT(".ko"));
}

/* "/tmp/perf-31912.map", "/tmp/jitted-123-4.so" */
static bool is_jit_file(struct text path)
{
	struct text base = text_basename(path);

	return (text_starts(base, TEXT("perf-")) && text_ends(base, TEXT(".map"))) ||
	       (text_starts(base, TEXT("jitted-")) && text_ends(base, TEXT(".so")));
}

/* "[name]": a kernel module, unless it is one of the few names the kernel gives to maps. */
static enum frame_kind bracket_kind(struct text module)
{
	static const char *const maps[] = {
	    "[vdso", "[vvar",	 "[vsyscall", "[heap",	   "[stack",
	    "[anon", "[uprobes", "[unknown",  "[vectors]", "[sigpage]"};

	if (text_starts(module, TEXT("[JIT")))
		return FRAME_JIT;
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		if (text_starts(module, text_of(maps[i])))
			return FRAME_USER;
	return FRAME_KERNEL;
}

enum frame_kind perf_module_kind(struct text module, bool symbol)
{
	if (text_equal(module, TEXT("inlined")))
		return FRAME_INLINED;
	if (!symbol)
		return FRAME_UNKNOWN;
	if (module.len == 0)
		return FRAME_USER;
	if (module.at[0] == '[')
		return bracket_kind(module);
	if (text_starts(module, TEXT("bpf_prog_")) || ends_in_module_suffix(module) ||
	    text_has(text_basename(module), TEXT("vmlinux")))
		return FRAME_KERNEL;
	if (is_jit_file(module) || text_equal(module, TEXT("//anon")))
		return FRAME_JIT;
	return FRAME_USER;
}

struct perf_symbol perf_symbol_parse(struct text rest)
{
	struct perf_symbol s = {.names = rest, .module = {rest.at, 0}};
	size_t at = module_at(rest);

	if (at < rest.len) {
		s.module = text_upto(text_from(rest, at + 1), rest.len - at - 2);
		s.names = text_trim(text_upto(rest, at));
	}
	s.names = perf_symbol_without_offset(s.names);
	if (text_equal(s.names, TEXT("[unknown]")))
		s.names.len = 0;
	s.kind = perf_module_kind(s.module, s.names.len > 0);
	if (text_equal(s.module, TEXT("[unknown]")))
		s.module.len = 0;
	return s;
}

/* Is the arrow at `at` one between an inlined call and its callee? */
static bool separates(struct text t, size_t at)
{
	struct text before = text_upto(t, at);

	/* Swift, Rust: "closure #1 () -> () in main" */
	return at > 0 && at + 2 < t.len && !scan_is_blank(t.at[at - 1]) &&
	       !scan_is_blank(t.at[at + 2]) && !text_ends(before, TEXT("operator"));
}

bool perf_symbol_next(struct text *names, struct text *name)
{
	size_t depth = 0;

	if (names->len == 0)
		return false;
	for (size_t at = 0; at + 1 < names->len; at++) {
		char c = names->at[at];

		if (c == '(')
			depth++;
		else if (c == ')' && depth)
			depth--;
		/* Java: "Ljava/io/Writer;::flush->Ljava/io/Stream;::write" */
		if (depth || c != '-' || names->at[at + 1] != '>' ||
		    !separates(*names, at))
			continue;
		*name = text_upto(*names, at);
		*names = text_from(*names, at + 2);
		return true;
	}
	*name = *names;
	*names = text_from(*names, names->len);
	return true;
}
