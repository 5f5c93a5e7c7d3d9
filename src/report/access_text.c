/*
 * transpose_shared on NVIDIA GeForce RTX 2080 Ti (cc 7.5)
 * line 36: load block[thread*32 + i*NUM_WARPS + warp_id], shared memory, s32
 * block 0,0, warp 0, execution 1 of 4: 32 of 32 lanes, 4 bytes each
 *
 * 32 passes where 1 would do; 32-way: stride 32 words; a row of 33 removes it
 *
 *  pass  bank
 *        0       4       8       12      16      20      24      28
 *     1  0 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
 *     2  1 . . .
 *
 *  line  byte   size  lanes            elements                       named bytes
 *     1  +0       32  0-7              0-7                             32 ########
 */
#include "report/access.h"

#include "report/paragraph.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

/* A sentence made by `say`, as a paragraph. */
static void
paragraph(gm_text *out, const gm_access_view *view, void (*say)(gm_text *, const gm_access_view *))
{
	gm_text sentence = {0};
	say(&sentence, view);
	gm_report_paragraph(out, sentence.bytes ? sentence.bytes : "", 2);
	gm_text_dispose(&sentence);
}

static void
paragraph_of_advice(gm_text *out, const gm_array_advice *advice,
		    void (*say)(gm_text *, const gm_array_advice *))
{
	gm_text sentence = {0};
	say(&sentence, advice);
	gm_report_paragraph(out, sentence.bytes ? sentence.bytes : "", 2);
	gm_text_dispose(&sentence);
}

/* ---- global memory: a row for each transaction ---- */

/* Eight characters for the bytes of a transaction: '#' all named by lanes, '-' some, '.' none. */
static void
write_bar(gm_text *out, const gm_transaction *piece)
{
	const int each = piece->bytes / 8;
	for (int part = 0; part < 8; part++) {
		int named = 0;
		for (int i = part * each; i < (part + 1) * each; i++)
			named += (int)(piece->named[i / 64] >> i % 64 & 1);
		gm_text_append(out, named == each ? "#" : named ? "-" : ".");
	}
}

/* Columns of the "byte" field: as wide as the largest offset. */
static int
offset_width(const gm_access_view *view)
{
	int widest = 5;
	for (int i = 0; i < view->pieces_count; i++) {
		const int width =
			snprintf(NULL, 0, "%+lld",
				 (long long)gm_report_piece_offset(view, &view->pieces[i]));
		widest = width > widest ? width : widest;
	}
	return widest;
}

static void
write_piece(gm_text *out, const gm_access_view *view, const gm_transaction *piece, int line,
	    int width)
{
	gm_text lanes = {0}, elements = {0};
	char ordinal[16] = "";
	if (line > 0)
		snprintf(ordinal, sizeof ordinal, "%d", line);
	gm_report_lanes(&lanes, piece->lanes);
	gm_report_piece_elements(&elements, view, piece);
	gm_text_print(out, " %4s  %+*lld  %4d  ", ordinal, -width,
		      (long long)gm_report_piece_offset(view, piece), piece->bytes);
	gm_report_field(out, &lanes, 16);
	gm_text_append(out, " ");
	gm_report_field(out, &elements, (size_t)(35 - width));
	gm_text_print(out, " %3d ", gm_transaction_named_bytes(piece));
	write_bar(out, piece);
	gm_text_append(out, "\n");
	gm_text_dispose(&lanes);
	gm_text_dispose(&elements);
}

static void
write_pieces(gm_text *out, const gm_access_view *view)
{
	const char *group = gm_report_group_name(view);
	const int width = offset_width(view);
	const unsigned line_bytes = view->device->coalescing == GM_GCN_LINES_64 ? 64 : 128;
	gm_text_print(out, "\n line  %-*s  size  lanes            %-*s named bytes\n", width,
		      "byte", 35 - width, "elements");
	for (int i = 0, line = 0; i < view->pieces_count; i++) {
		const gm_transaction *piece = &view->pieces[i], *before = piece - 1;
		const bool new_group = i == 0 || piece->group != before->group;
		const bool new_line = new_group || piece->first_byte / line_bytes !=
							   before->first_byte / line_bytes;
		if (group && new_group)
			gm_text_print(out, " %s %d\n", group, piece->group + 1);
		line = new_group ? 1 : line + new_line;
		write_piece(out, view, piece, new_line ? line : 0, width);
	}
	gm_text_append(
		out,
		" byte and element in the array; of each eighth # all named, - part, . none\n");
}

