/*
 * Registers that loads find taken, and those that their own addresses need: sass/issue_registers.c.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name) BEGIN_OF(name, "")
#define BEGIN_OF(name, more)                                                                       \
	".visible .entry " name "(.param .u64 in, .param .u32 n" more ")\n{\n"                       \
	".reg .pred %p<2>; .reg .f32 %f<6>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"                   \
	".shared .align 4 .b8 tile[1024];\n"                                                         \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [n];\n"           \
	"mov.u32 %r3, 0; mov.f32 %f1, 0f00000000; mov.u32 %r9, tile;\n"
#define END                                                                                        \
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n"                           \
	"st.global.f32 [%rd2], %f1; ret;\n}\n"
#define ADDRESS                                                                                    \
	"shr.u32 %r4, %r3, 4; and.b32 %r5, %r3, 15; mad.lo.s32 %r6, %r4, %r1, %r5;\n"                \
	"mul.wide.s32 %rd3, %r6, 4; add.s64 %rd4, %rd2, %rd3; ld.global.f32 %f2, [%rd4];\n"

#define WALK                                                                                       \
	"mul.wide.s32 %rd5, %r1, 4; mov.u32 %r4, %tid.x; mul.wide.u32 %rd4, %r4, 4; add.s64 %rd6, %rd2, %rd4;\n" \
	"LOOP:\n ld.global.f32 %f2, [%rd6]; add.f32 %f1, %f1, %f2; add.s64 %rd6, %rd6, %rd5;\n"

#define LANE "mov.u32 %r11, %tid.x; "
#define MADE "mad.lo.s32 %r12, %r11, %r1, %r11; shr.u32 %r13, %r12, 3; mad.lo.s32 %r14, %r13, %r1, %r11;\n"
#define MADE_LONG MADE "shr.u32 %r15, %r14, 5; mad.lo.s32 %r16, %r15, %r1, %r13; shr.u32 %r17, %r16, 2;\n"
#define TURN(value)                                                                                \
	"LOOP:\n" ADDRESS "add.f32 %f1, %f1, %f2; xor.b32 %r7, %r3, " value "; st.shared.b32 [%r9], %r7;\n"

#define ALIKE "add.s32 %r10, %r1, 3; div.s32 %r12, %r1, %r10; sub.s32 %r13, %r1, %r12; max.s32 %r14, %r1, %r10;\n"       \
	"mul.lo.s32 %r15, %r1, %r10; cvt.s64.s32 %rd3, %r1; mul.lo.s64 %rd5, %rd3, %rd3;\n"
#define UNTIL(end)                                                                                 \
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, " end "; @%p1 bra LOOP; st.global.f32 [%rd2], %f1; ret;\n}\n"
#define BYTE_OF(begin)                                                                             \
	"LOOP:\n add.s32 %r16, %r11, %r3; cvt.s64.s32 %rd6, %r16; add.s64 %rd7, " begin "ld.global.u8 %r4, [%rd4];\n"     \
	"xor.b32 %r7, %r3, %r4; st.shared.b32 [%r9], %r7; add.f32 %f1, %f1, 0f3F800000;\n"

#define FRAGMENT_OF(which, r, more)                                                                \
	"wmma.load." which ".sync.aligned.row.m16n16k16.global.f16 {" r "1, " r "2, " r "3, " r "4, " r "5, " r "6, " \
	r "7, " r "8}, [%rd2" more "], %r1;\n"
#define FRAGMENT(which) FRAGMENT_OF(which, "%h", "")
#define PRODUCT(d, a, b, c)                                                                        \
	"wmma.mma.sync.aligned.row.row.m16n16k16.f16.f16 {" d "1, " d "2, " d "3, " d "4}, {" a "1, " a "2, " a "3, " \
	a "4, " a "5, " a "6, " a "7, " a "8}, {" b "1, " b "2, " b "3, " b "4, " b "5, " b "6, " b "7, " b "8}, {" \
	c "1, " c "2, " c "3, " c "4};\n"

#define BOUNDS                                                                                     \
	"ld.global.b32 %r2, [%rd2]; shr.b32 %r12, %r2, 4; and.b32 %r8, %r12, 15; mov.u32 %r18, 0;\nOUTER:\n mov.u32 %r3, 0;\n" \
	TURN("%r1") "add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n"
#define OUTER_END "add.s32 %r18, %r18, 1; setp.lt.s32 %p1, %r18, %r1; @%p1 bra OUTER; st.global.f32 [%rd2], %f1; ret;\n}\n"

/* A counter and a sum change with the turns of each loop: two registers. The address takes SHF,
   LOP3, IMAD and IMAD.WIDE, two more than are free, where the value is copied; a product of what
   was loaded before is kept for the loop, a third register, and so are bits of a loaded word; what is computed of
   `n` alone is not. Another array's load at the same place needs as many for itself.
   A second counter that is the same in all lanes and only moved on takes none, and a pointer two; but where it moves
   by a width that nothing else needs these are two fewer, and where turns are counted down from the width they are
   not. A fragment of TF32, 16 x 8, is four elements in each lane, four distances, and a pointer, two registers; the
   counter is in a uniform one. One of halves has a pointer alone; of four that are two turns of one sum, which takes
   four registers, two pointers are there at once. A fragment of doubles, 8 x 4, is one load, which needs a distance and
   leaves its result where its pointer was. What takes three instructions from the number of the thread is made
   again, what takes six is kept where the loop reads it or one around it, which has a counter of its own, and not
   where it is read behind it; so is what another lane gave. Of a load that is copied its own address tells it.
   A copy as bits of a loaded word is a third register, also where the loop reads both (both).
   In a loop that each lane leaves in a turn of its own a quotient is a third register, though it is alike in all lanes, so
   is what is made of it (less), and the greater of two, but not a product (quotient, less, greater, product); where lanes
   stay together none is. Two more are the begin of a row, a product of 64 bits, where it is added to a lane's place and
   a pointer (row), and not where it is alone (no_row).
   What two instructions make of a loaded word that the loop around reads as well is made again there (bounds: the word, two
   counters and a sum), and kept where the loop itself reads it (bounds_inside) or the word is not there (bounds_alone).
   A loop around one with a pointer that it makes itself, and a counter that is the same in all lanes (inside), has
   taken nothing at its head, not two fewer. */
