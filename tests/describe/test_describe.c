/*
 * Small PTX programs described: what formulas they come to, and what is said where data decide. The
 * formulas are worked out by hand from the program above each.
 */
#include "describe/describe.h"
#include "launch/launch.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

static gm_ptx_module *module;
static gm_kernel *kernel;
static gm_outline *outline;

static void
end(void)
{
	gm_outline_free(outline);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	outline = NULL;
	kernel = NULL;
	module = NULL;
}

static bool as_written;

/* The body of  k(.u64 a, .u32 n)  with registers to hand; a is the argument text of the buffer. */
static gm_status
describe(const char *body, const char *buffer, gm_error *err)
{
	static const gm_outline_parameter parameters[] = {{"n", "64", "", 64}};
	static const int64_t values[] = {64};
	const gm_ptx_argument_text arguments[] = {{"a", NULL, "4096"}, {"n", "n", NULL}};
	const gm_ptx_request request = {.parameters = parameters,
					.parameter_values = values,
					.parameters_count = 1,
					.as_written = as_written,
					.grid = "2",
					.block = "64",
					.arguments = arguments,
					.arguments_count = 2};
	const char *const texts[] = {buffer, "u32=64"};
	const gm_ptx_launch launch = {
		.grid = {2, 1, 1}, .block = {64, 1, 1}, .arguments = texts, .arguments_count = 2};
	gm_text text = {0};
	gm_text_print(
		&text,
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
		".reg .pred %%p<9>; .reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .f32 %%f<9>;\n"
		"ld.param.u64 %%rd1, [a]; ld.param.u32 %%r1, [n];\n"
		"mov.u32 %%r2, %%tid.x; mov.u32 %%r3, %%ctaid.x;\n%s\nret;\n}\n",
		body);
	gm_status status = gm_ptx_module_parse(text.bytes, text.length, "k.ptx", &module, err);
	if (status == GM_OK)
		status = gm_ptx_kernel_new(module, &launch, &kernel, err);
	if (status == GM_OK)
		status = gm_ptx_describe(kernel, &request, &outline, err);
	gm_text_dispose(&text);
	return status;
}

