#include "sass/issue.h"

#include "simt/matrix.h"

typedef struct issue_rule {
	uint8_t opcode, class;
	uint16_t flags; /* all of them are there */
	float cost[GM_UNIT_COUNT + 1]; /* the last: of ALU or of FMA (issue_share.c) */
} issue_rule;

#define ALU(n) [GM_UNIT_ALU] = (n)
#define FMA(n) [GM_UNIT_FMA] = (n)
#define FP64(n) [GM_UNIT_FP64] = (n)
#define LSU(n) [GM_UNIT_LSU] = (n)
#define XU(n) [GM_UNIT_XU] = (n)
#define CONTROL(n) [GM_UNIT_CONTROL] = (n)
#define OTHER(n) [GM_UNIT_OTHER] = (n)
#define EITHER(n) [GM_UNIT_COUNT] = (n)

/*
 * The first row that fits. Seen with nvdisasm in code of ptxas 13.0 for sm_90; tests/ptx/lowering
 * holds the kernels. Quick paths: div.rn.f32 is MUFU, FCHK, five FFMA, BSSY, BRA, BSYNC.
 */
static const issue_rule rules[] = {
	{OP_ADD, CLASS_INTEGER, 0, {EITHER(1)}},
	{OP_SUB, CLASS_INTEGER, 0, {EITHER(1)}},
	{OP_ADDC, CLASS_INTEGER, 0, {EITHER(1)}},
	{OP_SUBC, CLASS_INTEGER, 0, {EITHER(1)}},
	{OP_ADD, CLASS_LONG, 0, {ALU(1), EITHER(1)}},
	{OP_SUB, CLASS_LONG, 0, {ALU(1), EITHER(1)}},
	{OP_ADD, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_SUB, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_ADD, CLASS_ANY, 0, {FMA(1)}},
	{OP_SUB, CLASS_ANY, 0, {FMA(1)}},
	{OP_MUL, CLASS_ANY, WORD_WIDE, {FMA(1)}},
	{OP_MUL, CLASS_LONG, WORD_HIGH, {FMA(5), ALU(4)}},
	{OP_MUL, CLASS_LONG, 0, {FMA(3), EITHER(1)}},
	{OP_MUL, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_MUL, CLASS_ANY, 0, {FMA(1)}},
	{OP_MAD, CLASS_ANY, WORD_WIDE, {FMA(1)}},
	{OP_MAD, CLASS_LONG, 0, {FMA(3), EITHER(1)}},
	{OP_MAD, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_MAD, CLASS_ANY, 0, {FMA(1)}},
	{OP_MADC, CLASS_ANY, 0, {FMA(1)}},
	{OP_MUL24, CLASS_ANY, 0, {ALU(2), FMA(1)}},
	{OP_MAD24, CLASS_ANY, 0, {ALU(2), FMA(1)}},
	{OP_FMA, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_FMA, CLASS_ANY, 0, {FMA(1)}},
	{OP_SAD, CLASS_ANY, 0, {ALU(1)}}, /* VABSDIFF adds */
	{OP_DP4A, CLASS_ANY, 0, {FMA(1)}},
	{OP_DP2A, CLASS_ANY, 0, {FMA(1)}},

	{OP_DIV, CLASS_DOUBLE, 0, {ALU(2), FMA(2), FP64(8), XU(1), CONTROL(3)}},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, {FMA(1), XU(1)}},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE, {ALU(1), FMA(3), XU(1)}},
	{OP_DIV, CLASS_SINGLE, WORD_FULL | WORD_FLUSH, {ALU(2), FMA(3), XU(1)}},
	{OP_DIV, CLASS_SINGLE, WORD_FULL, {ALU(4), FMA(4), XU(1)}},
	{OP_DIV, CLASS_SINGLE, 0, {FMA(5), XU(2), CONTROL(3)}},
	{OP_RCP, CLASS_DOUBLE, WORD_APPROXIMATE, {XU(1), ALU(1)}},
	{OP_RCP, CLASS_DOUBLE, 0, {ALU(1), FMA(1), FP64(5), XU(1), CONTROL(3)}},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, {XU(1)}},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE, {ALU(5), FMA(2), XU(1)}},
	{OP_RCP, CLASS_SINGLE, 0, {ALU(2), FMA(4), XU(1), CONTROL(3)}},
	{OP_SQRT, CLASS_DOUBLE, 0, {ALU(3), FMA(3), FP64(8), XU(1), CONTROL(3)}},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, {XU(1)}},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE, {ALU(1), FMA(2), XU(1)}},
	{OP_SQRT, CLASS_SINGLE, 0, {ALU(2), FMA(4), XU(1), CONTROL(3)}},
	{OP_RSQRT, CLASS_DOUBLE, 0, {ALU(2), FMA(3), FP64(5), XU(1), CONTROL(3)}},
	{OP_RSQRT, CLASS_ANY, WORD_FLUSH, {XU(1)}},
	{OP_RSQRT, CLASS_ANY, 0, {ALU(1), FMA(2), XU(1)}},
	{OP_LG2, CLASS_SINGLE, WORD_FLUSH, {XU(1)}},
	{OP_LG2, CLASS_SINGLE, 0, {ALU(1), FMA(2), XU(1)}},
	{OP_EX2, CLASS_SINGLE, WORD_FLUSH, {XU(1)}},
	{OP_EX2, CLASS_SINGLE, 0, {ALU(1), FMA(2), XU(1)}},
	{OP_EX2, CLASS_ANY, 0, {XU(1)}},
	{OP_SIN, CLASS_ANY, 0, {FMA(1), XU(1)}},
	{OP_COS, CLASS_ANY, 0, {FMA(1), XU(1)}},
	{OP_TANH, CLASS_ANY, 0, {XU(1)}},

	{OP_MIN, CLASS_LONG, 0, {ALU(4)}},
	{OP_MAX, CLASS_LONG, 0, {ALU(4)}},
	{OP_MIN, CLASS_DOUBLE, 0, {FP64(1), ALU(4)}},
	{OP_MAX, CLASS_DOUBLE, 0, {FP64(1), ALU(4)}},
	{OP_MIN, CLASS_ANY, 0, {ALU(1)}},
	{OP_MAX, CLASS_ANY, 0, {ALU(1)}},
	{OP_ABS, CLASS_LONG, 0, {ALU(4)}},
	{OP_NEG, CLASS_LONG, 0, {ALU(1), EITHER(1)}},
	{OP_ABS, CLASS_SINGLE, 0, {FMA(1)}},
	{OP_NEG, CLASS_SINGLE, 0, {FMA(1)}},
	{OP_ABS, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_NEG, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_ABS, CLASS_HALF, 0, {FMA(1)}},
	{OP_NEG, CLASS_HALF, 0, {FMA(1)}},
	{OP_ABS, CLASS_ANY, 0, {ALU(1)}},
	{OP_NEG, CLASS_ANY, 0, {EITHER(1)}},
	{OP_AND, CLASS_PREDICATE, 0, {0}},
	{OP_OR, CLASS_PREDICATE, 0, {0}},
	{OP_XOR, CLASS_PREDICATE, 0, {0}},
	{OP_NOT, CLASS_PREDICATE, 0, {0}},
	{OP_AND, CLASS_LONG, 0, {ALU(2)}},
	{OP_OR, CLASS_LONG, 0, {ALU(2)}},
	{OP_XOR, CLASS_LONG, 0, {ALU(2)}},
	{OP_NOT, CLASS_LONG, 0, {ALU(2)}},
	{OP_SHL, CLASS_LONG, 0, {ALU(1), EITHER(1)}},
	{OP_SHR, CLASS_LONG, 0, {ALU(2)}},
	{OP_AND, CLASS_ANY, 0, {ALU(1)}},
	{OP_OR, CLASS_ANY, 0, {ALU(1)}},
	{OP_XOR, CLASS_ANY, 0, {ALU(1)}},
	{OP_NOT, CLASS_ANY, 0, {ALU(1)}},
	{OP_LOP3, CLASS_ANY, 0, {ALU(1)}},
	{OP_SHL, CLASS_ANY, 0, {EITHER(1)}},
	{OP_SHR, CLASS_ANY, 0, {ALU(1)}},
	{OP_SHF, CLASS_ANY, 0, {ALU(1)}},
	{OP_BFE, CLASS_ANY, 0, {ALU(2)}},
	{OP_BFI, CLASS_ANY, 0, {ALU(2)}},
	{OP_SZEXT, CLASS_ANY, 0, {ALU(1)}},
	{OP_BMSK, CLASS_ANY, 0, {ALU(1)}},
	{OP_PRMT, CLASS_ANY, 0, {ALU(1)}},
	{OP_CNOT, CLASS_ANY, 0, {ALU(2)}},
	{OP_COPYSIGN, CLASS_ANY, 0, {ALU(1)}},
	{OP_POPC, CLASS_LONG, 0, {XU(2), EITHER(1)}},
	{OP_POPC, CLASS_ANY, 0, {XU(1)}},
	{OP_CLZ, CLASS_LONG, 0, {XU(2), ALU(3)}},
	{OP_CLZ, CLASS_ANY, 0, {XU(1), EITHER(1)}},
	{OP_BREV, CLASS_LONG, 0, {XU(2)}},
	{OP_BREV, CLASS_ANY, 0, {XU(1)}},
	{OP_BFIND, CLASS_ANY, 0, {XU(1)}},
	{OP_FNS, CLASS_ANY, 0, {ALU(20)}},
	{OP_SELP, CLASS_LONG, 0, {ALU(2)}},
	{OP_SELP, CLASS_DOUBLE, 0, {ALU(2)}},
	{OP_SELP, CLASS_ANY, 0, {ALU(1)}},
	{OP_SLCT, CLASS_ANY, 0, {ALU(2)}},
	{OP_SETP, CLASS_LONG, 0, {ALU(2)}},
	{OP_SETP, CLASS_DOUBLE, 0, {FP64(1)}},
	{OP_SETP, CLASS_ANY, 0, {ALU(1)}},
	{OP_SET, CLASS_HALF, 0, {ALU(1)}}, /* HSET2.BF */
	{OP_SET, CLASS_ANY, 0, {ALU(2)}},
	{OP_TESTP, CLASS_ANY, 0, {ALU(2)}},
	{OP_ISSPACEP, CLASS_ANY, 0, {ALU(1), OTHER(1)}},

	{OP_LD, CLASS_ANY, WORD_PARAMETER, {0}},
	{OP_LD, CLASS_ANY, 0, {LSU(1)}},
	{OP_LDU, CLASS_ANY, 0, {LSU(1)}},
	{OP_ST, CLASS_ANY, 0, {LSU(1)}},
	{OP_ATOM, CLASS_ANY, 0, {LSU(1)}},
	{OP_RED, CLASS_ANY, 0, {LSU(1)}},
	{OP_SHFL, CLASS_ANY, 0, {LSU(1)}},
	{OP_LDMATRIX, CLASS_ANY, 0, {LSU(1)}},
	{OP_STMATRIX, CLASS_ANY, 0, {LSU(1)}},
	{OP_MOVMATRIX, CLASS_ANY, 0, {LSU(1)}},
	{OP_CP, CLASS_ANY, 0, {LSU(1)}},
	{OP_VOTE, CLASS_ANY, 0, {ALU(1)}},
	{OP_ACTIVEMASK, CLASS_ANY, 0, {OTHER(1)}},
	{OP_MATCH, CLASS_ANY, 0, {OTHER(1)}},
	{OP_REDUX, CLASS_ANY, 0, {OTHER(1), EITHER(1)}},
	{OP_ELECT, CLASS_ANY, 0, {OTHER(2)}},
	{OP_BAR, CLASS_ANY, WORD_OF_WARP, {OTHER(1)}},
	{OP_BAR, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_BARRIER, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_MEMBAR, CLASS_ANY, WORD_OF_BLOCK, {OTHER(1)}},
	{OP_FENCE, CLASS_ANY, WORD_OF_BLOCK, {OTHER(1)}},
	{OP_MEMBAR, CLASS_ANY, 0, {LSU(2), OTHER(2)}}, /* MEMBAR and CCTL.IVALL; ERRBAR, CGAERRBAR */
	{OP_FENCE, CLASS_ANY, 0, {LSU(2), OTHER(2)}},
	{OP_BRA, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_BRX, CLASS_ANY, 0, {CONTROL(1), ALU(1), OTHER(1)}},
	{OP_CALL, CLASS_ANY, 0, {0}},
	{OP_RET, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_EXIT, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_TRAP, CLASS_ANY, 0, {CONTROL(1)}},
	{OP_MOV, CLASS_ANY, 0, {0}},
	{OP_CVTA, CLASS_ANY, 0, {0}},
	{OP_MAPA, CLASS_ANY, 0, {ALU(1)}},
	{OP_GETCTARANK, CLASS_ANY, 0, {ALU(1)}},
	{OP_UNKNOWN, CLASS_ANY, 0, {OTHER(1)}},
};

