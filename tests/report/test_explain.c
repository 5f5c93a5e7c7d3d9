#include "report/explain.h"

#include "report/explained.h"
#include "report/reference_reading.h"
#include "report/reference_steps.h"

#include <math.h>

/* ---- the lectures, read out of the text ---- */

/* The answer under a symbol, as it is printed. */
static double
answer(const char *text, const char *symbol)
{
	written w = {0};
	span read = {NAN, NAN};
	written_in_text(text, &w);
	for (int i = 0; i < w.count; i++)
		if (strcmp(w.steps[i].symbol, symbol) == 0)
			read = reading_value(w.steps[i].answer);
	written_dispose(&w);
	ck_assert_msg(!isnan(read.low), "no %s", symbol);
	return (read.low + read.high) / 2;
}

static const struct {
	const char *kernel, *parameters, *device, *what_if;
	const char *symbol;
	double expected, tolerance_ratio;
	const char *quote;
} lectures[] = {
	/* 000, Masaryk University, GTX 280. */
	{"naive_mm", "n=1024", "geforce_gtx_280", "dram_bandwidth=142GB/s", "b", 35.5e9, 1e-12,
	 "35.5 billion floats per second"},
	{"naive_mm", "n=1024", "geforce_gtx_280", "dram_bandwidth=142GB/s", "f_dist", 32, 1e-12,
	 "32 flop"},
	{"naive_mm", "n=1024", "geforce_gtx_280", "dram_bandwidth=142GB/s", "v_dist", 17, 1e-12,
	 "one float from one matrix and 16 floats from the other"},
	{"naive_mm", "n=1024", "geforce_gtx_280", "dram_bandwidth=142GB/s", "L_dist", 66.8e9, 5e-4,
	 "we can achieve 66.8GFLOPS"},
	{"naive_mm", "n=1024", "geforce_gtx_280", "dram_bandwidth=142GB/s", "P_tr", 47.3e9, 1e-3,
	 "142 / 96 x 32: the segments of cc 1.3, a sharper bound than the slide's"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", "dram_bandwidth=142GB/s", "b", 35.5e9,
	 1e-12, "the slide prints 25.5 here; 35.5 is what it multiplies"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", "dram_bandwidth=142GB/s", "f_req", 16,
	 1e-12, "a times better"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", "dram_bandwidth=142GB/s", "L_req", 568e9,
	 1e-12, "16 * 35.5 = 568 GFLOPS"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", NULL, "P_peak", 622e9, 1e-3,
	 "622 GFLOPS"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", NULL, "T", 256, 0,
	 "reasonable 256 threads"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_gtx_280", NULL, "a_s", 2048, 0,
	 "2 KB of shared memory"},
	/* 001, tiling notes, H100 SXM5 at 3 TB/s. */
	{"naive_mm", "n=1024", "h100", "dram_bandwidth=3TB/s", "I_ld", 0.25, 1e-12, "0.25 FLOP/B"},
	{"naive_mm", "n=1024", "h100", "dram_bandwidth=3TB/s", "L_req", 750e9, 1e-12,
	 "3000 * 0.25 = 750 GFLOP/s"},
	{"naive_mm", "n=1024", "h100", "dram_bandwidth=3TB/s", "share", 1.1, 0.02,
	 "0.15 % is of the tensor peak; of FP32 it is 1.1 %"},
	{"tiled_mm", "n=1024 TILE=16", "h100", "dram_bandwidth=3TB/s", "I_ld", 4, 1e-12,
	 "4 FLOP/B"},
	{"tiled_mm", "n=1024 TILE=16", "h100", "dram_bandwidth=3TB/s", "L_req", 12000e9, 1e-12,
	 "3000 * 4 = 12000 GFLOP/s"},
	{"tiled_mm", "n=1024 TILE=16", "h100", NULL, "P_peak", 66.9e12, 1e-3, "66.9 TFLOPS"},
	/* ... and with the stores: 4 x 2048 / 2064, 0.25 x 2048 / 2049. */
	{"tiled_mm", "n=1024 TILE=16", "h100", NULL, "I", 3.969, 1e-4, ""},
	{"naive_mm", "n=1024", "h100", NULL, "I", 0.2499, 2e-4, ""},
	/* 002, the G80 lecture; it prints a peak of 346.5 for 345.6, and 347.6 for 345.6. */
	{"naive_mm", "n=1024", "geforce_8800_gtx", NULL, "P_peak", 345.6e9, 1e-12, "346.5 GFLOPS"},
	{"naive_mm", "n=1024", "geforce_8800_gtx", NULL, "B_peak", 1382.4e9, 1e-3,
	 "4*346.5 = 1386 GB/s required to achieve peak"},
	{"naive_mm", "n=1024", "geforce_8800_gtx", NULL, "L_req", 21.6e9, 1e-12,
	 "86.4 GB/s limits the code at 21.6 GFLOPS"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "L_req", 345.6e9, 1e-12,
	 "(86.4/4)*16 = 347.6 GFLOPS"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "G", 4096, 0,
	 "64*64 = 4096 Thread Blocks"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "e_load_global", 2 * 64, 0,
	 "2 loads of a thread in each of 64 phases"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "e_fma_f32", 16 * 64, 0,
	 "256 * (2*16) operations of a block and phase: 16 multiply-adds of a thread"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "n", 3, 0,
	 "it can take up to 3 Blocks"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "w", 24, 0,
	 "there are 8 * 3 = 24 Warps"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "n_shared", 8, 0,
	 "8 blocks by shared memory, 3 by threads"},
	{"tiled_mm", "n=1024 TILE=16", "geforce_8800_gtx", NULL, "c", 4, 0, "4 clock cycles"},
	{"naive_mm", "n=1024 BLOCK_X=8 BLOCK_Y=8", "geforce_8800_gtx", NULL, "n_warps", 12, 0,
	 "there are 12 Blocks"},
	{"naive_mm", "n=1024 BLOCK_X=8 BLOCK_Y=8", "geforce_8800_gtx", NULL, "n", 8, 0,
	 "each SM can only take up to 8 Blocks"},
	{"tiled_mm", "n=1024 TILE=32", "geforce_8800_gtx", NULL, "n_shared", 2, 0,
	 "only up to two thread blocks"},
	{"tiled_mm", "n=1024 TILE=32", "geforce_8800_gtx", NULL, "n", 0, 0, "not even one can fit"},
	/* 003, Stanford, Turing: sectors and banks; accesses are numbered as they stand in the
	   kernel. */
	{"transpose_simple", "", "geforce_rtx_2080_ti", NULL, "t_2", 32, 0, "Write: bad"},
	/* 32 ints, each in a sector of its own: 32 * 32 B moved, 32 * 4 B of them named. */
	{"transpose_simple", "", "geforce_rtx_2080_ti", NULL, "m_2", 1024, 0, ""},
	{"transpose_simple", "", "geforce_rtx_2080_ti", NULL, "u_2", 12.5, 1e-12, ""},
	{"transpose_shared", "", "geforce_rtx_2080_ti", NULL, "p_3", 32, 0, "Stride is 32!"},
	{"transpose_padded", "", "geforce_rtx_2080_ti", NULL, "p_3", 1, 0, "the padding"},
};

