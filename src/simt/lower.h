/*
 * From a parsed function to the steps of the machine.
 *
 * Calls are inlined, each with registers and frame of its own. Kernel parameters are known when a
 * kernel is made, so a read of one is a constant. Operands become units of the register file;
 * constants and special registers get units that are filled when a warp starts.
 */
#ifndef GM_SIMT_LOWER_H
#define GM_SIMT_LOWER_H

#include "simt/lanes.h"
#include "simt/lower_rotated.h"
#include "simt/machine.h"
#include "ptx/names.h"

enum { PTX_CALL_DEPTH_MAX = 24, PTX_STEPS_MAX = 1 << 19 };

/* A branch whose target is an instruction not lowered yet. */
typedef struct ptx_jump {
	int32_t step;
	int32_t row;         /* of the branch tables, -1 for a plain branch */
	int32_t instruction; /* instructions_count: the end of the body */
} ptx_jump;

struct ptx_lowering;

typedef struct ptx_frame {
	const ptx_function *function;
	const char *file; /* of its source, NULL until asked for or when there is none */
	struct ptx_frame *caller;
	int depth;
	uint32_t *registers; /* unit of each, PTX_NO_UNIT until used */
	int64_t *offsets;    /* of each variable in its space, -1 until used */
	int32_t *starts;     /* first step of each instruction, and of the end */
	ptx_jump *jumps;
	size_t jumps_count, jumps_room;
	/* Runs in the new frame before its first instruction; NULL for none. */
	bool (*prologue)(struct ptx_lowering *lo, struct ptx_frame *frame);
	const ptx_instruction *call;
	ptx_rotated rotated; /* the last loop of that kind */
} ptx_frame;

typedef struct ptx_lowering {
	const gm_ptx_module *module;
	gm_arena *arena;
	gm_error *err;
	ptx_program *program;
	ptx_frame *frame;
	size_t steps_room, words_room, units_room, tables_room, initials_room, sites_room, bits_room;
	size_t placed_room;
	ptx_names constants; /* value, by the bytes of a key */
	uint32_t specials[SPECIAL_COUNT];
	const uint64_t *addresses;        /* of the module's global and constant variables */
	const int64_t *parameter_offsets; /* of the entry's parameters */
	uint64_t workspace;               /* where that of a cooperative launch is to lie */
	gm_site *sites;
	int sites_count;
	size_t *dynamic; /* initials that hold an address of dynamic shared memory */
	size_t dynamic_count, dynamic_room;
	const ptx_instruction *now;
	const ptx_instruction *kept_for; /* the instruction whose text was copied last */
	const char *kept;
	const ptx_instruction *worded; /* the instruction of the last step */
	uint32_t carry; /* unit of the carry flag of the current frame, PTX_NO_UNIT */
} ptx_lowering;

/* lower.c */
bool gm_ptx_lower_entry(ptx_lowering *lo, const ptx_function *entry);
bool gm_ptx_lower_body(ptx_lowering *lo, ptx_frame *frame);
void gm_ptx_leave_frame(ptx_lowering *lo, ptx_frame *frame);
bool gm_ptx_lower_instruction(ptx_lowering *lo, const ptx_instruction *in);
/* GM_BAD_SYNTAX or GM_NOT_MODELLED at the instruction's line; false. */
bool gm_ptx_refuse(ptx_lowering *lo, gm_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* A step with the guard and lines of the current instruction, no operands, no site. */
ptx_step *gm_ptx_add_step(ptx_lowering *lo, ptx_action action, ptx_run run);
/* lower_words.c: the words of the last step. */
void gm_ptx_note_words(ptx_lowering *lo, const ptx_instruction *in);
/* Of the last step, where a register names the lanes that take part. */
void gm_ptx_note_members(ptx_lowering *lo, const ptx_operand *members);
void gm_ptx_add_site(ptx_lowering *lo, ptx_step *step, gm_operation operation, gm_type type);
uint32_t gm_ptx_new_site(ptx_lowering *lo, gm_site site);
/* Lists of units that a step writes and reads. PTX_NO_UNIT entries are kept. */
void gm_ptx_set_results(ptx_lowering *lo, ptx_step *step, const uint32_t *units, int count);
void gm_ptx_set_sources(ptx_lowering *lo, ptx_step *step, const uint32_t *units, int count);
ptx_type gm_ptx_type_at(const ptx_instruction *in, int index);
gm_type gm_ptx_model_type(ptx_type type, int vector);

/* lower_blocks.c: moves are no machine work; where a straight piece of the program has nothing else, its last is a site all
   the same, so that what the assembler puts there is counted: values that a loop begins with, tests before its rounds. */
void gm_ptx_note_blocks(ptx_lowering *lo);

/* lower_move.c: a move that is no machine work. */
void gm_ptx_add_copy(ptx_lowering *lo, uint32_t to, uint32_t from, ptx_type type);

/* lower_operand.c: units of operands. False after a refusal. */
uint32_t gm_ptx_new_units(ptx_lowering *lo, int bits);
uint32_t gm_ptx_constant(ptx_lowering *lo, uint64_t value, int bits);
uint32_t gm_ptx_special(ptx_lowering *lo, ptx_special special); /* of 32 bits */
/* lower_cluster.c: true when the register is a place in a cluster whose blocks are known; *good: it has
   been lowered. */
bool gm_ptx_cluster_register(ptx_lowering *lo, const char *name, uint32_t *unit, bool *good);
const ptx_operand *gm_ptx_operand_at(const ptx_lowering *lo, const ptx_instruction *in, int index);
bool gm_ptx_source(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit);
bool gm_ptx_result(ptx_lowering *lo, const ptx_operand *o, ptx_type type, uint32_t *unit);
/* Any register whatever its type; *type is what it was declared as. */
bool gm_ptx_register_unit(ptx_lowering *lo, const ptx_operand *o, uint32_t *unit, ptx_type *type);
const ptx_operand *gm_ptx_part(const ptx_lowering *lo, const ptx_operand *o, int index);

/* Where an address operand points before anything runs. */
typedef struct ptx_base {
	uint32_t unit; /* of the register or constant part */
	int bits;      /* 32 or 64 */
	int64_t offset;
	ptx_space space; /* of the variable named, SPACE_GENERIC when a register */
	bool known;      /* no register: the address is `value` */
	uint64_t value;
} ptx_base;
bool gm_ptx_address(ptx_lowering *lo, const ptx_operand *o, ptx_base *out);
/* The address of a variable or symbol in its own space. */
/* Room in the frame of each lane. */
/* A variable's place in shared memory, the same each time. */
int64_t gm_ptx_place_shared(ptx_lowering *lo, const ptx_variable *v);
int64_t gm_ptx_place_local(ptx_lowering *lo, int64_t bytes, int64_t align_bytes);
bool gm_ptx_symbol_address(ptx_lowering *lo, const ptx_operand *o, uint64_t *value,
			   ptx_space *space, bool *dynamic);

/* lower_plain.c, lower_memory.c, lower_flow.c, lower_warp.c, lower_async.c, lower_matrix.c: one
   function per shape. */
bool gm_ptx_lower_plain(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_compare(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_move(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_convert(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_address(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_load(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_store(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_atomic(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_branch(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_table(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_call(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_return(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_exit(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_trap(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_barrier(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_fence(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_nothing(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_unknown(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_warp(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_async(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_tensor(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_mbarrier(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_matrix(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_wmma(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_mma(ptx_lowering *lo, const ptx_instruction *in);
bool gm_ptx_lower_wgmma(ptx_lowering *lo, const ptx_instruction *in);

#endif
