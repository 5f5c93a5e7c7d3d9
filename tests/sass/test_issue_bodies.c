/*
 * Bodies of loops that were written out, and the registers that they need: sass/issue_bodies.c.
 */
#include "ptx/case.h"

#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 in, .param .u32 n)\n{\n"                               \
	".reg .pred %p<2>; .reg .f32 %f<40>; .reg .b32 %r<30>; .reg .b64 %rd<8>;\n"                  \
	".shared .align 16 .b8 tile[4096];\n"                                                        \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [n];\n"           \
	"mov.u32 %r3, 0; mov.f32 %f1, 0f00000000; mov.u32 %r9, tile;\nLOOP:\n"
#define END                                                                                        \
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n"                           \
	"st.global.f32 [%rd2], %f1; ret;\n}\n"

/* points: of 4 words three become differences, in their place; a product takes the place of a difference that is
   not needed again, a root that of the product. The sum that goes from body to body is none of theirs. bytes: four
   bytes loaded together are one register. all: what is loaded before the first is used up makes one body, also
   where the loads join. fuller: a product of what is needed again is a third register. once: a value that the next
   block reads belongs to no body. fragments: two of halves, 16 x 16, four registers each, though PTX names eight (its
   machine code has four loads of 4 bytes for each). subtracts: as points, from a sum. handed: words of other lanes, two together, and
   copies of them in their place. */
