/*
 * From PTX to what is issued: how many machine instructions each step costs.
 *
 * PTX is not what runs. The assembler (ptxas) folds address arithmetic into loads, joins logic into
 * three-input operations, expands divisions, removes branches around a few instructions, unrolls
 * loops. This is a model of what it does, read from the code it wrote (nvcc 13.0, sm_90 and sm_75)
 * for the kernels of tests/ptx/lowering, which are not those that the model is judged by. Nothing
 * in it was fitted to a run.
 *
 * 1. A table (issue_rules.c) gives each instruction its cost by unit, expansions included: the path
 *    usually taken, for division and roots the one without denormal operands.
 * 2. Folding (issue_fold.c), along definitions and uses:
 *      - moves, address conversions and reads of parameters cost nothing themselves;
 *      - mul.wide + add.s64 is one IMAD.WIDE, shl + add.s64 one LEA and its carry;
 *      - an addition of 64 bits costs two, as do comparison, selection, shift and logic;
 *      - and, or, xor, not of 32 bits join to LOP3 of three inputs, mul + add to FFMA, DFMA or
 *        IMAD, shl + add to LEA, two additions to IADD3;
 *      - neg, abs and cvt.sat of floats are modifiers; conversions that only widen what was
 *        zero-extended vanish; halves of 64 bits that are known cost nothing;
 *      - logic of predicates goes into a comparison (issue_conditions.c);
 *      - what is never selected is not computed (issue_known.c), and arithmetic of floats that was done
 *        on every way to it is not done again (issue_alike.c).
 * 3. Setting up (issue_setup.c), once per warp: the stack pointer, each special register read, and
 *    from compute capability 8.0 on each parameter and the descriptor of global memory; below, they
 *    are operands of the instruction that uses them. The address of shared memory takes three
 *    instructions from 9.0 on. Constants that no instruction can hold are moved into registers, and
 *    out of loops.
 *    A divisor is inverted once for all that divide by it, and where a loop leaves it alone before
 *    that (issue_motion.c), and from 9.0 on three
 *    LDS without lanes come before LDGSTS.
 *    A register that several instructions write takes a move where its old and its new value, or it and
 *    what it is a copy of, are needed at once (issue_moves.c).
 * 4. Flow (issue_flow.c): an if over 8 instructions at most is predicated (issue_predicate.c), over 20
 *    where waits for global memory hide it, of which its own loads need enough behind them (issue_waited.c), never
 *    with an atomic, nor where a load would wait for a store: it costs no branch, and its instructions are issued by
 *    warps without a lane in it, too.
 *    Arithmetic of floats that only the far side of another branch reads is done there where that
 *    takes no more registers (issue_sink.c). Of two
 *    conditions that lead to the same place the second is asked before the branch where it takes little
 *    (issue_both.c). Other branches on values that
 *    differ between lanes pay BSSY and BSYNC once. Innermost loops of a constant step without
 *    call or .pragma "nounroll", no longer than UNROLL_LIMIT instructions (longer with
 *    loads), are unrolled by four: counter, comparison, branch and pointers cost a quarter each. Those whose
 *    turns are known are written out as a whole where they are few or short, else in part. Which are not: issue_copies.c.
 *    What a warp then turns whose lanes turn differently often: turns.h.
 *
 * What it does not know: which further moves register allocation inserts, what ptxas
 * recomputes in a loop, and how a scheduler shares additions between ALU and FMA (the share is
 * an average).
 *
 * A step's cost goes to its site; that of a step without one to the next site of its basic block.
 */
#ifndef GM_SASS_ISSUE_H
#define GM_SASS_ISSUE_H

#include "sass/issue_plan.h"

/* issue.c. `out` has one row per site of the kernel. */
void gm_ptx_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out);

/* Says of the program's loops which of them need turns.h, and of branches which part stores. */
void gm_ptx_issue_note(const gm_kernel *kernel, int cc, ptx_program *program, gm_site *sites);

/* Per node of the program's graph: it is issued under a predicate. To be freed. */
bool *gm_ptx_issue_predicated(const gm_kernel *kernel, int cc);

/* Per loop: it is written out as a whole. To be freed. */
bool *gm_ptx_issue_whole(const gm_kernel *kernel, int cc);

/* issue_values.c */
void gm_ptx_issue_values_init(issue_values *values, const ptx_program *program);
void gm_ptx_issue_values_dispose(issue_values *values);

/* A literal itself, or what a mov makes of one. */
bool gm_ptx_issue_is_literal(const issue_plan *plan, uint32_t unit);