static const char text[] = HEAD
	BEGIN("copies") "LOOP:\n" ADDRESS
	"shl.b32 %r7, %r4, 2; add.s32 %r8, %r9, %r7; st.shared.f32 [%r8], %f2;\n"
	"add.f32 %f1, %f1, 0f3F800000;\n" END
	BEGIN("sums") "LOOP:\n" ADDRESS "add.f32 %f1, %f1, %f2;\n" END
	BEGIN("scales") "ld.global.f32 %f4, [%rd2]; mul.f32 %f3, %f4, %f4; add.s32 %r2, %r1, 3;\n"
	"LOOP:\n" ADDRESS "fma.rn.f32 %f1, %f2, %f3, %f1; xor.b32 %r7, %r3, %r2; st.shared.b32 [%r9], %r7;\n" END
	BEGIN("pieces") "ld.global.b32 %r2, [%rd2]; shr.b32 %r7, %r2, 4; and.b32 %r8, %r7, 15;\n"
	"LOOP:\n" ADDRESS "xor.b32 %r10, %r3, %r8; add.f32 %f1, %f1, %f2; st.shared.b32 [%r9], %r10;\n" END
	BEGIN("moved_on") "mov.u32 %r2, 0;\n"
	"LOOP:\n" ADDRESS "add.f32 %f1, %f1, %f2; add.s32 %r2, %r2, 4; add.s32 %r3, %r3, 1;\n"
	"setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP; st.global.b32 [%rd2], %r2; st.global.f32 [%rd2+4], %f1; ret;\n}\n"
	BEGIN("strides") WALK END
	BEGIN("widths") "add.s32 %r3, %r1, 0; " WALK
	"add.s32 %r3, %r3, -1; setp.ne.s32 %p1, %r3, 0; @%p1 bra LOOP; st.global.f32 [%rd2], %f1; ret;\n}\n"
	BEGIN("fragments") "LOOP:\n wmma.load.a.sync.aligned.row.m16n16k8.global.tf32 {%r4, %r5, %r6, %r7}, [%rd2], %r1;\n"
	"xor.b32 %r8, %r4, %r5; xor.b32 %r10, %r6, %r7; xor.b32 %r2, %r8, %r10; st.shared.b32 [%r9], %r2;\n"
	"add.f32 %f1, %f1, 0f3F800000;\n" END
	BEGIN("halves") ".reg .b32 %h<9>;\nLOOP:\n" FRAGMENT("a") "st.shared.b32 [%r9], %h1; add.f32 %f1, %f1, 0f3F800000;\n" END
	BEGIN("turns") ".reg .b32 %h<9>, %i<9>, %j<9>, %k<9>, %s<5>, %t<5>;\n"
	"mov.b32 %s1, 0; mov.b32 %s2, 0; mov.b32 %s3, 0; mov.b32 %s4, 0;\nLOOP:\n"
	FRAGMENT("a") FRAGMENT_OF("b", "%i", "") PRODUCT("%t", "%h", "%i", "%s")
	FRAGMENT_OF("a", "%j", "+32") FRAGMENT_OF("b", "%k", "+32") PRODUCT("%s", "%j", "%k", "%t")
	"add.f32 %f1, %f1, 0f3F800000; add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n"
	"st.global.b32 [%rd2], %s1; st.global.b32 [%rd2+4], %s2; st.global.b32 [%rd2+8], %s3;\n"
	"st.global.b32 [%rd2+12], %s4; st.global.f32 [%rd2], %f1; ret;\n}\n"
	BEGIN("doubles") ".reg .f64 %d<2>;\nLOOP:\n wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%d1}, [%rd2], %r1;\n"
	"st.shared.f64 [%r9], %d1; add.f32 %f1, %f1, 0f3F800000;\n" END
	BEGIN("made_again") LANE MADE TURN("%r14") END
	BEGIN("made_long") LANE MADE_LONG TURN("%r17") END
	BEGIN("behind") LANE MADE_LONG TURN("%r1")
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP; st.global.b32 [%rd2], %r17; st.global.f32 [%rd2+4], %f1; ret;\n}\n"
	BEGIN("around") LANE MADE_LONG "mov.u32 %r18, 0;\nOUTER:\n mov.u32 %r3, 0;\n" TURN("%r1")
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP; st.shared.b32 [%r9+4], %r17;\n"
	"add.s32 %r18, %r18, 1; setp.lt.s32 %p1, %r18, %r1; @%p1 bra OUTER; st.global.f32 [%rd2], %f1; ret;\n}\n"
	BEGIN("bounds") BOUNDS "st.shared.b32 [%r9+4], %r8; st.shared.b32 [%r9+8], %r2;\n" OUTER_END
	BEGIN("bounds_alone") BOUNDS "st.shared.b32 [%r9+4], %r8;\n" OUTER_END
	BEGIN("bounds_inside") "ld.global.b32 %r2, [%rd2]; shr.b32 %r12, %r2, 4; and.b32 %r8, %r12, 15; mov.u32 %r18, 0;\nOUTER:\n"
	"mov.u32 %r3, 0;\n" TURN("%r8") "add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n"
	"st.shared.b32 [%r9+8], %r2;\n" OUTER_END
	BEGIN("given") LANE "shfl.sync.down.b32 %r17, %r11, 1, 31, -1;\n" TURN("%r17") END
	BEGIN("quotient") LANE ALIKE TURN("%r12") UNTIL("%r11")
	BEGIN("less") LANE ALIKE TURN("%r13") UNTIL("%r11")
	BEGIN("greater") LANE ALIKE TURN("%r14") UNTIL("%r11")
	BEGIN("product") LANE ALIKE TURN("%r15") UNTIL("%r11")
	BEGIN("together") LANE ALIKE TURN("%r12") UNTIL("%r1")
	BEGIN("row") LANE ALIKE BYTE_OF("%rd5, %rd6; add.s64 %rd4, %rd2, %rd7; ") UNTIL("%r11")
	BEGIN("no_row") LANE ALIKE BYTE_OF("%rd5, %rd6; shl.b64 %rd8, %rd7, 1; add.s64 %rd4, %rd2, %rd8; ") UNTIL("%r11")
	BEGIN("within") LANE "mov.f32 %f2, 0f00000000;\nLOOP:\n add.s32 %r4, %r11, %r3; setp.ge.s32 %p1, %r4, %r1; mov.f32 %f2, 0f00000000;\n"
	"mul.wide.s32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3; @%p1 bra OVER;\n ld.global.f32 %f2, [%rd4];\n"
	"OVER:\n mad.lo.s32 %r5, %r4, %r1, %r4; shr.u32 %r6, %r5, 3; mad.lo.s32 %r7, %r6, %r1, %r4; shr.u32 %r8, %r7, 5;\n"
	"mad.lo.s32 %r10, %r8, %r1, %r6; st.shared.b32 [%r9], %r10; add.f32 %f1, %f1, %f2;\n" END
	BEGIN("bits") "ld.global.f32 %f4, [%rd2]; mov.b32 %r2, %f4;\n" TURN("%r2") END
	BEGIN("both") "ld.global.f32 %f4, [%rd2]; mov.b32 %r2, %f4;\n" TURN("%r2") "add.f32 %f1, %f1, %f4;\n" END
	BEGIN("copies_long") LANE MADE_LONG "LOOP:\n" ADDRESS
	"shl.b32 %r7, %r4, 2; add.s32 %r8, %r17, %r7; st.shared.f32 [%r8], %f2;\n"
	"add.f32 %f1, %f1, 0f3F800000;\n" END
	BEGIN("inside") "mul.wide.s32 %rd5, %r1, 4; mov.u32 %r11, %tid.x; mov.u32 %r18, 0;\nOUTER:\n"
	"mad.lo.s32 %r4, %r18, %r1, %r11; mul.wide.s32 %rd4, %r4, 4; add.s64 %rd6, %rd2, %rd4; mov.u64 %rd7, %rd6;\n"
	"mov.f32 %f1, 0f00000000; mov.u32 %r3, 0;\n"
	"LOOP:\n ld.global.f32 %f2, [%rd6]; add.f32 %f1, %f1, %f2; add.s64 %rd6, %rd6, %rd5;\n"
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP; ld.global.f32 %f2, [%rd7+4];\n"
	"add.f32 %f1, %f1, %f2; st.global.f32 [%rd7], %f1; add.s32 %r18, %r18, 1; setp.lt.s32 %p1, %r18, %r1;\n"
	"@%p1 bra OUTER; ret;\n}\n"
	BEGIN_OF("pairs", ", .param .u64 other") "ld.param.u64 %rd7, [other]; cvta.to.global.u64 %rd5, %rd7;\n"
	"LOOP:\n" ADDRESS "st.shared.f32 [%r9], %f2; add.s64 %rd6, %rd5, %rd3; ld.global.f32 %f3, [%rd6];\n"
	"st.shared.f32 [%r9+512], %f3; add.f32 %f1, %f1, 0f3F800000;\n" END;

