#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "view/code/code_view.h"
#include "view/label.h"

/* Least widths of the pane for these parts to be drawn. */
#define SAMPLES_FROM 60
#define JUMPS_FROM   64
#define BAR_FROM     110

#define BAR_WIDTH     10
#define INLINED_LEAST 8 /* least columns of a name */

/* The column of each part of a line; 0: it is not drawn. */
struct code_columns {
	int samples, share, mark, bar, address, digits, jumps, text;
};

static struct code_columns columns_of(const struct code_view *v, int width)
{
	const struct annotation *a = &v->a;
	uint32_t count = a->function->count;
	uint64_t last = count ? a->lines[count - 1].address : 0;
	struct code_columns c = {.digits = 7}; /* at least the width of its heading */
	int x = 0;

	while (c.digits < 16 && last >> 4 * c.digits)
		c.digits++;
	if (width >= SAMPLES_FROM) {
		c.samples = x;
		x += 10;
	}
	c.share = x;
	c.mark = x += 9;
	x += 2;
	if (width >= BAR_FROM) {
		c.bar = x;
		x += BAR_WIDTH + 1;
	}
	c.address = x;
	x += c.digits + 2;
	if (v->jumps.any && width >= JUMPS_FROM) {
		c.jumps = x;
		x += JUMP_COLUMNS + 1;
	}
	c.text = x;
	return c;
}

static double calculate_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* ---- the parts of a line ---- */

/* Dim, except under the cursor, where dim text would be unreadable. */
static struct style dimmed(struct style s)
{
	s.attr |= s.attr & ATTR_REVERSE ? 0 : ATTR_DIM;
	return s;
}

/* The share, on the colour that the heat map has for it. */
static void draw_share(const struct code_view *v, struct pane p, int x, int y,
		       uint32_t line, struct style s)
{
	const struct annotation *a = &v->a;
	uint64_t n = a->counts[line], peak = a->counts[a->hottest];
	char words[32];

	if (v->theme->depth >= PALETTE_256) {
		s.bg = theme_heat(v->theme, n, peak);
		s.fg = theme_ink(palette_shown(s.bg, v->theme->depth));
		s.attr = 0;
	} else if (v->theme->depth != PALETTE_NONE) {
		s.fg = theme_heat(v->theme, n, peak);
	}
	if (n > peak / 2)
		s.attr |= ATTR_BOLD;
	snprintf(words, sizeof words, "%6.2f %% ", calculate_percent(n, a->samples));
	pane_print(p, x, y, s, words);
}

/* A bar relative to the hottest line; the share is relative to the function. */
static void draw_bar(const struct code_view *v, struct pane p, int x, int y,
		     uint32_t line)
{
	const struct annotation *a = &v->a;
	uint64_t n = a->counts[line], peak = a->counts[a->hottest];
	int cells = peak ? (int)number_share(n, peak, 2 * BAR_WIDTH) : 0;
	struct style s = {0};

	cells += n && !cells;
	if (v->theme->depth >= PALETTE_256)
		s.fg = theme_heat(v->theme, n, peak);
	for (int i = 0; i < (cells + 1) / 2; i++)
		pane_put(p, x + i, y,
			 v->theme->ascii || v->theme->depth == PALETTE_NONE ? U'='
			 : 2 * i + 1 < cells				    ? U'█'
									    : U'▌',
			 s);
}

/* The arrows of jumps beside a line; not dimmed under the cursor. */
static void draw_jumps(const struct code_view *v, struct pane p, int x, int y,
		       uint32_t line, bool between, struct style s)
{
	bool ascii = v->theme->ascii;

	s = dimmed(s);
	for (int i = 0; i < JUMP_COLUMNS; i++)
		pane_put(p, x + i, y,
			 between ? jump_lanes_between(&v->jumps, line, i, ascii)
				 : jump_lanes_rune(&v->jumps, line, i, ascii),
			 s);
}

static void draw_instruction(const struct code_view *v, const struct code_columns *c,
			     struct pane p, int y, uint32_t line, struct style s)
{
	const struct annotation *a = &v->a;
	uint64_t n = a->counts[line];
	const struct code_row *here =
	    v->list.cursor < v->count ? &v->rows[v->list.cursor] : NULL;
	/* of the jump under the cursor */
	bool is_target = v->focused && here && here->kind == CODE_ROW_INSTRUCTION &&
			 a->lines[here->line].target == a->lines[line].address;
	struct text text = code_text(a->code, a->lines[line].text),
		    name = text_upto(text, 0);
	struct style target = s;
	char words[LABEL_MAX], number[LABEL_MAX];
	int x = c->text;

