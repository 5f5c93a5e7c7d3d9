/*
 * Where the lanes of a warp begin with the fragments of wmma's accumulators (simt/matrix.h). Distances as the
 * code of ptxas 13.0 for sm_90 has them, for each shape from and to global memory; read with nvdisasm.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

enum { ACCESSES = 8 };

#define PTX(move, registers)                                                                                 \
	".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 .ptr .align 256 x)\n{\n" \
	".reg .b64 %rd<4>; .reg .b32 %r<20>;\n"                                                              \
	"ld.param.u64 %rd1, [x]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r10, 128;\n"                        \
	"wmma.store.d.sync.aligned." move " [%rd2], {" registers "}, %r10;\nret;\n}\n"
#define FOUR "%r0, %r1, %r2, %r3"
#define EIGHT FOUR ", %r4, %r5, %r6, %r7"

/* Bytes from the tile's first: of lane 0 in each access, and of lanes 1 and 4 in the first; rows or columns lie
   128 elements apart. */
static const struct {
	const char *text;
	int accesses, bytes;
	long first[ACCESSES], lane_1, lane_4;
} rows[] = {
	{PTX("row.m16n16k16.global.s32", EIGHT), 4, 8, {0, 0x1000, 0x20, 0x1020}, 8, 0x200},
	{PTX("col.m32n8k16.global.s32", EIGHT), 8, 4,
	 {0, 0x200, 0x20, 0x220, 0x40, 0x240, 0x60, 0x260}, 0x400, 4},
	{PTX("row.m32n8k16.global.s32", EIGHT), 4, 8, {0, 0x1000, 0x2000, 0x3000}, 8, 0x200},
	{PTX("row.m8n32k16.global.s32", EIGHT), 8, 4,
	 {0, 0x200, 0x20, 0x220, 0x40, 0x240, 0x60, 0x260}, 0x400, 4},
	{PTX("col.m8n32k16.global.f32", EIGHT), 4, 8, {0, 0x1000, 0x2000, 0x3000}, 8, 0x200},
	{PTX("row.m16n16k16.global.f16", FOUR), 4, 4, {0, 0x800, 0x10, 0x810}, 4, 0x100},
	{PTX("col.m16n16k16.global.f16", FOUR), 4, 4, {0, 0x10, 0x800, 0x810}, 4, 0x100},
	{PTX("col.m32n8k16.global.f16", FOUR), 4, 4, {0, 0x10, 0x20, 0x30}, 4, 0x100},
	{PTX("row.m8n32k16.global.f16", FOUR), 4, 4, {0, 0x10, 0x20, 0x30}, 4, 0x100},
	{PTX("col.m8n32k16.global.f16", FOUR), 4, 4, {0, 0x800, 0x1000, 0x1800}, 4, 0x100},
};

typedef struct stores {
	const gm_kernel *kernel;
	int count, bytes;
	uint64_t address[ACCESSES][32];
} stores;

static gm_status
see_store(void *state, const gm_warp_instr *instr)
{
	stores *s = state;
	if (s->kernel->sites[instr->site].operation != GM_STORE || s->count == ACCESSES)
		return GM_OK;
	s->bytes = s->kernel->sites[instr->site].access_bytes;
	memcpy(s->address[s->count++], instr->address, sizeof *s->address);
	return GM_OK;
}

START_TEST(accumulators_lie_as_the_assembler_has_them)
{
	static const char *const arguments[] = {"f32[8192]:zero"};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(rows[_i].text, NULL, arguments, 1);
	stores s = {.kernel = kernel};
	const gm_sink sink = {.state = &s, .instruction = see_store};
	case_ok(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	ck_assert_int_eq(s.count, rows[_i].accesses);
	ck_assert_int_eq(s.bytes, rows[_i].bytes);
	for (int k = 0; k < s.count; k++)
		ck_assert_int_eq((long)(s.address[k][0] - s.address[0][0]), rows[_i].first[k]);
	ck_assert_int_eq((long)(s.address[0][1] - s.address[0][0]), rows[_i].lane_1);
	ck_assert_int_eq((long)(s.address[0][4] - s.address[0][0]), rows[_i].lane_4);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("fragments");
	TCase *cases = tcase_create("fragments");
	tcase_add_loop_test(cases, accumulators_lie_as_the_assembler_has_them, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