static const struct {
	const char *entry;
	int arguments;
	double held, own;
} rows[] = {{"copies", 2, 2, 2}, {"sums", 2, 2, 0}, {"scales", 2, 3, 0}, {"pieces", 2, 3, 0}, {"moved_on", 2, 2, 0}, {"strides", 2, 2, 0},
	    {"widths", 2, 4, 0}, {"fragments", 2, 7, 0}, {"halves", 2, 3, 0}, {"turns", 2, 9, 0}, {"doubles", 2, 3, 0},
	    {"made_again", 2, 2, 0}, {"made_long", 2, 3, 0}, {"behind", 2, 2, 0}, {"around", 2, 4, 0}, {"given", 2, 3, 0},
	    {"bounds", 2, 4, 0}, {"bounds_alone", 2, 4, 0}, {"bounds_inside", 2, 5, 0},
	    {"quotient", 2, 3, 0}, {"less", 2, 3, 0}, {"greater", 2, 3, 0}, {"product", 2, 2, 0}, {"together", 2, 2, 0},
	    {"row", 2, 4, 0}, {"no_row", 2, 2, 0}, {"bits", 2, 3, 0}, {"both", 2, 3, 0},
	    {"copies_long", 2, 2, 2}, {"inside", 2, 0, 0}, {"pairs", 3, 2, 2}};