/* Divisions of integers: the reciprocal by MUFU, then corrected; of 64 bits in a subroutine. Counted on
   an H200 (sequence_u32_div and the like). Products of 64 bits and upper halves among it (gm_issue.twice):
   two IMAD.HI, of 64 bits nine and six IMAD.WIDE (nvdisasm of ptxas 13.0, sm_90). */
static gm_issue
integer_division(const ptx_word *w, bool is_long)
{
	const bool is_signed = gm_ptx_type_kind((ptx_type)w->type) == KIND_SIGNED;
	const bool remainder = w->opcode == OP_REM;
	static const gm_issue rows[2][2][2] = {
		{{{.of = {ALU(4), FMA(4), XU(3)}, .either = 7},
		  {.of = {ALU(4), FMA(4), XU(3)}, .either = 6}},
		 {{.of = {ALU(9), FMA(4), XU(3)}, .either = 8},
		  {.of = {ALU(8), FMA(4), XU(3)}, .either = 7}}},
		{{{.of = {ALU(25), FMA(25), XU(3), CONTROL(4), OTHER(2)}, .either = 20},
		  {.of = {ALU(22), FMA(25), XU(3), CONTROL(4), OTHER(2)}, .either = 19}},
		 {{.of = {ALU(34), FMA(25), XU(3), CONTROL(4), OTHER(7)}, .either = 19},
		  {.of = {ALU(33), FMA(25), XU(3), CONTROL(4), OTHER(2)}, .either = 19}}},
	};
	gm_issue issue = rows[is_long][is_signed][remainder];
	issue.twice = is_long ? 15 : 2;
	return issue;
}

