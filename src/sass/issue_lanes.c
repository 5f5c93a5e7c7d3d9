/*
 * Addresses of fragments of which each lane accesses its own parts: wmma.load and wmma.store but from shared memory by
 * rows (issue_fragments.c).
 *
 * ptxas works out once where a lane is, LOP3 and SHF of its number; once for each distance of rows where its part of a
 * fragment begins; and adds that to the address of each fragment, which takes two instructions, one in shared memory.
 * What lies further along is an offset of the instruction. What lies further rows away is so where their distance is a
 * literal; else it takes one instruction more, IMAD.WIDE, or LEA in shared memory, and from the third row on IADD3 and
 * its carry besides, but of numbers of 16 bits. Elements of 32 bits of A and B have a place each, which is multiplied
 * and added for each access. Bytes across are put together by IMAD, LEA and PRMT.
 * What PTX adds to an address that differs between warps is an offset too, and of such fragments the first alone takes
 * its address: of elements of 32 bits each does, and so do, where the distance of rows is no literal, those of 16 bits
 * and sums with more than two rows, those of bytes along with two; of bytes across each adds its rows.
 * All this is done before the loops that leave it alone and come there in each turn.
 *
 * Source: code of ptxas 13.0 for sm_90 of each shape and type, its rows 64 elements or a parameter apart, one to three
 * fragments of an address, in global, generic and shared memory.
 */
#include "sass/issue_step.h"

#include "simt/matrix.h"

enum { BLOCK = 8 /* rows or columns of a fragment that the lanes of a warp begin in */ };

/* How the parts of a fragment are found. */
typedef enum lanes_kind {
	LANES_WORDS,    /* pairs of 16 bits, pairs of sums, and doubles */
	LANES_ALONG,    /* four bytes that lie side by side */
	LANES_ACROSS,   /* bytes of several rows */
	LANES_ELEMENTS, /* of 32 bits, of A and B */
	LANES_SUMS,     /* of 32 bits and more, of several rows */
} lanes_kind;

static bool
accesses_parts(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_WMMA) && s->matrix && s->streams_itself &&
	       gm_ptx_wmma_way(s->matrix) != WMMA_ROWS && (word_of(plan, i)->flags & WORD_FIRST);
}

static const ptx_matrix *
matrix_of(const issue_plan *plan, int32_t i)
{
	return plan->program->steps[i].matrix;
}

/* Neighbours of a lane's register lie side by side in memory. */
static bool
lies_along(const ptx_matrix *x)
{
	return ptx_matrix_is_upright(x) == x->row_major;
}

static lanes_kind
kind_of(const ptx_matrix *x)
{
	const int bits = gm_ptx_type_bits(x->type);
	if (bits == 8)
		return lies_along(x) ? LANES_ALONG : LANES_ACROSS;
	if (bits == 16 || (x->fragment == FRAGMENT_C && lies_along(x)) || (bits == 64 && x->fragment != FRAGMENT_C))
		return LANES_WORDS;
	return x->fragment == FRAGMENT_C ? LANES_SUMS : LANES_ELEMENTS;
}

static bool
is_wide(const issue_plan *plan, int32_t i)
{
	return matrix_of(plan, i)->space != SPACE_SHARED;
}

static bool
has_known_rows(const issue_plan *plan, int32_t i)
{
	return gm_ptx_issue_is_literal(plan, plan->program->steps[i].b);
}

static bool
adds_literal(const issue_plan *plan, int32_t step)
{
	return (is_long_add(plan, step) || is_short_add(plan, step)) && is_opcode(plan, step, OP_ADD) &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, step, 1));
}

/* What the address is without the literals that are added to it. */
static uint32_t
root_of(const issue_plan *plan, uint32_t unit)
{
	for (int32_t from = issue_definition(plan, unit); adds_literal(plan, from); from = issue_definition(plan, unit))
		unit = issue_source(plan, from, 0);
	return unit;
}

static bool
is_made_in(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t last;
	return unit != PTX_NO_UNIT && gm_ptx_issue_writers_in(plan, loop, unit, &last) > 0;
}

/* Every turn of the loop comes to the step. */
static bool
is_in_each_turn(const issue_plan *plan, const ptx_loop *loop, int32_t step)
{
	const int32_t header = plan->graph.node_of[loop->header];
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		const ptx_node *node = &plan->graph.nodes[n];
		for (int32_t e = 0; gm_ptx_loop_has_node(loop, n) && e < node->successors_count; e++)
			if (plan->graph.successors[node->successors + e] == header &&
			    !issue_dominates(plan, plan->graph.node_of[step], n))
				return false;
	}
	return true;
}

/* The step that what is made of both is made at: outside of the loops that leave them alone and come there in each
   turn. */