/* Of the loads of global memory the last, which is in the loop. */
static gm_issue
issue_of_load(const char *entry, int arguments_count)
{
	static const char *const arguments[] = {"f32[4096]:random", "s32=64", "f32[4096]"};
	gm_kernel *kernel = case_warp(text, entry, arguments, arguments_count);
	gm_issue *issue = case_issue(kernel, 9), last = {.held = -1};
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_LOAD && kernel->sites[s].space == GM_GLOBAL)
			last = issue[s];
	free(issue);
	gm_kernel_free(kernel);
	return last;
}

START_TEST(loads_find_taken_what_loops_change_and_keep)
{
	const gm_issue load = issue_of_load(rows[_i].entry, rows[_i].arguments);
	ck_near(load.held, rows[_i].held, 1e-6);
	ck_near(load.own, rows[_i].own, 1e-6);
}
END_TEST

/* It goes ahead of the branch, under its condition. */
START_TEST(a_load_that_goes_ahead_under_a_predicate_is_conditional)
{
	ck_assert(issue_of_load("within", 2).conditional);
	ck_assert(!issue_of_load("sums", 2).conditional);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_registers");
	TCase *tests = tcase_create("issue_registers");
	tcase_add_loop_test(tests, loads_find_taken_what_loops_change_and_keep, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, a_load_that_goes_ahead_under_a_predicate_is_conditional);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