/* How deep one HMMA, IMMA or DMMA multiplies 16 x 8 (8 x 8 of doubles). */
static int
tensor_depth(ptx_type type, int cc)
{
	const int bits = gm_ptx_type_bits(type);
	if (type == PTX_F64)
		return 2; /* 8 x 8 x 4 counted as 16 x 8 */
	if (bits == 16)
		return cc >= 80 ? 16 : cc >= 75 ? 8 : 4;
	return type == PTX_TF32 || bits == 32 ? 8 : 256 / bits;
}

/* cc 9.0 multiplies numbers of 8 bits as halves (gm_ptx_issue_eights), each half of the depth from zero on, and adds
   the sums that were there. */
static gm_issue
product_of_eights(const ptx_matrix *a, const ptx_matrix *c)
{
	const int sums = gm_ptx_matrix_registers(c);
	const gm_float kind = c->type == PTX_F32 ? GM_FLOAT_FADD : GM_FLOAT_HADD;
	gm_issue issue = issue_of(GM_UNIT_TENSOR, 2 * ((a->m * a->n + 127) / 128));
	issue.of[GM_UNIT_FMA] = (float)sums;
	issue.floats[kind] = (float)sums;
	issue.of[GM_UNIT_OTHER] = c->type == PTX_F32 ? 2 : 0; /* NOP */
	return issue;
}