static void
described(const char *body, const char *buffer)
{
	gm_error err = GM_ERROR_NONE;
	const gm_status status = describe(body, buffer, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
}

/* The n-th statement of a list that is no overhead, from 0. */
static const gm_outline_node *
statement(const gm_outline_list *list, int wanted)
{
	for (int i = 0; i < list->count; i++)
		if (!gm_outline_is_overhead(list->nodes[i]) && wanted-- == 0)
			return list->nodes[i];
	ck_abort_msg("too few statements");
	return NULL;
}

static const char *
text_of(const gm_sum *sum)
{
	return gm_sum_text(outline->algebra, sum);
}

/* if (tid < n) a[ctaid*64 + tid] = ...: the early return becomes a condition around the rest. */
START_TEST(an_early_return_is_a_condition)
{
	described("setp.ge.s32 %p1, %r2, %r1; @%p1 bra DONE;\n"
		  "shl.b32 %r4, %r3, 6; add.s32 %r5, %r4, %r2; mul.wide.s32 %rd2, %r5, 4;\n"
		  "add.s64 %rd3, %rd1, %rd2; st.global.f32 [%rd3+8], %f1; DONE:",
		  "f32[4096]");
	const gm_outline_node *guard = statement(&outline->body, 0);
	ck_assert_int_eq(guard->kind, GM_OUTLINE_IF);
	ck_assert_str_eq(text_of(guard->test), "threadIdx.x < n");
	const gm_outline_node *store = statement(&guard->body, 0);
	ck_assert_int_eq(store->operation, GM_STORE);
	ck_assert_str_eq(text_of(store->index), "blockIdx.x*64 + threadIdx.x + 2");
	ck_assert_str_eq(outline->arrays[store->array].name, "a");
	ck_assert_int_eq(outline->doubts_count, 0);
}
END_TEST

/* for (i = tid; i < n; i += 64) load a[i]: the last test is tid + 64 (i + 1) < n, the guard says
 * tid < n. */
START_TEST(a_guarded_loop_needs_no_guard)
{
	as_written = true;
	described("setp.ge.s32 %p1, %r2, %r1; @%p1 bra DONE; mov.u32 %r4, %r2;\n"
		  "AGAIN: mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, "
		  "[%rd3];\n"
		  "add.s32 %r4, %r4, 64; setp.lt.s32 %p2, %r4, %r1; @%p2 bra AGAIN; DONE:",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_int_eq(loop->kind, GM_OUTLINE_LOOP);
	gm_outline_finish(outline);
	ck_assert_str_eq(text_of(loop->from), "threadIdx.x");
	ck_assert_str_eq(text_of(loop->bound), "n");
	ck_assert_str_eq(text_of(loop->step), "64");
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "i");
	as_written = false;
}
END_TEST

/* The same as machine code has it, written out four times: only warps that turn ask how many turns are left. */
START_TEST(what_prepares_a_loop_stands_behind_its_guard)
{
	described("setp.ge.s32 %p1, %r2, %r1; @%p1 bra DONE; mov.u32 %r4, %r2;\n"
		  "AGAIN: mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, "
		  "[%rd3];\n"
		  "add.s32 %r4, %r4, 64; setp.lt.s32 %p2, %r4, %r1; @%p2 bra AGAIN; DONE:",
		  "f32[4096]");
	const gm_outline_node *guard = statement(&outline->body, 0);
	ck_assert_int_eq(guard->kind, GM_OUTLINE_IF);
	ck_assert_str_eq(text_of(guard->test), "threadIdx.x < n");
	ck_assert_int_eq(statement(&guard->body, 0)->kind, GM_OUTLINE_LOOP);
}
END_TEST

/* for (s = 64; s > 0; s >>= 1) load a[tid + s]: 7 turns, s = 64 >> i. */
START_TEST(a_halving_loop_is_a_shift_by_the_turn)
{
	described("mov.u32 %r4, 64;\n"
		  "AGAIN: add.s32 %r5, %r2, %r4; mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %rd1, "
		  "%rd2;\n"
		  "ld.global.f32 %f1, [%rd3]; shr.u32 %r6, %r4, 1; setp.gt.u32 %p2, %r4, 1;\n"
		  "mov.u32 %r4, %r6; @%p2 bra AGAIN;",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_str_eq(text_of(loop->count), "7");
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "(64 >> i) + threadIdx.x");
}
END_TEST

/* A double buffer: the half flips every turn, 0, 64, 0, ... */
START_TEST(what_alternates_is_a_remainder)
{
	described("mov.u32 %r4, 0; mov.u32 %r6, 0;\n"
		  "AGAIN: add.s32 %r5, %r2, %r4; mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %rd1, "
		  "%rd2;\n"
		  "ld.global.f32 %f1, [%rd3]; xor.b32 %r4, %r4, 64; add.s32 %r6, %r6, 1;\n"
		  "setp.lt.s32 %p2, %r6, 10; @%p2 bra AGAIN;",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_str_eq(text_of(loop->count), "10");
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "i % 2*64 + threadIdx.x");
}
END_TEST

/* The half of a double buffer flips where k0 < n, for k0 = 16, 32, ... up to n: not in the last turn, but
   then there is none that would see it. */
START_TEST(what_flips_while_the_loop_goes_on_is_a_remainder)
{
	described("mov.u32 %r4, 0; mov.u32 %r6, 16;\n"
		  "AGAIN: shl.b32 %r7, %r4, 6; add.s32 %r5, %r2, %r7; mul.wide.s32 %rd2, %r5, 4;\n"
		  "add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];\n"
		  "setp.ge.s32 %p3, %r6, %r1; @%p3 bra LAST; xor.b32 %r4, %r4, 1; LAST:\n"
		  "add.s32 %r6, %r6, 16; setp.le.s32 %p2, %r6, %r1; @%p2 bra AGAIN;",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_str_eq(text_of(loop->count), "max(n/16 - 1, 0) + 1"); /* tested last */
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "i % 2*64 + threadIdx.x");
	ck_assert_int_eq(outline->doubts_count, 0);
}
END_TEST

/* ctaid at bit 5, the low bits of tid below: 32 ctaid + tid % 32. */
START_TEST(an_insertion_of_bits_is_a_sum)
{
	described("bfi.b32 %r4, %r3, %r2, 5, 27; mul.wide.s32 %rd2, %r4, 4;\n"
		  "add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];",
		  "f32[4096]");
	ck_assert_str_eq(text_of(statement(&outline->body, 0)->index),
			 "blockIdx.x*32 + threadIdx.x % 32");
}
END_TEST

/* for (s = n/2; s; s /= 2): 32, 16, ... 1 for n = 64. */
START_TEST(a_loop_that_halves_to_nothing_counts_its_turns)
{
	described("shr.u32 %r4, %r1, 1; setp.eq.s32 %p1, %r4, 0; @%p1 bra DONE;\n"
		  "AGAIN: add.s32 %r5, %r2, %r4; mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2;\n"
		  "ld.global.f32 %f1, [%rd3]; shr.u32 %r4, %r4, 1; setp.ne.s32 %p2, %r4, 0;\n"
		  "@%p2 bra AGAIN; DONE:",
		  "f32[4096]");
	ck_assert_int_eq(outline->doubts_count, 0);
	const gm_outline_node *loop = statement(&outline->body, 0);
	if (loop->kind == GM_OUTLINE_IF)
		loop = statement(&loop->body, 0);
	ck_assert_int_eq(loop->kind, GM_OUTLINE_LOOP);
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "(n/2 >> i) + threadIdx.x");
}
END_TEST