static int32_t
made_at(const issue_plan *plan, int32_t i, uint32_t a, uint32_t b)
{
	const ptx_program *p = plan->program;
	int32_t at = i;
	for (int32_t l = issue_loop_of(plan, i); l >= 0; l = p->loops[l].parent) {
		const int32_t before = plan->dominator[plan->graph.node_of[p->loops[l].header]];
		if (before < 0 || !is_in_each_turn(plan, &p->loops[l], i) || is_made_in(plan, &p->loops[l], a) ||
		    is_made_in(plan, &p->loops[l], b))
			break;
		at = plan->graph.nodes[before].end - 1;
	}
	return at;
}

static bool
is_at_hand(const issue_plan *plan, int32_t made, int32_t at)
{
	return issue_dominates(plan, plan->graph.node_of[made], plan->graph.node_of[at]);
}

/* The lane's number, S2R, and its row and column; the upper half of what is made of them. */
static void
find_lane(issue_plan *plan, int32_t i)
{
	const lanes_kind kind = kind_of(matrix_of(plan, i));
	const int32_t at = made_at(plan, i, PTX_NO_UNIT, PTX_NO_UNIT);
	for (int32_t k = 0; k < i; k++)
		if (accesses_parts(plan, k) && kind_of(matrix_of(plan, k)) == kind &&
		    is_at_hand(plan, made_at(plan, k, PTX_NO_UNIT, PTX_NO_UNIT), at))
			return;
	gm_issue more = {.of = {[GM_UNIT_LSU] = 1, [GM_UNIT_ALU] = 2}};
	if (kind == LANES_ELEMENTS)
		more.either = 2;
	else
		more.either = (float)((kind != LANES_WORDS) + is_wide(plan, i));
	gm_issue_add(&plan->cost[at], &more);
}

/* What lies further than the first row: products and sums of 64 bits for each fragment, and products of the distance
   alone. */
typedef struct further_rows {
	int products, sums, distances;
} further_rows;

static further_rows
rows_further(const issue_plan *plan, int32_t i)
{
	const ptx_matrix *x = matrix_of(plan, i);
	const lanes_kind kind = kind_of(x);
	if (has_known_rows(plan, i) || kind == LANES_ELEMENTS)
		return (further_rows){0, 0, 0};
	if (kind == LANES_ACROSS)
		return (further_rows){2, 1, 0};
	const int down = x->fragment == FRAGMENT_A ? (x->row_major ? x->m : x->k)
			 : x->fragment == FRAGMENT_B ? (x->row_major ? x->k : x->n)
						     : (x->row_major ? x->m : x->n);
	const int more = (kind == LANES_SUMS ? down / 4 : (down + BLOCK - 1) / BLOCK) - 1;
	if (more < 2 || gm_ptx_type_bits(x->type) == 16 || !is_wide(plan, i))
		return (further_rows){more, 0, 0};
	return (further_rows){1, more - 1, more - 1};
}

/* Where the lane's part begins, for a distance of rows. */
static void
find_part(issue_plan *plan, int32_t i)
{
	const ptx_matrix *x = matrix_of(plan, i);
	const lanes_kind kind = kind_of(x);
	const uint32_t rows = plan->program->steps[i].b;
	const int32_t at = made_at(plan, i, rows, PTX_NO_UNIT);
	for (int32_t k = 0; k < i; k++)
		if (accesses_parts(plan, k) && plan->program->steps[k].b == rows && kind_of(matrix_of(plan, k)) == kind &&
		    (kind != LANES_ELEMENTS || lies_along(x) == lies_along(matrix_of(plan, k))) &&
		    is_at_hand(plan, made_at(plan, k, rows, PTX_NO_UNIT), at))
			return;
	const bool halves = kind == LANES_WORDS && gm_ptx_type_bits(x->type) < 64 && !has_known_rows(plan, i);
	int parts = 1, bytes;
	if (kind == LANES_ELEMENTS)
		gm_ptx_wmma_access(x, &parts, &bytes);
	if (kind == LANES_ELEMENTS && has_known_rows(plan, i))
		parts /= 2;
	parts += rows_further(plan, i).distances;
	gm_issue more = {.of = {[GM_UNIT_FMA] = (float)parts, [GM_UNIT_ALU] = halves ? 1 : 0}};
	gm_issue_add(&plan->cost[at], &more);
}

/* Places a literal number of bytes apart are one with offsets: the first rows, and those further on. */
static bool
takes_offsets(const issue_plan *plan, int32_t i, bool further)
{
	const lanes_kind kind = kind_of(matrix_of(plan, i));
	const bool several = rows_further(plan, i).products + rows_further(plan, i).sums > 1;
	if (kind == LANES_ELEMENTS || has_known_rows(plan, i))
		return kind != LANES_ELEMENTS;
	return kind == LANES_ALONG ? several : kind == LANES_ACROSS ? !further : !several;
}

