/*
 * Spills in machine code: input/machine_code.c, machine_flow.c, spill_lines.c.
 */
#include "input/cubin.h"
#include "input/machine_code.h"
#include "input/spill_lines.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER GM_TREE "/tests/data/cubins/"

/* ---- cubins ---- */

static const gm_compiled_kernel *
find(const gm_compiled *compiled, const char *name)
{
	for (int i = 0; i < compiled->kernels_count; i++)
		if (strcmp(compiled->kernels[i].name, name) == 0)
			return &compiled->kernels[i];
	ck_abort_msg("no kernel %s", name);
}

static gm_compiled *
load(const char *file)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_compiled *out = NULL;
	snprintf(path, sizeof path, FOLDER "%s", file);
	ck_assert_msg(gm_cubin_load(path, &out, &err) == GM_OK, "%s", err.message);
	return out;
}

static int
count(const gm_spilling *s, gm_spill_kind kind, int bytes)
{
	int out = 0;
	for (int32_t r = 0; r < s->regions_count; r++)
		for (int32_t i = 0; i < s->regions[r].items_count; i++)
			out += s->regions[r].items[i].kind == kind && s->regions[r].items[i].bytes == bytes;
	return out;
}

/* STL, LDL, and those of 64 bits, which nvdisasm 13.0 marks SpillRefill in `spilling`. */
static const struct {
	const char *file;
	int words, pairs;
} listed[] = {{"sm_75.cubin", 7, 0}, {"sm_80.cubin", 7, 1}, {"sm_86.cubin", 7, 1}, {"sm_89.cubin", 7, 1},
	      {"sm_90.cubin", 7, 1}, {"sm_100.cubin", 7, 1}, {"sm_120.cubin", 7, 1}};

START_TEST(spills_of_a_cubin_are_those_that_the_disassembler_marks)
{
	gm_compiled *compiled = load(listed[_i].file);
	const gm_spilling *s = &find(compiled, "spilling")->spilling;
	ck_assert_int_eq(s->regions_count, 1);
	ck_assert_int_eq(count(s, GM_SPILL_STORE, 4), listed[_i].words);
	ck_assert_int_eq(count(s, GM_SPILL_LOAD, 4), listed[_i].words);
	ck_assert_int_eq(count(s, GM_SPILL_STORE, 8), listed[_i].pairs);
	ck_assert_int_eq(count(s, GM_SPILL_LOAD, 8), listed[_i].pairs);
	ck_assert_int_eq(count(s, GM_SPILL_FETCH, 0), 28);
	ck_assert_int_eq(count(s, GM_SPILL_PUT, 0), 28);
	/* An array in the frame is none. */
	const gm_spilling *array = &find(compiled, "array")->spilling;
	ck_assert_int_eq(array->regions_count, 1);
	ck_assert_int_eq(array->regions[0].items_count, 0);
	gm_compiled_free(compiled);
}
END_TEST

/* Before CUDA 12.9 nobody marks them. */
START_TEST(where_spills_are_not_marked_nothing_is_said)
{
	gm_compiled *compiled = load("before_13_sm_90.cubin");
	ck_assert_int_eq(find(compiled, "spilling")->spilling.regions_count, 0);
	gm_compiled_free(compiled);
}
END_TEST

/* By hand from what nvdisasm 13.0 shows of `spilling` in sm_90.cubin: 79 instructions up to EXIT, 16 of them spills.
   STL.64 [R1+0x20], R2 at 0xe0 is the first, behind 14, and keeps what LDG number 8 loaded; LDL.LU.64 R2 at 0x300
   stands behind 38 others and is read 14 later, by STG R3 at 0x440. */