/* Behind the step, in its block, the unit is written before anything reads it. */
bool gm_ptx_issue_is_rewritten(const ptx_program *program, int32_t step, uint32_t unit);

/* What kind of number an instruction works on; a row of a table may take any. */
typedef enum issue_class {
	CLASS_ANY,
	CLASS_PREDICATE,
	CLASS_INTEGER, /* up to 32 bits */
	CLASS_LONG,    /* integers of 64 bits */
	CLASS_HALF,
	CLASS_SINGLE,
	CLASS_DOUBLE
} issue_class;

issue_class gm_ptx_issue_class(ptx_type type);

/* issue_rules.c: the cost of a step that is folded into nothing. */
gm_issue gm_ptx_issue_rule(const ptx_step *step, const ptx_word *word, int cc);

/* issue_floats.c: the arithmetic of floats among it. */
void gm_ptx_issue_floats(const ptx_word *word, gm_issue *out);
/* A product that nothing else reads is one instruction with the change of its sign. */
bool gm_ptx_issue_can_turn(const issue_plan *plan, int32_t product);
void gm_ptx_issue_angle(issue_plan *plan, int32_t step);
void gm_ptx_issue_scale(issue_plan *plan, int32_t step);

/* issue_convert.c: of a conversion, and of one step what conversions fold into. */
gm_issue gm_ptx_issue_conversion(const ptx_step *step, const ptx_word *word);
void gm_ptx_issue_saturate(issue_plan *plan, int32_t step);
void gm_ptx_issue_widened(issue_plan *plan, int32_t step);
void gm_ptx_issue_nearest(issue_plan *plan, int32_t step);
void gm_ptx_issue_round(issue_plan *plan, int32_t step);
void gm_ptx_issue_known(issue_plan *plan, int32_t step);
void gm_ptx_issue_narrow(issue_plan *plan, int32_t step);
void gm_ptx_issue_rotate(issue_plan *plan, int32_t step);
/* The part of a vector is taken out by the one instruction that reads it. */
bool gm_ptx_issue_is_taken_out(const issue_plan *plan, uint32_t unit, int bits);

/* issue_narrow.c: of one step. */
void gm_ptx_issue_unpack(issue_plan *plan, int32_t step);
void gm_ptx_issue_pack(issue_plan *plan, int32_t step);
void gm_ptx_issue_pack_stored(issue_plan *plan, int32_t step);
void gm_ptx_issue_mask(issue_plan *plan, int32_t step);
void gm_ptx_issue_eights(issue_plan *plan, int32_t step);
/* A float of 8 bits. */
bool gm_ptx_issue_is_eight(ptx_type type);

/* What a fused multiply-add of a type is counted as. */
gm_float gm_ptx_issue_fused(ptx_type type);

void gm_ptx_issue_fold(issue_plan *plan);
/* The reader takes the sign as a modifier. */
bool gm_ptx_issue_takes_sign(const issue_plan *plan, int32_t sign, int32_t reader);

/* issue_signs.c */
void gm_ptx_issue_signs(issue_plan *plan);

typedef bool (*issue_test)(const issue_plan *plan, int32_t step);

/* issue_fold.c: the step behind the definition of a source, through moves and conversions of addresses. */
int32_t gm_ptx_issue_origin(const issue_plan *plan, uint32_t unit);
/* Every reader of the step's result passes. */
bool gm_ptx_issue_all_users(const issue_plan *plan, int32_t step, issue_test test);

/* issue_conditions.c: of one step. */
void gm_ptx_issue_condition(issue_plan *plan, int32_t step);
void gm_ptx_issue_remade(issue_plan *plan, int32_t step);

/* issue_long.c: of one step. */
void gm_ptx_issue_long_sum(issue_plan *plan, int32_t step);
void gm_ptx_issue_long_three(issue_plan *plan, int32_t step);
void gm_ptx_issue_long_product(issue_plan *plan, int32_t step);

/* A parameter of 32 bits that is loaded into 64, by its sign or by zeros. */
bool gm_ptx_issue_is_wide_parameter(const issue_plan *plan, int32_t step, bool is_signed);

/* issue_fold_memory.c: of one step. */
void gm_ptx_issue_atomic(issue_plan *plan, int32_t step);
void gm_ptx_issue_offset(issue_plan *plan, int32_t step);
void gm_ptx_issue_joined(issue_plan *plan, int32_t step);
void gm_ptx_issue_picked(issue_plan *plan, int32_t step);
void gm_ptx_issue_uniform(issue_plan *plan, int32_t step);

