/*
 * Triangles of blocks whose addresses lie in too many ways: blocks are drawn from boxes on either side of the
 * diagonal, so that what the sides come to is known to the block.
 */
#include "ptx/case.h"

enum { SIDE = 40, LAYERS = 10 };

#define LOAD "ld.global.f32 %f1, [%rd3]; add.f32 %f2, %f2, %f1; add.s64 %rd3, %rd3, 4;\n"
#define EIGHT LOAD LOAD LOAD LOAD LOAD LOAD LOAD LOAD

/* Blocks beyond the diagonal, x > y, end at once; the others load 64 times, a row of 777 words further for each
   layer, and 16 rows for each y. */
static const char text[] =
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<3>; .reg .pred %p<4>;\n"
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z; mov.u32 %r4, %tid.x;\n"
	"setp.gt.u32 %p1, %r1, %r2; @%p1 bra END;\n"
	"shl.b32 %r5, %r1, 4; add.u32 %r5, %r5, %r4; shl.b32 %r6, %r2, 4; add.u32 %r6, %r6, %r3;\n"
	"mad.lo.u32 %r5, %r6, 777, %r5;\n"
	"mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2; mov.f32 %f2, 0f00000000;\n"
	EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
	"st.global.f32 [%rd3], %f2;\nEND: ret; }\n";

START_TEST(sides_of_a_triangle_are_known_to_the_block)
{
	static const char *const arguments[] = {"f32[600000]"};
	const gm_ptx_launch launch = {.grid = {SIDE, SIDE, LAYERS}, .block = {256, 1, 1}, .arguments = arguments,
				      .arguments_count = 1};
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	int64_t near = 0, far = 0;
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_kernel_blocks(kernel, &samples, &err), &err);
	for (size_t i = 0; i < samples.count; i++) {
		const gm_block_sample *s = &samples.samples[i];
		*(s->block.x > s->block.y ? &far : &near) += s->weight;
	}
	ck_assert(!samples.exact && samples.same_paths);
	ck_assert_uint_lt(samples.count, SIDE * SIDE * LAYERS);
	ck_assert_int_eq(near, LAYERS * SIDE * (SIDE + 1) / 2);
	ck_assert_int_eq(far, LAYERS * SIDE * (SIDE - 1) / 2);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("triangle");
	TCase *tests = tcase_create("triangle");
	tcase_add_test(tests, sides_of_a_triangle_are_known_to_the_block);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