	target.attr |= ATTR_BOLD | ATTR_UNDERLINE;
	if (n && p.area.w >= SAMPLES_FROM) {
		snprintf(words, sizeof words, "%9s", label_value(n, false, number));
		pane_print(p, c->samples, y, s, words);
	}
	if (n)
		draw_share(v, p, c->share, y, line, s);
	if (n && line == a->hottest)
		pane_put(
		    p, c->mark, y, U'>',
		    (struct style){.fg = s.fg, .bg = s.bg, .attr = s.attr | ATTR_BOLD});
	if (n && c->bar)
		draw_bar(v, p, c->bar, y, line);
	snprintf(words, sizeof words, "%" PRIx64, a->lines[line].address);
	pane_print(p, c->address + c->digits - (int)strlen(words), y,
		   is_target ? target : dimmed(s), words);
	if (c->jumps)
		draw_jumps(v, p, c->jumps, y, line, false, s);
	/* the mnemonic, in bold if the line is hot, and its operands */
	while (name.len < text.len && text.at[name.len] != ' ')
		name.len++;
	s.attr |= n > a->counts[a->hottest] / 2 ? ATTR_BOLD : 0;
	x += pane_text_fit(p, x, y, p.area.w - x, s, name);
	pane_text_fit(p, x, y, p.area.w - x, s, text_from(text, name.len));
}

/* "spin.c:12  x ^= x << 13;", and the functions inlined here. */
static void draw_source(const struct code_view *v, const struct code_columns *c,
			struct pane p, int y, uint32_t i, struct style s)
{
	const struct instruction *line = &v->a.lines[i];
	const struct code *code = v->a.code;
	struct text inlined = code_text(code, line->inlined);
	struct style dim = dimmed(s),
		     box = theme_frame(v->theme, CODE_INLINED, TEXT("a"));
	char place[24];
	int x = c->text;

	if (c->jumps)
		draw_jumps(v, p, c->jumps, y, i, true, s);
	if (!(s.attr & ATTR_REVERSE) && v->theme->depth >= PALETTE_256 && !s.fg)
		s.fg = v->theme->light ? COLOUR_RGB(0x00, 0x5f, 0x87)
				       : COLOUR_RGB(0x87, 0xd7, 0xff);
	if (line->line) {
		snprintf(place, sizeof place, ":%" PRIu32 "  ", line->line);
		x += pane_name(p, x, y, (p.area.w - x) / 2, dim,
			       text_basename(code_text(code, line->file)));
		x += pane_print(p, x, y, dim, place);
		x += pane_text_fit(p, x, y, p.area.w - x, s,
				   text_trim(code_text(code, line->source)));
	} else {
		x += pane_print(p, x, y, dim, "no line");
	}
	x += 2;
	if (!inlined.len || p.area.w - x < INLINED_LEAST + 2)
		return;
	if (v->theme->depth != PALETTE_NONE)
		pane_put(p, x, y, U' ', (struct style){.bg = box.bg});
	pane_name(p, x + 2, y, p.area.w - x - 2, dim, inlined);
}

static const char *remark_words(const struct code_view *v, uint32_t remark,
				char words[NUMBER_THINGS_MAX])
{
	size_t used;

	if (remark == CODE_REMARK_SKID)
		return "a sample is counted at the next instruction: the one that took "
		       "the time may be just above";
	if (remark != CODE_REMARK_OTHERS)
		return number_things(v->outside, "samples at no instruction here", words);
	number_things(v->a.others, "samples in other functions of this name", words);
	used = strlen(words);
	if (*v->a.names)
		snprintf(words + used, NUMBER_THINGS_MAX - used, ": %s", v->a.names);
	return words;
}

/* ---- the whole view ---- */

static void draw_row(const struct code_view *v, const struct code_columns *c,
		     struct pane p, int y, uint32_t at)
{
	const struct code_row *row = &v->rows[at];
	char words[NUMBER_THINGS_MAX];
	struct style s = {0};

	if (code_view_is_found(v, at))
		s = theme_found_words(v->theme);
	if (v->focused && at == v->list.cursor)
		s.attr |= ATTR_REVERSE;
	pane_fill(pane_inside(p, (struct rect){0, y, p.area.w, 1}), s);
	if (row->kind == CODE_ROW_INSTRUCTION)
		draw_instruction(v, c, p, y, row->line, s);
	else if (row->kind == CODE_ROW_SOURCE)
		draw_source(v, c, p, y, row->line, s);
	else
		pane_text_fit(p, 1, y, p.area.w - 1, dimmed(s),
			      text_of(remark_words(v, row->line, words)));
}

static void draw_title(const struct code_view *v, struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	const struct code *code = v->a.code;
	char words[NUMBER_THINGS_MAX + LABEL_MAX], number[NUMBER_THINGS_MAX];
	int right = p.area.w, x = 1;

	snprintf(words, sizeof words, "%s, %.2f %% of the range%s",
		 number_things(v->a.samples, "samples", number),
		 calculate_percent(v->a.samples, v->a.all), v->of);
	right -= utf8_columns(text_of(words)) + 1;
	right = right < p.area.w / 3 ? p.area.w / 3 : right;
	x += pane_name(p, x, 0, right - 2 - x, bold, text_of(v->function));
	if (right - x > 16)
		pane_name(p, x + 2, 0, right - x - 4, dim,
			  code_text(code, v->a.function->module));
	pane_text_fit(p, right, 0, p.area.w - right, (struct style){0}, text_of(words));
}