/* issue_place.c: of one step; a sum that has become the place of accesses. */
void gm_ptx_issue_place(issue_plan *plan, int32_t step);
bool gm_ptx_issue_is_placed(const issue_plan *plan, int32_t step);

/* issue_kept.c: of one step. */
void gm_ptx_issue_kept(issue_plan *plan, int32_t step);

/* issue_fragments.c: of one step. */
void gm_ptx_issue_fragment(issue_plan *plan, int32_t step);

/* issue_lanes.c: of one step. */
void gm_ptx_issue_lanes(issue_plan *plan, int32_t step);

/* issue_extend.c */
/* Above a value of the type, of 8 or 16 bits, its register holds its sign where it is signed, else zeros. */
bool gm_ptx_issue_is_extended(const issue_plan *plan, uint32_t unit, ptx_type type);
void gm_ptx_issue_extend(issue_plan *plan);

/* issue_low.c */
void gm_ptx_issue_low(issue_plan *plan);

/* issue_near.c */
void gm_ptx_issue_near(issue_plan *plan);

/* issue_pairs.c */
void gm_ptx_issue_pairs(issue_plan *plan);

/* issue_known.c: of one step. */
void gm_ptx_issue_chosen(issue_plan *plan, int32_t step);
void gm_ptx_issue_dead(issue_plan *plan, int32_t step);

/* issue_alike.c */
void gm_ptx_issue_alike(issue_plan *plan);

/* issue_product.c: a product that becomes part of sums. */
void gm_ptx_issue_product(issue_plan *plan, int32_t step);
void gm_ptx_issue_difference(issue_plan *plan, int32_t step);
void gm_ptx_issue_halves_of_product(issue_plan *plan, int32_t step);
/* Of all steps: gm_issue.twice. */
void gm_ptx_issue_twice(issue_plan *plan);

/* issue_literal.c: of one step with an operand that is known before a warp starts. */
bool gm_ptx_issue_is_short(const issue_plan *plan, uint32_t unit); /* a literal of 32 bits */
/* False: not known before a warp starts. */
bool gm_ptx_issue_literal_value(const issue_plan *plan, uint32_t unit, uint64_t *value);
bool gm_ptx_issue_is_scaling(const issue_plan *plan, int32_t step);
void gm_ptx_issue_quotient(issue_plan *plan, int32_t step);
void gm_ptx_issue_constant(issue_plan *plan, int32_t step);
/* The load is of a place that stands in the instruction that reads it. */
void gm_ptx_issue_place_constant(issue_plan *plan, int32_t step);
void gm_ptx_issue_halves(issue_plan *plan, int32_t step);
void gm_ptx_issue_masked(issue_plan *plan, int32_t step);
void gm_ptx_issue_doubles(issue_plan *plan);

/* issue_extremes.c: the lesser and the greater of two doubles, one of them where it comes under a predicate, and then those
   that come under none. */
void gm_ptx_issue_extreme(issue_plan *plan, int32_t step, bool under);
void gm_ptx_issue_extremes(issue_plan *plan);

/* issue_denormal.c: of one step. */
void gm_ptx_issue_denormal(issue_plan *plan, int32_t step);
void gm_ptx_issue_normal(issue_plan *plan, int32_t step);
void gm_ptx_issue_scaled(issue_plan *plan, int32_t step);
/* What MUFU makes of an operand that was scaled is scaled under the same predicate. */
bool gm_ptx_issue_is_scaled_back(const issue_plan *plan, int32_t step);
void gm_ptx_issue_scales_shared(issue_plan *plan, int32_t step);

/* issue_operands.c */
void gm_ptx_issue_operands(issue_plan *plan);

/* issue_waits.c */
void gm_ptx_issue_waits(issue_plan *plan);

/* issue_moves.c */
void gm_ptx_issue_moves(issue_plan *plan);

/* issue_vectors.c */
/* A load or store of several elements of 32 bits or more. */
bool gm_ptx_issue_is_vector(const issue_plan *plan, int32_t step, ptx_opcode opcode);
void gm_ptx_issue_vectors(issue_plan *plan);

/* issue_pointers.c */
void gm_ptx_issue_pointers(issue_plan *plan);

/* issue_pressure.c. `registers`: of the kernel, -1 where they are not known. */
void gm_ptx_issue_pressure(issue_plan *plan, double registers);

/* issue_motion.c */
void gm_ptx_issue_hoist(issue_plan *plan);

/* issue_sink.c */
void gm_ptx_issue_sink(issue_plan *plan);

/* Instructions one after another, each read by the next alone, of which the step is the last; `most` of them
   are followed. */