/* ---- shared memory: banks across, passes down ---- */

/* Names of cells that serve several lanes, in order. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static bool
is_broadcast(const gm_bank_cell *cell)
{
	return (cell->lanes & (cell->lanes - 1)) != 0;
}

/* The letter of the n-th broadcast; '*' when they run out. */
static char
letter_of(int nth)
{
	return nth < (int)sizeof letters - 1 ? letters[nth] : '*';
}

static void
write_banks_head(gm_text *out, int banks, int cell)
{
	gm_text_append(out, "\n pass  bank\n");
	for (int bank = 0; bank < banks; bank += 4) {
		gm_text_pad_to(out, (size_t)(6 + bank * cell));
		gm_text_print(out, "%*d", cell, bank);
	}
	gm_text_append(out, "\n");
}

/* Does a cell go on with the word before for the same lanes? Then it is the same access. */
static bool
goes_on(const gm_access_view *view, int at)
{
	const gm_bank_cell *cell = &view->cells[at], *before = cell - 1;
	return at > 0 && cell->pass == before->pass && cell->word == before->word + 1 &&
	       cell->lanes == before->lanes;
}

static void
write_cell(gm_text *out, const gm_access_view *view, int at, int width, int *broadcasts)
{
	const gm_bank_cell *cell = &view->cells[at];
	if (goes_on(view, at))
		gm_text_print(out, "%*s", width, "-");
	else if (is_broadcast(cell))
		gm_text_print(out, "%*c", width, letter_of((*broadcasts)++));
	else
		gm_text_print(out, "%*d", width, __builtin_ctzll(cell->lanes));
}

/* The cells of one pass, from the first on; returns where the next pass begins. */
static int
write_pass(gm_text *out, const gm_access_view *view, int at, int banks, int width, int *broadcasts)
{
	const int pass = view->cells[at].pass;
	gm_text_print(out, "%5d ", pass + 1);
	for (int bank = 0; bank < banks; bank++) {
		const gm_bank_cell *cell = &view->cells[at];
		if (at < view->cells_count && cell->pass == pass && cell->bank == bank)
			write_cell(out, view, at++, width, broadcasts);
		else
			gm_text_print(out, "%*s", width, ".");
	}
	gm_text_append(out, "\n");
	return at;
}

/* The lanes of the phase that begins with cell `at`. */
static uint64_t
phase_lanes(const gm_access_view *view, int at)
{
	uint64_t lanes = 0;
	for (int i = at; i < view->cells_count && view->cells[i].phase == view->cells[at].phase;
	     i++)
		lanes |= view->cells[i].lanes;
	return lanes;
}

static void
write_phase_head(gm_text *out, const gm_access_view *view, int at)
{
	gm_text_print(out, " phase %d, lanes ", view->cells[at].phase + 1);
	gm_report_lanes(out, phase_lanes(view, at));
	gm_text_append(out, "\n");
}

/* "a: lanes 0-15, b: 16-31" */
static void
write_broadcasts(gm_text *out, const gm_access_view *view)
{
	gm_text words = {0};
	int nth = 0;
	for (int i = 0; i < view->cells_count; i++) {
		if (!is_broadcast(&view->cells[i]) || goes_on(view, i))
			continue;
		if (letter_of(nth) != '*') {
			gm_text_print(&words, "%s%c = ",
				      nth ? ", " : "one word for several lanes: ", letter_of(nth));
			gm_report_lanes(&words, view->cells[i].lanes);
		}
		nth++;
	}
	if (nth >= (int)sizeof letters)
		gm_text_print(&words, "; * = %d more", nth - (int)sizeof letters + 1);
	gm_text_append(out, words.length ? " " : "");
	gm_report_paragraph(out, words.length ? words.bytes : "", 2);
	gm_text_dispose(&words);
}