/* Draw a sentence in place of the rows. */
static void draw_instead(struct pane p, const char *words)
{
	pane_text_fit(p, 2, p.area.h / 2, p.area.w - 2, (struct style){0},
		      text_of(words));
}

void code_draw(const struct code_view *v, struct pane p)
{
	const struct style head = {.attr = ATTR_BOLD | ATTR_UNDERLINE};
	char words[sizeof v->why + 32];
	struct code_columns c;
	struct text why;
	uint32_t row;

	if (v->waits || v->why[0] || !v->a.function) {
		draw_instead(p, v->waits    ? "Reading the recording again for the "
					      "instructions of this function."
				: v->why[0] ? v->why
					    : "no instructions");
		return;
	}
	draw_title(v, p);
	if (v->a.function->absence) {
		why = code_text(v->a.code, v->a.function->absence);
		snprintf(words, sizeof words, "no instructions: %.*s",
			 (int)(why.len < 340 ? why.len : 340), why.at);
		draw_instead(p, words);
		return;
	}
	c = columns_of(v, p.area.w);
	if (p.area.w >= SAMPLES_FROM)
		pane_print(p, c.samples + 2, 1, head, "samples");
	pane_print(p, c.share + 3, 1, head, "share");
	pane_print(p, c.address + c.digits - 7, 1, head, "address");
	pane_print(p, c.text, 1, head, "instruction");
	for (int y = 0; y < code_view_height(p); y++)
		if (list_at(&v->list, y, code_view_height(p), &row))
			draw_row(v, &c, p, y + CODE_VIEW_HEADER, row);
}

/* ---- details of the line under the cursor ---- */

/*
 * The samples of an instruction; for source code, of all instructions up to the next source line.
 */
static uint64_t samples_here(const struct code_view *v, uint32_t at)
{
	uint64_t sum = 0;

	if (v->rows[at].kind == CODE_ROW_INSTRUCTION)
		return v->a.counts[v->rows[at].line];
	for (uint32_t i = at + 1; i < v->count && v->rows[i].kind == CODE_ROW_INSTRUCTION;
	     i++)
		sum += v->a.counts[v->rows[i].line];
	return sum;
}

static void draw_place(const struct code_view *v, const struct instruction *line,
		       struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	const struct code *code = v->a.code;
	char number[24];
	int x = 1;

	if (line->line) {
		snprintf(number, sizeof number, ":%" PRIu32 "  ", line->line);
		x += pane_name(p, x, 1, p.area.w * 2 / 3, (struct style){0},
			       code_text(code, line->file));
		x += pane_print(p, x, 1, (struct style){0}, number);
	}
	if (line->inlined) {
		x += pane_print(p, x, 1, dim, "inlined: ");
		x += pane_name(p, x, 1, p.area.w - x, (struct style){0},
			       code_text(code, line->inlined)) +
		     2;
	}
	pane_text_fit(p, x, 1, p.area.w - x, dim,
		      TEXT("skid: what took the time may be just above"));
}

bool code_draw_detail(const struct code_view *v, struct pane p)
{
	const struct code_row *row =
	    v->list.cursor < v->count ? &v->rows[v->list.cursor] : NULL;
	char words[3 * LABEL_MAX + NUMBER_THINGS_MAX], number[NUMBER_THINGS_MAX];
	const struct instruction *line;
	uint64_t n;
	int x = 1;

	if (!v->function)
		return false;
	if (!row || row->kind == CODE_ROW_REMARK) {
		pane_name(p, x, 0, p.area.w - x, (struct style){.attr = ATTR_BOLD},
			  text_of(v->function));
		return true;
	}
	line = &v->a.lines[row->line];
	n = samples_here(v, v->list.cursor);
	snprintf(words, sizeof words, "%s: %.2f %% of the function, %.2f %% of the range",
		 number_things(n,
			       row->kind == CODE_ROW_SOURCE
				   ? "samples down to the next line"
				   : "samples",
			       number),
		 calculate_percent(n, v->a.samples), calculate_percent(n, v->a.all));
	x += pane_print(p, x, 0, (struct style){.attr = ATTR_BOLD}, words) + 2;
	for (unsigned i = 0;
	     row->kind == CODE_ROW_INSTRUCTION && i < line->size && i < INSTRUCTION_BYTES;
	     i++) {
		snprintf(words, sizeof words, "%02x ", line->bytes[i]);
		x += pane_print(p, x, 0, (struct style){.attr = ATTR_DIM}, words);
	}
	if (p.area.h > 1)
		draw_place(v, line, p);
	return true;
}