int gm_ptx_issue_chain_to(const issue_plan *plan, int32_t step, int most);

/* The one way to the block is a branch whose other way is out of the kernel. */
bool gm_ptx_issue_is_behind_exit(const issue_plan *plan, int32_t node);

/* Mark arithmetic of which a part may be made behind an exit: chains, and what is made under a predicate;
   issue_doubt.c. */
void gm_ptx_issue_doubt_chains(issue_plan *plan);
/* What is in doubt of the one is so of the other. */
void gm_ptx_issue_doubt_of(gm_issue *to, const gm_issue *from);
void gm_ptx_issue_doubt(issue_plan *plan);
/* issue_doubt_calls.c */
void gm_ptx_issue_doubt_calls(issue_plan *plan);

/* issue_ahead.c */
void gm_ptx_issue_ahead(issue_plan *plan);

/* issue_uniform.c */
void gm_ptx_issue_uniform_loads(issue_plan *plan);
/* issue_uniform_way.c: the place of a load of constants, the same in all lanes, is in registers of lanes all the same. */
bool gm_ptx_issue_is_place_of_lanes(const issue_plan *plan, int32_t load);

/* issue_rare.c */
/* The subroutines for rare operands, for the share of times that were seen: rare.h. */
struct ptx_rare_tally;
void gm_ptx_issue_rare(issue_plan *plan, const struct ptx_rare_tally *rare, int64_t blocks);

/* issue_converge.c */
/* Per node: lanes may have parted there. To be freed. */
bool *gm_ptx_issue_parted(const issue_plan *plan);
void gm_ptx_issue_converge(issue_plan *plan);

/* issue_tensor.c */
void gm_ptx_issue_tensor(issue_plan *plan);

/* issue_shifted.c */
void gm_ptx_issue_shifted(issue_plan *plan);

/* issue_members.c */
/* It exchanges with, or waits for, lanes that a mask names which differs between lanes. */
bool gm_ptx_issue_names_some(const issue_plan *plan, int32_t step);
void gm_ptx_issue_members(issue_plan *plan);

/* issue_registers.c */
void gm_ptx_issue_registers(issue_plan *plan);

/* issue_under.c: gm_issue.predicates. */
void gm_ptx_issue_under(const issue_plan *plan);

/* issue_bodies.c */
void gm_ptx_issue_bodies(issue_plan *plan);

/* issue_both.c */
void gm_ptx_issue_both(issue_plan *plan);

/* issue_predicate.c */
void gm_ptx_issue_predicate(issue_plan *plan);

/* issue_first.c: gm_issue.guarded. */
void gm_ptx_issue_first(const issue_plan *plan, gm_issue *out);

/* issue_guards.c */
void gm_ptx_issue_guards(issue_plan *plan);
/* Only a block and what that issues under predicates lead to the node: they are one. */
bool gm_ptx_issue_continues(const issue_plan *plan, int32_t node);

void gm_ptx_issue_setup(issue_plan *plan);
/* The shared array that the step names, at its start or inside of it: its first byte in the window. */
int64_t gm_ptx_issue_array_named(const issue_plan *plan, int32_t step);
/* Where the address of a shared array that the step names is made. */
int32_t gm_ptx_issue_array_made(const issue_plan *plan, int32_t step);
/* The first step that reads what a parameter is loaded into, NO_STEP. */
int32_t gm_ptx_issue_reader(const issue_plan *plan, int32_t load);

/* issue_flow.c: from the block on nothing is made that is read; it leaves the kernel. */
bool gm_ptx_issue_leaves(const issue_plan *plan, int32_t node);
void gm_ptx_issue_flow(issue_plan *plan);
bool gm_ptx_issue_is_literal_sum(const issue_plan *plan, int32_t step); /* x = x + a literal */
/* Steps of the loop that write the unit; the last of them. */
int gm_ptx_issue_writers_in(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, int32_t *last);
bool gm_ptx_issue_find_turn(const issue_plan *plan, const ptx_loop *loop, issue_turn *out);

/* issue_length.c: instructions that ptxas counts a step as when it decides whether to unroll. */
int gm_ptx_issue_length(const issue_plan *plan, int32_t step);

/* issue_copies.c: the loop may be written out for a number of turns that is not known. */
bool gm_ptx_issue_can_copy(const issue_plan *plan, const ptx_loop *loop, const issue_turn *turn);