static void
write_banks(gm_text *out, const gm_access_view *view)
{
	const int banks = gm_bank_rule_banks(view->device->banks), cell = 64 / banks;
	int broadcasts = 0;
	write_banks_head(out, banks, cell);
	for (int at = 0; at < view->cells_count;) {
		const bool new_phase =
			at == 0 || view->cells[at].phase != view->cells[at - 1].phase;
		if (new_phase && view->passes.phases_count > 1)
			write_phase_head(out, view, at);
		at = write_pass(out, view, at, banks, cell, &broadcasts);
	}
	write_broadcasts(out, view);
	gm_text_print(out, " a number is the lane served%s; banks are %d bytes wide\n",
		      view->site->access_bytes > gm_banks_word_bytes(view->device->banks)
			      ? ", - the rest of its access"
			      : "",
		      gm_banks_word_bytes(view->device->banks));
}

/* ---- constant cache: a word a pass ---- */

static void
write_words(gm_text *out, const gm_access_view *view)
{
	gm_text_append(out, "\n pass  word      lanes\n");
	for (int i = 0; i < view->cells_count; i++) {
		gm_text lanes = {0};
		gm_report_lanes(&lanes, view->cells[i].lanes);
		gm_text_print(out, "%5d  %+-9lld ", view->cells[i].pass + 1,
			      (long long)(view->cells[i].word * 4 - view->base_bytes));
		gm_report_paragraph(out, lanes.bytes, 17);
		gm_text_dispose(&lanes);
	}
	gm_text_append(out, " word: its first byte, from the start of the array\n");
}

/* ---- the page ---- */

static void
write_advice(gm_text *out, const gm_array_advice *advice)
{
	gm_text_append(out, "\n");
	paragraph_of_advice(out, advice, gm_access_say_checked);
	paragraph_of_advice(out, advice, gm_access_say_padding);
	paragraph_of_advice(out, advice, gm_access_say_swizzle);
}

/* Where the name meant several sites. */
static void
write_others(gm_text *out, const gm_access_report *report)
{
	if (report->sites_count < 2)
		return;
	gm_text_print(out, "\n%d sites; --site %s#1 to #%d choose\n", report->sites_count,
		      report->site_name, report->sites_count);
	for (int i = 0; i < report->sites_count; i++) {
		const gm_site *site = &report->view->kernel->sites[report->sites[i]];
		gm_text words = {0};
		gm_text_print(&words, "%s#%d line %d: ",
			      report->sites[i] == report->view->site_index ? "> " : "  ", i + 1,
			      site->line);
		gm_access_say_instruction(&words, report->view->kernel, site);
		if (words.length > GM_REPORT_WIDTH) {
			words.bytes[GM_REPORT_WIDTH - 1] = '~';
			words.bytes[GM_REPORT_WIDTH] = '\0';
		}
		gm_text_print(out, "%s\n", words.bytes);
		gm_text_dispose(&words);
	}
}

void
gm_report_access_text(gm_text *out, const gm_access_report *report)
{
	const gm_access_view *view = report->view;
	paragraph(out, view, gm_access_say_kernel);
	paragraph(out, view, gm_access_say_site);
	paragraph(out, view, gm_access_say_request);
	gm_text_append(out, "\n");
	paragraph(out, view, gm_access_say_verdict);
	paragraph(out, view, gm_access_say_l1);
	paragraph(out, view, gm_access_say_atomic);
	paragraph(out, view, gm_access_say_rule);
	if (view->site->space == GM_GLOBAL)
		write_pieces(out, view);
	else if (view->site->space == GM_SHARED)
		write_banks(out, view);
	else
		write_words(out, view);
	if (report->advice)
		write_advice(out, report->advice);
	else if (view->site->space == GM_SHARED)
		gm_text_append(
			out,
			"\npadding: unknown: PTX does not tell which array an address is in\n");
	write_others(out, report);
}