static const char by_hand[] =
	"-1 63 0n 4g 5g 6g 7g 8g 9g 10g 11g 12g 13g 14s8@32<8 15s4@24<0 15s4@20<1 15s4@16<2 15g 16g 17g 18g 19g 20g 21g "
	"22g 23g 24g 25g 26g 27g 28g 29s4@12<3 29s4@8<4 29s4@4<5 29g 30g 31g 32s4@0<6 32g 33h 34h 35h 36h 37m4@24>24 "
	"37m4@20>23 38m8@32>14 38h 39h 40h 41m4@16>18 41m4@12>17 41m4@8>16 41h 42h 43m4@4>13 43m4@0>12 43h 44h 45h 46h "
	"47h 48h 49h 50h 51h 52h 53h 54h 55h 56h 57h 58h 59h 60h 61h";

static void
expect_region(const gm_spill_region *is, const char *line)
{
	char text[2048];
	gm_spill_region expected;
	gm_arena *arena = gm_arena_new();
	snprintf(text, sizeof text, "%s", line);
	ck_assert(gm_spill_region_read(text, arena, &expected));
	ck_assert_int_eq(is->parent, expected.parent);
	ck_assert_int_eq(is->length, expected.length);
	ck_assert_int_eq(is->items_count, expected.items_count);
	for (int32_t i = 0; i < is->items_count; i++) {
		const gm_spill_item *a = &is->items[i], *b = &expected.items[i];
		ck_assert_msg(a->kind == b->kind && a->bytes == b->bytes && a->at == b->at && a->maker == b->maker &&
				      a->use == b->use && a->place == b->place && a->last == b->last,
			      "item %d: kind %d bytes %d at %d maker %d use %d place %d last %d", i, a->kind, a->bytes,
			      a->at, a->maker, a->use, (int)a->place, a->last);
	}
	gm_arena_free(arena);
}

START_TEST(a_kernel_is_listed_as_by_hand)
{
	gm_compiled *compiled = load("sm_90.cubin");
	expect_region(&find(compiled, "spilling")->spilling.regions[0], by_hand);
	gm_compiled_free(compiled);
}
END_TEST

/* ---- code that is made here ---- */

enum { MOST = 32, NEVER = 0xf }; /* NEVER: @!PT */

typedef struct assembler {
	unsigned char bytes[MOST * GM_MACHINE_STEP];
	size_t count;
	uint32_t spills[MOST];
	size_t spills_count;
	int sm;
} assembler;

static void
put(assembler *a, uint64_t low, uint64_t high)
{
	for (int i = 0; i < 8; i++) {
		a->bytes[a->count * GM_MACHINE_STEP + (size_t)i] = (unsigned char)(low >> 8 * i);
		a->bytes[a->count * GM_MACHINE_STEP + 8 + (size_t)i] = (unsigned char)(high >> 8 * i);
	}
	a->count++;
}

enum { ALWAYS = 7 };

static void
put_other(assembler *a, unsigned opcode, unsigned result)
{
	put(a, opcode | ALWAYS << 12 | result << 16 | UINT64_C(0xff) << 24 | UINT64_C(0xff) << 32, 0xff);
}

static void
put_spill(assembler *a, bool store, unsigned width, unsigned reg, int place)
{
	a->spills[a->spills_count++] = (uint32_t)(a->count * GM_MACHINE_STEP);
	put(a,
	    (store ? 0x387u : 0x983u) | ALWAYS << 12 | (store ? 0 : reg << 16) | 1u << 24 |
		    (store ? (uint64_t)reg << 32 : 0) | ((uint64_t)place & 0xffffff) << 40,
	    (uint64_t)width << 9 | 1u << 20);
}

/* As the tables in machine_code.h say: words of 4 bytes from the next instruction on. */
static void
put_branch(assembler *a, int to, unsigned predicate)
{
	const int64_t words = ((int64_t)to - (int64_t)a->count - 1) * 4;
	const uint64_t far = (uint64_t)(a->sm >= 90 ? words >> 8 : words) & ((UINT64_C(1) << 48) - 1);
	const uint64_t low = a->sm >= 90 ? (uint64_t)words & 0xff : 0;
	put(a, 0x947 | predicate << 12 | low << 16 | far << 34, far >> 30 | (uint64_t)7 << 23);
}