/* a[tid / (n/32)]: n is 64, so that there is a quotient; of n below 32 the program divides by 0. */
START_TEST(what_is_positive_in_this_launch_is_a_divisor)
{
	described("shr.u32 %r4, %r1, 5; div.s32 %r5, %r2, %r4; mul.wide.s32 %rd2, %r5, 4;\n"
		  "add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];",
		  "f32[4096]");
	ck_assert_int_eq(outline->doubts_count, 0);
	ck_assert_str_eq(text_of(statement(&outline->body, 0)->index),
			 "threadIdx.x/max(n/32, 1)");
}
END_TEST

/* a[tid / (n/128)]: 0 in this launch, no formula gives what a division by it does. */
START_TEST(what_is_zero_in_this_launch_is_no_divisor)
{
	described("shr.u32 %r4, %r1, 7; div.s32 %r5, %r2, %r4; mul.wide.s32 %rd2, %r5, 4;\n"
		  "add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];",
		  "f32[4096]");
	ck_assert_int_eq(outline->doubts_count, 1);
}
END_TEST

/* for (i = tid; i < 1000; i += n/32), tested last: 999 - tid - n/32 places are left behind the
   first step, one turn a step. With n 64 and tid 0: 999/2 + 1 = 500 turns, 0, 2, ... 998. */
START_TEST(a_step_that_is_positive_in_this_launch_counts_turns)
{
	described("shr.u32 %r5, %r1, 5; mov.u32 %r4, %r2;\n"
		  "AGAIN: mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, "
		  "[%rd3];\n"
		  "add.s32 %r4, %r4, %r5; setp.lt.s32 %p2, %r4, 1000; @%p2 bra AGAIN;",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_int_eq(outline->doubts_count, 0);
	ck_assert_int_eq(loop->kind, GM_OUTLINE_LOOP);
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "n/32*i + threadIdx.x");
	ck_assert_str_eq(text_of(loop->count), 
			 "max(max(n/32, 1) - n/32 - threadIdx.x + 999, 0)/max(n/32, 1) + 1");
}
END_TEST

/* for (i = 0; i < 32; i += 16), tested last: that 16 i + 16 < 32 is true of i == 0 alone. */
START_TEST(a_loop_of_two_turns_counts_them)
{
	described("mov.u32 %r4, 0;\n"
		  "AGAIN: mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, "
		  "[%rd3];\n"
		  "add.s32 %r4, %r4, 16; setp.lt.u32 %p2, %r4, 32; @%p2 bra AGAIN;",
		  "f32[4096]");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_int_eq(outline->doubts_count, 0);
	ck_assert_int_eq(loop->kind, GM_OUTLINE_LOOP);
	ck_assert_str_eq(text_of(loop->count), "2");
	ck_assert_str_eq(text_of(statement(&loop->body, 0)->index), "i*16");
}
END_TEST