/* The fragment of an address before this one that makes it: through literals, unless what they are added to changes. */
static bool
is_address_known(const issue_plan *plan, int32_t i, int32_t at, bool further)
{
	const ptx_step *steps = plan->program->steps;
	const uint32_t root = root_of(plan, steps[i].a);
	if (root == PTX_NO_UNIT || (!plan->values.varies[root] && steps[i].a != root))
		return false;
	const bool once = plan->values.definition[root] != MANY_STEPS;
	for (int32_t k = i - 1; k >= 0; k--) {
		const bool apart = !takes_offsets(plan, i, further) &&
				   (steps[k].a != steps[i].a || steps[k].immediate != steps[i].immediate);
		if (!once && (!issue_same_block(plan, k, i) ||
			      gm_ptx_names_unit(plan->program, steps[k].results, steps[k].results_count, root)))
			return false;
		if (accesses_parts(plan, k) && !apart && steps[k].b == steps[i].b && root_of(plan, steps[k].a) == root &&
		    kind_of(matrix_of(plan, k)) == kind_of(matrix_of(plan, i)) &&
		    is_at_hand(plan, made_at(plan, k, root, steps[k].b), at))
			return true;
	}
	return false;
}

/* Of elements the base itself: a literal is added to it, and what is uniform is moved into registers. */
static void
add_base(const issue_plan *plan, int32_t i, gm_issue *more)
{
	const ptx_step *s = &plan->program->steps[i];
	if (!is_wide(plan, i))
		return;
	const bool uniform = s->a != PTX_NO_UNIT && !plan->values.varies[s->a];
	const int32_t from = s->a == PTX_NO_UNIT ? NO_STEP : plan->values.definition[s->a];
	const bool parameter = from >= 0 && is_opcode(plan, step_behind(plan, s->a), OP_LD);
	if (uniform && (s->immediate != 0 || from == MANY_STEPS || (from >= 0 && !parameter)))
		more->either += 2;
	if (s->immediate == 0)
		return;
	more->of[uniform ? GM_UNIT_OTHER : GM_UNIT_ALU] += uniform ? 2 : 1;
	more->either += uniform ? 0 : 1;
}

static void
find_address(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const lanes_kind kind = kind_of(s->matrix);
	const int32_t at = made_at(plan, i, root_of(plan, s->a), s->b);
	int accesses, bytes;
	gm_ptx_wmma_access(s->matrix, &accesses, &bytes);
	if (kind == LANES_ACROSS)
		gm_issue_add(&plan->cost[i], &(gm_issue){.of = {[GM_UNIT_FMA] = (float)accesses / 4,
								[GM_UNIT_ALU] = (float)accesses / 2}});
	const bool known = is_address_known(plan, i, at, false);
	const further_rows rows = is_address_known(plan, i, at, true) ? (further_rows){0, 0, 0} : rows_further(plan, i);
	gm_issue more = {.either = (float)rows.sums, .of = {[GM_UNIT_ALU] = (float)rows.sums}};
	more.of[is_wide(plan, i) ? GM_UNIT_FMA : GM_UNIT_ALU] += (float)rows.products;
	if (kind == LANES_ELEMENTS && !known) {
		more.of[is_wide(plan, i) ? GM_UNIT_FMA : GM_UNIT_ALU] += (float)accesses;
		add_base(plan, i, &more);
	} else if (!known) {
		more.of[GM_UNIT_ALU] += is_wide(plan, i) ? 1 : 0;
		more.either += 1;
	}
	gm_issue_add(&plan->cost[at], &more);
}

static bool
is_offset(const issue_plan *plan, int32_t i);

static bool
reads_as_offset(const issue_plan *plan, int32_t step)
{
	return adds_literal(plan, step) ? is_offset(plan, step)
					: accesses_parts(plan, step) &&
						  kind_of(matrix_of(plan, step)) != LANES_ELEMENTS;
}

/* A sum that has become the offset of accesses. */
static bool
is_offset(const issue_plan *plan, int32_t i)
{
	return adds_literal(plan, i) && issue_definition(plan, issue_result(plan, i)) == i &&
	       plan->values.varies[issue_result(plan, i)] &&
	       gm_ptx_issue_all_users(plan, i, reads_as_offset);
}

void
gm_ptx_issue_lanes(issue_plan *plan, int32_t i)
{
	if (is_offset(plan, i))
		vanish(plan, i);
	if (!accesses_parts(plan, i))
		return;
	find_lane(plan, i);
	find_part(plan, i);
	find_address(plan, i);
}