/* issue_literals.c: what the counter of a loop alone makes is a literal where the loop is written out. */
/* Marks the steps that make such; how many. */
int gm_ptx_issue_find_literals(const issue_plan *plan, const ptx_loop *loop, const issue_turn *turn, bool *marks);
/* Of a loop that is written out: they cost nothing, and what is multiplied by 1 in some turn is not made there. */
void gm_ptx_issue_take_literals(issue_plan *plan, const ptx_loop *loop, const issue_turn *turn, const bool *marks);
void gm_ptx_issue_literals(const issue_plan *plan, ptx_program *program, int32_t loop);
/* Of loads of constants in a loop that is written out, `part` the unit of each step that is added to its place: how many
   words they read, as a share of how often. */
double gm_ptx_issue_distinct_literals(const issue_plan *plan, const ptx_loop *loop, const issue_turn *turn, const uint32_t *part);
/* The number that a register begins with, before the loop. */
bool gm_ptx_issue_begins_with(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, uint64_t *value);
/* issue_floats.c: a product that can be multiplied by a power of two on the way; the literal is one of these. */
bool gm_ptx_issue_can_scale(const issue_plan *plan, int32_t step);
bool gm_ptx_issue_scales(float value);

/* issue_placed.c: marks loads of constants whose place would stand in them were the loop, and those around it whose counters it
   hangs on, written out; how many. */
int gm_ptx_issue_find_placed(const issue_plan *plan, const ptx_loop *loop, bool *marks);
/* Those in the loop whose place does, for all these loops are. */
void gm_ptx_issue_place_constants(issue_plan *plan, int32_t loop);

/* issue_unroll.c */
/* What the sum makes is read by itself, by the test and for addresses alone. */
bool gm_ptx_issue_is_offset(const issue_plan *plan, const ptx_loop *loop, const issue_turn *turn, int32_t sum);
void gm_ptx_issue_unroll(issue_plan *plan, int32_t loop);
/* Turns of a loop all of which are written out; 0 of another. */
int64_t gm_ptx_issue_turns_written(const issue_plan *plan, int32_t loop, const issue_turn *turn);
/* issue_once.c: every loop in `loop` (-1: of all) around the step is written out as a whole. */
bool gm_ptx_issue_is_plain_in(const issue_plan *plan, int32_t loop, int32_t step);
/* ptx_loop.tails of one that is unrolled by four. */
uint8_t gm_ptx_issue_tails(const issue_plan *plan, int32_t loop, const issue_turn *turn);
/* The only step outside of the loop that writes the unit; NO_STEP. */
int32_t gm_ptx_issue_beginning(const issue_plan *plan, const ptx_loop *loop, uint32_t unit);

/* issue_along.c: what each turn of the loop adds to a register; 0 where that is no literal. */
int64_t gm_ptx_issue_advance(const issue_plan *plan, const ptx_loop *loop, uint32_t unit);
/* Notes in a loop that is walked by rounds the loads that are joined with those of other turns. */
void gm_ptx_issue_along(const issue_plan *plan, ptx_program *program, ptx_loop *loop);
/* issue_carried.c. Per unit: what it holds so many turns later, modulo 2^64 as addresses go. To be freed. */
struct ptx_moved *gm_ptx_issue_moved(const issue_plan *plan, const ptx_loop *loop, int64_t turns);
/* Notes in an unrolled loop the loads of what a turn before has loaded. */
void gm_ptx_issue_carried(const issue_plan *plan, ptx_program *program, int32_t loop);
/* issue_last.c: notes what is not made in a turn of the loop that none follows. */
void gm_ptx_issue_last(const issue_plan *plan, ptx_program *program, int32_t loop, const issue_turn *turn);
/* issue_starts.c: the address goes on from a parameter, and of turns that stand for themselves the first makes it unlike
   the others: nobody sees how far apart they are. */
bool gm_ptx_issue_first_is_apart(const issue_plan *plan, const ptx_loop *loop, uint32_t unit);
/* issue_entered.c: notes in an unrolled loop the loads of what was loaded before it. */
void gm_ptx_issue_entered(const issue_plan *plan, ptx_program *program, int32_t loop);
/* And in one that is not, of the loads that would be made before it. */
void gm_ptx_issue_entered_once(const issue_plan *plan, ptx_program *program, int32_t loop);
/* Notes in one whose turns are all written out the loads that are one for several turns. */
void gm_ptx_issue_together(const issue_plan *plan, ptx_program *program, gm_site *sites, ptx_loop *loop,
			   int64_t turns);

/* issue_once.c */
/* Says of loads before which loop they are made. */
void gm_ptx_issue_once(const issue_plan *plan, ptx_program *program);

/* issue_share.c */
void gm_ptx_issue_share(issue_plan *plan);

#endif