START_TEST(the_numbers_of_the_lectures_stand_in_the_text)
{
	explained *e = explained_new(lectures[_i].kernel, lectures[_i].parameters, lectures[_i].device,
			       lectures[_i].what_if);
	gm_text text = {0};
	gm_explain_text_add(&text, &e->explanation, 0);
	ck_near(answer(text.bytes, lectures[_i].symbol), lectures[_i].expected,
		lectures[_i].tolerance_ratio);
	gm_text_dispose(&text);
	explained_dispose(e);
}
END_TEST

/* The line that the order asks for, word by word. */
START_TEST(sixty_six_point_eight_is_thirty_five_and_a_half_times_32_over_17)
{
	explained *e = explained_new("naive_mm", "", "geforce_gtx_280", "dram_bandwidth=142GB/s");
	gm_text text = {0};
	gm_explain_text_add(&text, &e->explanation, 0);
	ck_assert_ptr_nonnull(strstr(text.bytes, "= 35.5 Gword/s x 32 FLOP / 17 words"));
	ck_assert_ptr_nonnull(strstr(text.bytes, "= 66.82 GFLOP/s"));
	gm_text_dispose(&text);
	explained_dispose(e);
}
END_TEST

/* ---- sources ---- */

START_TEST(every_value_put_in_says_where_it_is_from)
{
	explained *e = explained_new("tiled_mm", "", "h100", NULL);
	for (int i = 0; i < e->derivation.steps_count; i++)
		for (int k = 0; k < e->derivation.steps[i].terms_count; k++) {
			const gm_term *term = &e->derivation.steps[i].terms[k];
			ck_assert_msg(term->step >= 0 || term->source[0], "%s of %s", term->symbol,
				      e->derivation.steps[i].symbol);
			ck_assert(term->step < i);
		}
	const gm_step *registers = gm_derivation_find(&e->derivation, "a_r");
	ck_assert_str_eq(registers->terms[0].source, "nvcc 13.0, sm_90");
	const gm_step *roof = gm_derivation_find(&e->derivation, "P_req");
	ck_assert_str_eq(roof->terms[2].symbol, "B_dram");
	ck_assert_ptr_nonnull(strstr(roof->terms[2].source, "h100: dram_bandwidth, ["));
	explained_dispose(e);
}
END_TEST