/* What is left of 4 turns when 4 are done at a time: of 32 % 4 none, whose loop would not end. */
START_TEST(what_nobody_does_is_not_doubted)
{
	described("mov.u32 %r4, 32; and.b32 %r4, %r4, 3; setp.eq.s32 %p1, %r4, 0; @%p1 bra DONE;\n"
		  "AGAIN: mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, "
		  "[%rd3];\n"
		  "add.s32 %r4, %r4, -1; setp.ne.s32 %p2, %r4, 0; @%p2 bra AGAIN;\n"
		  "DONE: st.global.f32 [%rd1], %f2;",
		  "f32[4096]");
	ck_assert_int_eq(outline->doubts_count, 0);
	ck_assert_int_eq(statement(&outline->body, 0)->operation, GM_STORE);
}
END_TEST

/* a[(n + tid)*2654435769 >> 20] in 32 bits, as hashes are made: n*2654435769 alone is far more than they
   hold, and what is shifted has to be what is left of it. The factor is held as 2654435769 - 2^32. */
START_TEST(a_hash_of_an_argument_wraps_around)
{
	described("add.s32 %r4, %r1, %r2; mul.lo.s32 %r5, %r4, -1640531527; shr.u32 %r6, %r5, 20;\n"
		  "mul.wide.u32 %rd2, %r6, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];",
		  "f32[4096]");
	ck_assert_str_eq(text_of(statement(&outline->body, 0)->index),
			 "(-n*1640531527 - threadIdx.x*1640531527 & 4294967295)/1048576");
}
END_TEST

/* -1 or 0 in 16 bits, as a number with a sign: 4*(-1) is a place before. */
START_TEST(sixteen_bits_keep_their_sign)
{
	described("setp.ne.s32 %p1, %r2, 0; .reg .b16 %rs<3>; selp.b16 %rs1, -1, 0, %p1;\n"
		  "mul.wide.s16 %r4, %rs1, 4; add.s32 %r5, %r4, 64; cvt.u64.u32 %rd2, %r5;\n"
		  "add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];",
		  "f32[4096]");
	ck_assert_str_eq(text_of(statement(&outline->body, 0)->index),
			 "(threadIdx.x != 0 ? -1 : 0) + 16");
}
END_TEST

/* x = a[tid]; a[x]: where a holds i*3, the second index is 3*tid, and it waits for the first load.
 */
START_TEST(contents_that_are_a_formula_are_one_in_addresses)
{
	static const char body[] = "mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;\n"
				   "ld.global.s32 %r4, [%rd3]; mul.wide.s32 %rd4, %r4, 4;\n"
				   "add.s64 %rd5, %rd1, %rd4; ld.global.f32 %f1, [%rd5];";
	described(body, "s32[4096]:step=3");
	const gm_outline_node *second = statement(&outline->body, 1);
	ck_assert_str_eq(text_of(second->index), "threadIdx.x*3");
	ck_assert(second->dependent);
	ck_assert_int_eq(outline->doubts_count, 0);
}
END_TEST

#define TWICE                                                                                      \
	"mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;\n"                                   \
	"ld.global.s32 %r4, [%rd3]; mul.wide.s32 %rd4, %r4, 4;\n"                                  \
	"add.s64 %rd5, %rd1, %rd4; ld.global.f32 %f1, [%rd5];"

/* The same over random contents, which are a function of the index. */
START_TEST(random_contents_are_a_function)
{
	described(TWICE, "s32[4096]:random=100");
	const gm_outline_node *let = statement(&outline->body, 1);
	ck_assert_int_eq(let->kind, GM_OUTLINE_LET);
	ck_assert_msg(strncmp(text_of(let->index), "random(", 7) == 0 &&
			      strstr(text_of(let->index), ", 100)"),
		      "%s", text_of(let->index));
	ck_assert_str_eq(text_of(statement(&outline->body, 2)->index), "data");
	ck_assert_int_eq(outline->doubts_count, 0);
}
END_TEST

/* Over a chase in random order: scattered numbers of the same range, and a doubt that says so. */
START_TEST(other_contents_are_stood_for_and_said_so)
{
	described(TWICE, "s32[4096]:cycle=1");
	ck_assert_int_eq(statement(&outline->body, 1)->kind, GM_OUTLINE_LET);
	ck_assert_str_eq(text_of(statement(&outline->body, 3)->index), "data");
	ck_assert_int_eq(outline->doubts_count, 1);
	ck_assert_ptr_nonnull(strstr(outline->doubts[0], "scattered numbers below 4096"));
}
END_TEST

