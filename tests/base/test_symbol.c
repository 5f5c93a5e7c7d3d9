#include "base/symbol.h"

#include "support/near.h"

/* Symbols as nvcc 13 writes them for the declarations beside them. */
#define NBODY "_Z5nbodyPK6float4PS_i"                     /* nbody(const float4*, float4*, int) */
#define TRANSPOSE "_ZN3lib2v29transposeIfLi1EEEvPKT_PS3_i" /* lib::v2::transpose<float, 1>(...) */
#define TILE "_ZZ8tiled_mmPKfS0_PfiE2As"                  /* As, shared, in tiled_mm */
#define INNER "_ZZN37_INTERNAL_d70a0a1f_7_rows_cu_c3445eaf10over_blockEfbE4part" /* part, shared, in a static
										   function over_block(float, bool) */
#define HIDDEN "_ZN12_GLOBAL__N_13fooEv"                  /* foo in a namespace without a name */
#define TAGGED "_ZN8__main__5scaleB2v1B4cw51Ef" /* __main__::scale[abi:v1][abi:cw51](float), as Numba writes it */

START_TEST(a_symbol_is_read_without_parameters_and_result)
{
	gm_arena *arena = gm_arena_new();
	ck_assert_str_eq(gm_symbol_readable(arena, NBODY), "nbody");
	ck_assert_str_eq(gm_symbol_readable(arena, TRANSPOSE), "lib::v2::transpose<float, 1>");
	ck_assert_str_eq(gm_symbol_readable(arena, "saxpy"), "saxpy");
	ck_assert_str_eq(gm_symbol_readable(arena, "_Zebra"), "_Zebra");
	ck_assert_str_eq(gm_symbol_readable(arena, TAGGED), "__main__::scale");
	ck_assert_str_eq(gm_symbol_plain(arena, NBODY), "nbody");
	ck_assert_str_eq(gm_symbol_plain(arena, TAGGED), "scale");
	ck_assert_str_eq(gm_symbol_plain(arena, TRANSPOSE), "transpose");
	ck_assert_str_eq(gm_symbol_plain(arena, TILE), "As");
	ck_assert_str_eq(gm_symbol_plain(arena, HIDDEN), "foo");
	ck_assert_str_eq(gm_symbol_plain(arena, INNER), "part");
	ck_assert_str_eq(gm_symbol_plain(arena, "_Z8axpy_h27__half2PKS_PS_"), "axpy_h27");
	gm_arena_free(arena);
}
END_TEST

typedef struct meant {
	const char *symbol, *name;
	bool fits;
} meant;

static const meant rows[] = {
        {NBODY, "nbody", true},
        {NBODY, NBODY, true},
        {NBODY, "float4", false}, /* a parameter's type */
        {NBODY, "body", false},
        {NBODY, "nbody(float4 const*, float4*, int)", true},
        {"saxpy", "saxpy", true},
        {"saxpy", "axpy", false},
        {TRANSPOSE, "transpose", true},
        {TRANSPOSE, "v2::transpose", true},
        {TRANSPOSE, "lib::v2::transpose", true},
        {TRANSPOSE, "2::transpose", false},
        {TRANSPOSE, "lib", false},
        {TRANSPOSE, "transpose<float,1>", true},
        {TRANSPOSE, "transpose<float, (int)1>", true}, /* as Nsight Compute writes it */
        {TRANSPOSE, "void lib::v2::transpose<float, (int)1>(const T1 *, T1 *, int)", true},
        {TRANSPOSE, "transpose<float,2>", false},
        {TRANSPOSE, "transpose<float>", false},
        {TRANSPOSE, "", false},
        {HIDDEN, "foo", true},
        {TAGGED, "scale", true},
        {TAGGED, "__main__::scale[abi:v1][abi:cw51](float)", true},
        {TAGGED, "cw51", false},
};

START_TEST(a_name_fits_the_end_of_the_reading_and_nothing_else)
{
	const meant *row = &rows[_i];
	ck_assert_msg(gm_symbol_fits(row->symbol, row->name) == row->fits, "%s for %s", row->name,
	              row->symbol);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("symbol");
	TCase *cases = tcase_create("symbol");
	tcase_add_test(cases, a_symbol_is_read_without_parameters_and_result);
	tcase_add_loop_test(cases, a_name_fits_the_end_of_the_reading_and_nothing_else, 0,
	                    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