static const char text[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
	BEGIN("points")
	"ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%r9]; sub.f32 %f6, %f2, 0f3F800000; sub.f32 %f7, %f3, 0f3F800000;\n"
	"sub.f32 %f8, %f4, 0f3F800000; mul.f32 %f9, %f6, %f7; mul.f32 %f10, %f9, %f8; rsqrt.approx.f32 %f11, %f10;\n"
	"mul.f32 %f12, %f11, %f5; fma.rn.f32 %f13, %f6, %f12, %f1;\n"
	"ld.shared.v4.f32 {%f14, %f15, %f16, %f17}, [%r9+16]; sub.f32 %f18, %f14, 0f3F800000;\n"
	"sub.f32 %f19, %f15, 0f3F800000; sub.f32 %f20, %f16, 0f3F800000; mul.f32 %f21, %f18, %f19;\n"
	"mul.f32 %f22, %f21, %f20; rsqrt.approx.f32 %f23, %f22; mul.f32 %f24, %f23, %f17;\n"
	"fma.rn.f32 %f1, %f18, %f24, %f13;\n" END
	BEGIN("bytes")
	"ld.shared.v4.u8 {%r10, %r11, %r12, %r13}, [%r9]; add.s32 %r14, %r10, %r11; add.s32 %r15, %r12, %r13;\n"
	"add.s32 %r16, %r14, %r15; add.s32 %r9, %r9, %r16;\n"
	"ld.shared.v4.u8 {%r20, %r21, %r22, %r23}, [%r9+64]; add.s32 %r24, %r20, %r21; add.s32 %r25, %r22, %r23;\n"
	"add.s32 %r26, %r24, %r25; add.s32 %r9, %r9, %r26;\n" END
	BEGIN("all")
	"ld.shared.f32 %f2, [%r9]; ld.shared.f32 %f3, [%r9+4]; mul.f32 %f4, %f2, %f3; add.f32 %f1, %f1, %f4;\n" END
	BEGIN("fuller")
	"ld.shared.f32 %f2, [%r9]; ld.shared.f32 %f3, [%r9+400]; mul.f32 %f4, %f2, %f3; sub.f32 %f5, %f4, %f2;\n"
	"mul.f32 %f6, %f5, %f3; add.f32 %f1, %f1, %f6;\n" END
	BEGIN("subtracts")
	"ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%r9]; mul.f32 %f6, %f2, %f3; mul.f32 %f7, %f4, %f5;\n"
	"mul.f32 %f8, %f6, %f7; sub.f32 %f9, %f1, %f8;\n"
	"ld.shared.v4.f32 {%f12, %f13, %f14, %f15}, [%r9+16]; mul.f32 %f16, %f12, %f13; mul.f32 %f17, %f14, %f15;\n"
	"mul.f32 %f18, %f16, %f17; sub.f32 %f1, %f9, %f18;\n" END
	BEGIN("handed")
	"shfl.sync.idx.b32 %r4, %r3, 0, 31, -1; mov.b32 %f2, %r4; shfl.sync.idx.b32 %r5, %r3, 1, 31, -1;\n"
	"mov.b32 %f3, %r5; mul.f32 %f4, %f2, %f3; add.f32 %f5, %f1, %f4;\n"
	"shfl.sync.idx.b32 %r6, %r3, 2, 31, -1; mov.b32 %f6, %r6; shfl.sync.idx.b32 %r7, %r3, 3, 31, -1;\n"
	"mov.b32 %f7, %r7; mul.f32 %f8, %f6, %f7; add.f32 %f1, %f5, %f8;\n" END
	BEGIN("fragments") ".reg .b32 %a<9>, %b<9>, %c<5>;\n"
	"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8}, [%rd2], %r1;\n"
	"wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%b1, %b2, %b3, %b4, %b5, %b6, %b7, %b8}, [%rd2+64], %r1;\n"
	"wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%c1, %c2, %c3, %c4}, {%a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8},\n"
	"{%b1, %b2, %b3, %b4, %b5, %b6, %b7, %b8}, {%c1, %c2, %c3, %c4};\n" END
	BEGIN("named") ".reg .b16 %h<3>;\n"
	"ld.shared.u32 %r10, [%r9]; mov.b32 {%h1, %h2}, %r10; cvt.f32.f16 %f2, %h1; add.f32 %f1, %f1, %f2;\n" END
	BEGIN("dropped") ".reg .b16 %h<3>;\n"
	"ld.shared.u32 %r10, [%r9]; mov.b32 {%h1, _}, %r10; cvt.f32.f16 %f2, %h1; add.f32 %f1, %f1, %f2;\n" END
	BEGIN("once")
	"ld.shared.f32 %f2, [%r9]; bra NEXT;\nNEXT:\nadd.f32 %f1, %f1, %f2;\n" END;

static const struct {
	const char *entry;
	int bodies;
	double loaded, alive; /* of each */
} rows[] = {{"points", 2, 4, 4}, {"bytes", 2, 1, 1}, {"all", 1, 2, 2}, {"fuller", 1, 2, 3},
	    {"subtracts", 2, 4, 4}, {"handed", 2, 2, 2}, {"fragments", 1, 8, 8}, {"once", 0, 0, 0}};

START_TEST(bodies_need_what_they_load_and_what_comes_of_it)
{
	static const char *const arguments[] = {"f32[4096]:random", "s32=64"};
	gm_kernel *kernel = case_warp(text, rows[_i].entry, arguments, 2);
	gm_issue *issue = case_issue(kernel, 9);
	int bodies = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (issue[s].loaded == 0)
			continue;
		bodies++;
		ck_near(issue[s].loaded, rows[_i].loaded, 1e-6);
		ck_near(issue[s].alive, rows[_i].alive, 1e-6);
	}
	ck_assert_int_eq(bodies, rows[_i].bodies);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

static double
issued_by(const char *entry)
{
	static const char *const arguments[] = {"f32[4096]:random", "s32=64"};
	return case_length(text, entry, arguments, 2, 9);
}

/* What is dropped from a load's word is as much as a register that nobody reads. */
START_TEST(halves_that_are_dropped_take_nothing)
{
	ck_near(issued_by("dropped"), issued_by("named"), 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_bodies");
	TCase *tests = tcase_create("issue_bodies");
	tcase_add_loop_test(tests, bodies_need_what_they_load_and_what_comes_of_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, halves_that_are_dropped_take_nothing);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