static gm_spilling
decode(const assembler *a, gm_arena *arena)
{
	/* Of its own size, so that a read past its end is seen. */
	unsigned char *exact = malloc(a->count * GM_MACHINE_STEP + 1);
	memcpy(exact, a->bytes, a->count * GM_MACHINE_STEP);
	const gm_spilling out = gm_machine_code_read(&(gm_machine_code){.bytes = exact,
									.length = a->count * GM_MACHINE_STEP,
									.sm = a->sm,
									.spills = a->spills,
									.spills_count = a->spills_count},
						     arena);
	free(exact);
	return out;
}

/* Two loops one in the other, the outer of which goes on behind code for which it branches away:
    0 LDG R4       5 @P0 BRA 4 (inner)     8 EXIT
    1 STL.64 R6    6 BRA 9                 9 STL R9
    2 LDG R8       7 @P0 BRA 2 (outer)    10 BRA 7
    3 LDL R5
    4 LDL.128 R12 */
static void
make_nest(assembler *a)
{
	put_other(a, 0x981, 4);
	put_spill(a, true, 5, 6, 8);
	put_other(a, 0x981, 8);
	put_spill(a, false, 4, 5, 0);
	put_spill(a, false, 6, 12, 16);
	put_branch(a, 4, 0);
	put_branch(a, 9, ALWAYS);
	put_branch(a, 2, 0);
	put_other(a, 0x94d, 0);
	put_spill(a, true, 4, 9, -4);
	put_branch(a, 7, ALWAYS);
}

static const int machines[] = {75, 80, 86, 89, 90, 100, 121};

START_TEST(loops_are_those_of_the_branches_back)
{
	assembler a = {.sm = machines[_i]};
	gm_arena *arena = gm_arena_new();
	make_nest(&a);
	const gm_spilling s = decode(&a, arena);
	ck_assert_int_eq(s.regions_count, 3);
	/* LDG, EXIT; the store of a pair that nobody made. A block of EXIT alone does nothing. */
	expect_region(&s.regions[0], "-1 2 0n 0g 1s8@8<-1");
	/* LDG, two branches and one back; the code away comes last. */
	expect_region(&s.regions[1], "0 4 0n 0g 1l4@0>-1 3n 3s4@-4<-1");
	expect_region(&s.regions[2], "1 1 0n 0l16@16>-1");
	gm_arena_free(arena);
}
END_TEST

/* ---- what cannot be followed ---- */

typedef void spoil(assembler *a);

static void outside_forward(assembler *a) { put_branch(a, (int)a->count + 1, 0); }
static void outside_back(assembler *a) { put_branch(a, -1, 0); }
static void far_outside(assembler *a) { put(a, 0x947 | UINT64_C(0x3fffffff) << 34, UINT64_C(7) << 23 | 0xffff); }
static void through_register(assembler *a) { put_other(a, 0x949, 0); }
static void marked_other(assembler *a) { a->spills[0] = 0; }
static void marked_behind(assembler *a) { a->spills[0] = (uint32_t)a->count * GM_MACHINE_STEP; }
static void marked_far(assembler *a) { a->spills[0] = UINT32_MAX; }
static void older(assembler *a) { a->sm = 74; }
static void newer(assembler *a) { a->sm = 122; }
static void empty(assembler *a) { a->count = 0; }

/* A spill where no branch leads, as in a function that is called. */
static void
called(assembler *a)
{
	put_branch(a, (int)a->count, ALWAYS);
	put_spill(a, true, 4, 9, 0);
	put_other(a, 0x950, 0);
}

static spoil *const spoilt[] = {outside_forward, outside_back, far_outside, through_register, marked_other,
				marked_behind,   marked_far,   older,       newer,            empty,
				called};