static gm_issue
matrix_product(const ptx_step *s, const ptx_word *w, int cc)
{
	const ptx_matrix *a = s->matrix;
	if (s->streams_itself) /* an access of a fragment, and MOVM */
		return issue_of(GM_UNIT_LSU, gm_ptx_wmma_way(a) == WMMA_TURNED ? 2 : 1);
	if (!a || w->opcode == OP_WGMMA)
		return issue_of(GM_UNIT_TENSOR, 1);
	if (cc == 90 && w->opcode == OP_MMA && gm_ptx_issue_is_eight(a->type))
		return product_of_eights(a, &a[FRAGMENT_C]);
	/* wmma of TF32 is made of HMMA.1684. */
	const bool shallow = w->opcode == OP_WMMA && a->type == PTX_TF32;
	const int deepest = shallow ? 4 : tensor_depth(a->type, cc);
	const int depth = a->k < deepest ? a->k : deepest;
	const int count = (a->m * a->n * a->k + 16 * 8 * depth - 1) / (16 * 8 * depth);
	return issue_of(GM_UNIT_TENSOR, count);
}

gm_issue
gm_ptx_issue_rule(const ptx_step *s, const ptx_word *w, int cc)
{
	const issue_class class = gm_ptx_issue_class((ptx_type)w->type);
	if (s->action == ACTION_UNKNOWN)
		return issue_of(GM_UNIT_OTHER, 1);
	if ((w->opcode == OP_DIV || w->opcode == OP_REM) &&
	    (class == CLASS_INTEGER || class == CLASS_LONG))
		return integer_division(w, class == CLASS_LONG);
	if (w->opcode == OP_CVT)
		return gm_ptx_issue_conversion(s, w);
	if (w->opcode == OP_LD && s->space == SPACE_CONST) /* LDC */
		return (gm_issue){.of = {OTHER(1)}, .constants = 1};
	if (w->opcode == OP_MMA || w->opcode == OP_WMMA || w->opcode == OP_WGMMA)
		return matrix_product(s, w, cc);
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		const issue_rule *r = &rules[i];
		if (r->opcode != w->opcode || (r->flags & w->flags) != r->flags ||
		    (r->class != CLASS_ANY && r->class != class))
			continue;
		gm_issue issue = {0};
		for (int u = 0; u < GM_UNIT_COUNT; u++)
			issue.of[u] = r->cost[u];
		issue.either = r->cost[GM_UNIT_COUNT];
		/* BSSY clears its register first. */
		if (issue.of[GM_UNIT_CONTROL] >= 3 && cc < 80)
			issue.of[GM_UNIT_CONTROL]++;
		return issue;
	}
	return issue_of(GM_UNIT_OTHER, 1);
}
