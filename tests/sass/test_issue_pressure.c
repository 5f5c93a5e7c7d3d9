/*
 * Loops over addresses that are alike in all lanes, beside sums: machine instructions of a turn, as nvdisasm shows of
 * code of ptxas 13.0 for sm_90 of the same text. With few sums the addresses are in registers of lanes; with more they
 * are moved there from uniform registers, for each access.
 */
#include "ptx/case.h"

#include "kernel/issue.h"

#include <stdarg.h>

enum { LONGEST = 1 << 15, OFF_PERCENT = 6 };

typedef struct text {
	char words[LONGEST];
	size_t length;
	int line, from, to; /* of the loop */
} text;

static void __attribute__((format(printf, 2, 3)))
say(text *t, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	t->length += (size_t)vsnprintf(t->words + t->length, LONGEST - t->length, format, list);
	va_end(list);
	ck_assert_uint_lt(t->length, LONGEST);
	t->words[t->length++] = '\n';
	t->words[t->length] = '\0';
	t->line++;
}

/* `addresses` rows of weights, so far apart as the width of a row is; `loads` of each and of a pointer that differs
   between lanes in a turn; `sums` more. */
typedef struct shape {
	int addresses, loads, sums;
	int issued; /* in a turn; seen */
} shape;

static void
begin(text *t, const shape *s)
{
	say(t, ".version 8.0\n.target sm_90\n.address_size 64");
	say(t, ".visible .entry k(.param .u64 in, .param .u64 w, .param .u64 out, .param .u32 cin, .param .u32 pixels)\n{");
	say(t, ".reg .b32 %%r<40>; .reg .b64 %%rd<60>; .reg .f32 %%f<99>, %%s<99>; .reg .pred %%p<9>;");
	t->line += 3;
	say(t, "ld.param.u64 %%rd1, [in]; ld.param.u64 %%rd2, [w]; ld.param.u64 %%rd3, [out]; ld.param.u32 %%r1, [cin];");
	say(t, "ld.param.u32 %%r2, [pixels]; cvta.to.global.u64 %%rd1, %%rd1; cvta.to.global.u64 %%rd2, %%rd2;");
	say(t, "cvta.to.global.u64 %%rd3, %%rd3; mov.u32 %%r3, %%tid.x; mul.wide.s32 %%rd4, %%r3, 4;");
	say(t, "add.s64 %%rd5, %%rd1, %%rd4; mov.u32 %%r4, %%ctaid.y; mul.wide.s32 %%rd6, %%r2, 4; mov.u32 %%r5, 0;");
	say(t, "mul.lo.s32 %%r4, %%r4, %d; mul.lo.s32 %%r10, %%r4, %%r1;", s->addresses);
	for (int k = 0; k < s->addresses; k++)
		say(t, "add.s32 %%r%d, %%r%d, %%r1; mul.wide.s32 %%rd%d, %%r%d, 4;", 11 + k, 10 + k, 10 + k, 10 + k);
	for (int k = 0; k < s->addresses + s->sums; k++)
		say(t, "mov.f32 %%s%d, 0f00000000;", k);
}

static void
turn(text *t, const shape *s)
{
	say(t, "L: .pragma \"nounroll\";");
	t->from = t->line;
	for (int k = 0; k < s->addresses; k++)
		say(t, "add.s64 %%rd%d, %%rd2, %%rd%d;", 30 + k, 10 + k);
	for (int j = 0; j < s->loads; j++) {
		say(t, "ld.global.nc.f32 %%f1, [%%rd5];");
		for (int k = 0; k < s->addresses; k++)
			say(t, "ld.global.nc.f32 %%f2, [%%rd%d+%d]; fma.rn.f32 %%s%d, %%f1, %%f2, %%s%d;", 30 + k, 4 * j, k, k);
		for (int k = s->addresses; k < s->addresses + s->sums; k++)
			say(t, "fma.rn.f32 %%s%d, %%s%d, %%f1, 0f%08X;", k, k, 0x3f800000U + ((unsigned)k << 16));
		say(t, "add.s64 %%rd5, %%rd5, %%rd6;");
	}
	say(t, "add.s64 %%rd2, %%rd2, %d; add.s32 %%r5, %%r5, %d; setp.lt.s32 %%p1, %%r5, %%r1;", 4 * s->loads, s->loads);
	say(t, "@%%p1 bra L;");
	t->to = t->line;
}

static void
end(text *t, const shape *s)
{
	say(t, "add.s64 %%rd7, %%rd3, %%rd4;");
	for (int k = 0; k < s->addresses + s->sums; k++)
		say(t, "st.global.f32 [%%rd7+%d], %%s%d;", 512 * k, k);
	say(t, "ret;\n}");
}

static double
issued_in_a_turn(const shape *s)
{
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "f32[65536]", "s32=8", "s32=128"};
	text *t = calloc(1, sizeof *t);
	begin(t, s);
	turn(t, s);
	end(t, s);
	gm_kernel *kernel = case_warp(t->words, "k", arguments, 5);
	gm_issue *issue = case_issue(kernel, 9), all = {0};
	for (int i = 0; i < kernel->sites_count; i++)
		if (kernel->sites[i].ptx_line > t->from && kernel->sites[i].ptx_line <= t->to)
			gm_issue_add(&all, &issue[i]);
	free(issue);
	gm_kernel_free(kernel);
	free(t);
	return gm_issue_total(&all);
}

static const shape shapes[] = {
	{4, 1, 0, 20},  {3, 2, 0, 25},  {4, 4, 0, 50},  {5, 4, 0, 98},   {6, 4, 0, 120}, {8, 4, 0, 154},
	{3, 2, 12, 63}, {6, 2, 0, 65},  {4, 4, 6, 108}, {4, 1, 20, 49},  {8, 1, 20, 69}, {2, 4, 60, 286},
	{1, 16, 24, 457},
};

START_TEST(addresses_alike_in_all_lanes_leave_the_registers_of_lanes_where_these_are_short)
{
	const shape *s = &shapes[_i];
	const double issued = issued_in_a_turn(s);
	ck_assert_msg(fabs(issued / s->issued - 1) <= OFF_PERCENT / 100.0, "%d addresses, %d loads, %d sums: %g, the machine code has %d",
		      s->addresses, s->loads, s->sums, issued, s->issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_pressure");
	TCase *tcase = tcase_create("issue_pressure");
	tcase_add_loop_test(tcase, addresses_alike_in_all_lanes_leave_the_registers_of_lanes_where_these_are_short, 0,
			    (int)(sizeof shapes / sizeof *shapes));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