/* if (a[tid] > 0) a[tid] = 0: a branch on a float. */
START_TEST(a_branch_on_data_is_a_parameter)
{
	described(
		"mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];\n"
		"setp.gt.f32 %p1, %f1, 0f00000000; @!%p1 bra DONE; st.global.f32 [%rd3], %f2; "
		"DONE:",
		"f32[4096]");
	const gm_outline_node *branch = statement(&outline->body, 1);
	ck_assert_int_eq(branch->kind, GM_OUTLINE_IF);
	ck_assert_str_eq(text_of(branch->test), "taken");
	ck_assert_int_eq(outline->doubts_count, 1);
	ck_assert_str_eq(outline->parameters[1].name, "taken");
}
END_TEST

/* if (a[tid] + a[tid] > 0) a[tid] = 0: the sum decides, and is a floating-point operation all the same. */
START_TEST(a_float_that_decides_is_counted)
{
	described(
		"mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];\n"
		"add.f32 %f3, %f1, %f1; setp.gt.f32 %p1, %f3, 0f00000000; @!%p1 bra DONE;\n"
		"st.global.f32 [%rd3], %f2; DONE:",
		"f32[4096]");
	const gm_outline_node *sum = statement(&outline->body, 1);
	ck_assert_int_eq(sum->kind, GM_OUTLINE_COMPUTE);
	ck_assert_int_eq(sum->operation, GM_ADD);
}
END_TEST

/* while (a[0] != 0): turns that nobody knows. */
START_TEST(a_loop_on_data_turns_as_often_as_a_parameter_says)
{
	described("AGAIN: ld.global.u32 %r4, [%rd1]; setp.ne.s32 %p1, %r4, 0; @%p1 bra AGAIN;",
		  "f32[4096]:random");
	const gm_outline_node *loop = statement(&outline->body, 0);
	ck_assert_str_eq(text_of(loop->count), "turns");
	ck_assert(outline->doubts_count > 0);
}
END_TEST

START_TEST(a_branch_table_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	const gm_status status = describe("LIST: .branchtargets ONE, TWO; and.b32 %r4, %r2, 1;\n"
					  "brx.idx %r4, LIST; ONE: TWO:",
					  "f32[4096]", &err);
	ck_assert_int_eq(status, GM_NOT_MODELLED);
	ck_assert_ptr_nonnull(strstr(err.message, "branch table"));
	outline = NULL;
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("describe");
	TCase *cases = tcase_create("all");
	tcase_add_checked_fixture(cases, NULL, end);
	tcase_add_test(cases, an_early_return_is_a_condition);
	tcase_add_test(cases, a_guarded_loop_needs_no_guard);
	tcase_add_test(cases, what_prepares_a_loop_stands_behind_its_guard);
	tcase_add_test(cases, a_halving_loop_is_a_shift_by_the_turn);
	tcase_add_test(cases, what_alternates_is_a_remainder);
	tcase_add_test(cases, what_flips_while_the_loop_goes_on_is_a_remainder);
	tcase_add_test(cases, an_insertion_of_bits_is_a_sum);
	tcase_add_test(cases, a_loop_that_halves_to_nothing_counts_its_turns);
	tcase_add_test(cases, what_is_positive_in_this_launch_is_a_divisor);
	tcase_add_test(cases, what_is_zero_in_this_launch_is_no_divisor);
	tcase_add_test(cases, a_step_that_is_positive_in_this_launch_counts_turns);
	tcase_add_test(cases, a_loop_of_two_turns_counts_them);
	tcase_add_test(cases, what_nobody_does_is_not_doubted);
	tcase_add_test(cases, a_hash_of_an_argument_wraps_around);
	tcase_add_test(cases, sixteen_bits_keep_their_sign);
	tcase_add_test(cases, contents_that_are_a_formula_are_one_in_addresses);
	tcase_add_test(cases, random_contents_are_a_function);
	tcase_add_test(cases, other_contents_are_stood_for_and_said_so);
	tcase_add_test(cases, a_branch_on_data_is_a_parameter);
	tcase_add_test(cases, a_float_that_decides_is_counted);
	tcase_add_test(cases, a_loop_on_data_turns_as_often_as_a_parameter_says);
	tcase_add_test(cases, a_branch_table_is_refused);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