START_TEST(of_code_that_cannot_be_followed_nothing_is_said)
{
	assembler a = {.sm = 90};
	gm_arena *arena = gm_arena_new();
	make_nest(&a);
	ck_assert_int_eq(decode(&a, arena).regions_count, 3);
	spoilt[_i](&a);
	ck_assert_int_eq(decode(&a, arena).regions_count, 0);
	gm_arena_free(arena);
}
END_TEST

START_TEST(code_of_half_an_instruction_says_nothing)
{
	assembler a = {.sm = 90};
	gm_arena *arena = gm_arena_new();
	make_nest(&a);
	for (size_t length = 0; length < a.count * GM_MACHINE_STEP; length++) {
		unsigned char *exact = malloc(length + 1);
		memcpy(exact, a.bytes, length);
		const gm_machine_code code = {exact, length, 90, a.spills, a.spills_count};
		ck_assert_int_eq(gm_machine_code_read(&code, arena).regions_count, 0);
		free(exact);
	}
	gm_arena_free(arena);
}
END_TEST

/* Any bytes at all: nothing to expect but an end. */
START_TEST(any_bytes_come_to_an_end)
{
	uint64_t random = 1;
	for (int round = 0; round < 2000; round++) {
		assembler a = {.sm = round % 2 ? 90 : 80};
		gm_arena *arena = gm_arena_new();
		make_nest(&a);
		for (int k = 0; k < 12; k++) {
			random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			a.bytes[(random >> 33) % (a.count * GM_MACHINE_STEP)] = (unsigned char)(random >> 24);
		}
		ck_assert_int_ge(decode(&a, arena).regions_count, 0);
		gm_arena_free(arena);
	}
}
END_TEST

/* ---- lines ---- */

static const char *const wrong[] = {
	"",        "-1",         "-2 3",      "-1 -3",       "x 3",          "-1 3 n",      "-1 3 0x",      "-1 3 0nn",
	"-1 3 4n", "-1 3 1n 0n", "-1 3 0s4",  "-1 3 0s4@0",  "-1 3 0s4@0>1", "-1 3 0l4@0<1", "-1 3 0s17@0<1", "-1 3 0s0@0<1",
	"-1 3 0s4@0<-2", "-1 3 0s4@0<1x",
};

START_TEST(a_line_that_is_no_region_is_refused)
{
	char text[64];
	gm_spill_region region;
	gm_arena *arena = gm_arena_new();
	snprintf(text, sizeof text, "%s", wrong[_i]);
	ck_assert_msg(!gm_spill_region_read(text, arena, &region), "'%s'", wrong[_i]);
	gm_arena_free(arena);
}
END_TEST

START_TEST(a_line_may_have_no_items)
{
	char text[] = "-1  0 ";
	gm_spill_region region;
	gm_arena *arena = gm_arena_new();
	ck_assert(gm_spill_region_read(text, arena, &region));
	ck_assert_int_eq(region.items_count, 0);
	gm_arena_free(arena);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("machine code");
	tcase_add_loop_test(tests, spills_of_a_cubin_are_those_that_the_disassembler_marks, 0,
			    (int)(sizeof listed / sizeof *listed));
	tcase_add_test(tests, where_spills_are_not_marked_nothing_is_said);
	tcase_add_test(tests, a_kernel_is_listed_as_by_hand);
	tcase_add_loop_test(tests, loops_are_those_of_the_branches_back, 0, (int)(sizeof machines / sizeof *machines));
	tcase_add_loop_test(tests, of_code_that_cannot_be_followed_nothing_is_said, 0,
			    (int)(sizeof spoilt / sizeof *spoilt));
	tcase_add_test(tests, code_of_half_an_instruction_says_nothing);
	tcase_add_test(tests, any_bytes_come_to_an_end);
	tcase_add_loop_test(tests, a_line_that_is_no_region_is_refused, 0, (int)(sizeof wrong / sizeof *wrong));
	tcase_add_test(tests, a_line_may_have_no_items);
	Suite *suite = suite_create("machine code");
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