/* ---- other formats ---- */

/* Names that would be markup. */
static const char markup[] =
	"<kernel name='a&lt;script&gt;%_$#{}\\~^|*`' schema='1'>"
	"<parameter name='n_1' value='64'/><launch grid='2' block='n_1'/>"
	"<array name='x' space='global' type='f32' length='128'/>"
	"<load array='x' index='threadIdx.x'/><compute op='fma' type='f32'/></kernel>";

static void
write(void (*add)(gm_text *, const gm_explanation *, size_t), gm_text *out)
{
	char path[] = "/tmp/gm-markup-XXXXXX.xml";
	const int file = mkstemps(path, 4);
	ck_assert_int_ge(file, 0);
	FILE *stream = fdopen(file, "w");
	fputs(markup, stream);
	fclose(stream);
	explained *e = explained_new(path, "", "h100", NULL);
	add(out, &e->explanation, 0);
	explained_dispose(e);
	remove(path);
}

START_TEST(html_and_latex_and_markdown_escape_what_is_markup)
{
	gm_text html = {0}, latex = {0}, markdown = {0};
	write(gm_explain_html_add, &html);
	write(gm_explain_latex_add, &latex);
	write(gm_explain_markdown_add, &markdown);
	ck_assert_ptr_null(strstr(html.bytes, "<script"));
	ck_assert_ptr_nonnull(strstr(html.bytes, "a&lt;script&gt;%_$#{}\\~^|*`"));
	ck_assert_ptr_nonnull(strstr(
		latex.bytes, "a\\textless{}script\\textgreater{}\\%\\_\\allowbreak{}\\$\\#\\{\\}"
			     "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\textbar{}"));
	ck_assert_ptr_nonnull(
		strstr(markdown.bytes, "a\\<script\\>%\\_$\\#\\{\\}\\\\\\~^\\|\\*\\`"));
	for (const char *c = latex.bytes; *c; c++)
		ck_assert_int_lt((unsigned char)*c, 128);
	gm_text_dispose(&html);
	gm_text_dispose(&latex);
	gm_text_dispose(&markdown);
}
END_TEST

/* By hand. */
static const struct {
	double value;
	const char *unit, *text;
} values[] = {
	{4096, "blocks", "4096 blocks"},
	{9999999, "B", "9999999 B"},
	{10000000, "B", "10 MB"},
	{33554432, "requests", "33554432 requests"},
	{9999999999, "", "9999999999"},
	{10000000000, "", "10 G"},
	{13668.34, "cycles", "13668.3 cycles"},
	{2383.98, "", "2384.0"},
	{99.996, "", "100.00"},
	{1.00002, "", "1.000"},
	{12345678.5, "cycles", "12.35 M cycles"},
	{541065216, "B", "541.1 MB"},
	{2147483648.0, "FLOP", "2.147 GFLOP"},
	{3.968992, "FLOP/B", "3.969 FLOP/B"},
	{0.249878, "FLOP/B", "0.2499 FLOP/B"},
	{3.35e12, "B/s", "3.35 TB/s"},
	{3.0764e-4, "s", "307.6 us"},
	{0, "s", "0 s"},
	{1.5, "s", "1.5 s"},
	{9.72e9, "instructions/s", "9.72 G instructions/s"},
	{0.25, "/cycle", "0.25 /cycle"},
	{999.96e6, "Hz", "1.0000 GHz"},
	{12.5, "%", "12.5 %"},
};

START_TEST(values_have_four_digits_and_a_prefix_where_the_unit_takes_one)
{
	gm_text text = {0};
	gm_explain_value(&text, values[_i].value, values[_i].unit);
	ck_assert_str_eq(text.bytes, values[_i].text);
	gm_text_dispose(&text);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof table[0])

int
main(void)
{
	Suite *suite = suite_create("explain");
	TCase *tcase = tcase_create("explain");
	tcase_add_loop_test(tcase, the_numbers_of_the_lectures_stand_in_the_text, 0,
			    ROWS(lectures));
	tcase_add_test(tcase, sixty_six_point_eight_is_thirty_five_and_a_half_times_32_over_17);
	tcase_add_test(tcase, every_value_put_in_says_where_it_is_from);
	tcase_add_test(tcase, html_and_latex_and_markdown_escape_what_is_markup);
	tcase_add_loop_test(tcase, values_have_four_digits_and_a_prefix_where_the_unit_takes_one, 0,
			    ROWS(values));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
