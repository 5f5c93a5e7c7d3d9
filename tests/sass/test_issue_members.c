/*
 * Exchanges between lanes that a mask names which differs between lanes: sass/issue_members.c.
 */
#include "sass/lengths.h"

#define TILE "mov.u32 %r7, %laneid; and.b32 %r8, %r7, -8; mov.u32 %r9, 255; shl.b32 %r10, %r9, %r8;\n"
#define AGAIN "mov.u32 %r24, %laneid; and.b32 %r25, %r24, -8; mov.u32 %r27, 255; shl.b32 %r26, %r27, %r25;\n"
#define SMALLER "and.b32 %r11, %r7, -4; mov.u32 %r12, 15; shl.b32 %r13, %r12, %r11;\n"
#define ADD(mask) "shfl.sync.bfly.b32 %r14|%p1, %r6, 1, 6175, " mask "; add.s32 %r6, %r6, %r14;\n"
#define BETWEEN "st.global.u32 [%rd7+4096], %r6; ld.global.u32 %r6, [%rd6+4096];\n"

static const char text[] = HEAD
	BEGIN("one") TILE ADD("%r10") END
	BEGIN("two") TILE ADD("%r10") ADD("%r10") END
	BEGIN("three") TILE ADD("%r10") ADD("%r10") ADD("%r10") END
	BEGIN("again") TILE ADD("%r10") ADD("%r10") AGAIN ADD("%r26") END
	BEGIN("tiles") TILE ADD("%r10") ADD("%r10") SMALLER ADD("%r13") ADD("%r13") END
	BEGIN("stored") TILE ADD("%r10") BETWEEN ADD("%r10") ADD("%r10") END
	BEGIN("all") "mov.u32 %r10, -1;\n" ADD("%r10") ADD("%r10") END
	BEGIN("here") "activemask.b32 %r10;\n" ADD("%r10") ADD("%r10") END
	BEGIN("vote") TILE "setp.gt.s32 %p2, %r6, 5; vote.sync.ballot.b32 %r14, %p2, %r10; add.s32 %r6, %r6, %r14;\n" END
	BEGIN("match") TILE "match.any.sync.b32 %r14, %r6, %r10; add.s32 %r6, %r6, %r14;\n" END
	BEGIN("redux") TILE "redux.sync.add.s32 %r14, %r6, %r10; add.s32 %r6, %r6, %r14;\n" END
	BEGIN("meet") TILE "st.global.u32 [%rd7+4096], %r6; bar.warp.sync %r10; ld.global.u32 %r6, [%rd6+4096];\n" END
	BEGIN("behind") TILE "setp.gt.s32 %p2, %r2, %r1; @%p2 bra M; ld.global.u32 %r6, [%rd6+4096];\nM:\n" ADD("%r10") END
	BEGIN("behind_three") TILE "setp.gt.s32 %p2, %r2, %r1; @%p2 bra M; ld.global.u32 %r6, [%rd6+4096];\nM:\n"
		ADD("%r10") ADD("%r10") ADD("%r10") END;

/* `one` is 17 and WARPSYNC, SHFL, an addition, and two R2UR for each access to global memory. */
static const written_length rows[] = {
	{"one", 24}, {"two", 30}, {"three", 32}, {"again", 32}, {"tiles", 42}, {"stored", 38}, {"all", 17},
	{"here", 18}, {"vote", 27}, {"match", 26}, {"redux", 27}, {"meet", 28}, {"behind", 29},
	{"behind_three", 38},
};

START_TEST(it_is_as_long_as_what_ptxas_writes)
{
	must_be_as_long(text, &rows[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_members");
	TCase *tests = tcase_create("issue_members");
	tcase_add_loop_test(tests, it_is_as_long_as_what_ptxas_writes, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
