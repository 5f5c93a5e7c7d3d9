/*
 * A PTX module as it was written: variables, functions, instructions, operands.
 *
 * Everything lives in the module's arena, texts included. Names are resolved as far as one function
 * goes (registers, its variables, labels); what is left by name is found at lowering.
 */
#ifndef GM_PTX_MODULE_H
#define GM_PTX_MODULE_H

#include "base/error.h"
#include "base/memory.h"
#include "ptx/names.h"
#include "ptx/ptx.h"
#include "ptx/words.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum ptx_space {
	SPACE_GENERIC,
	SPACE_REGISTER,
	SPACE_GLOBAL,
	SPACE_CONST,
	SPACE_SHARED,
	SPACE_LOCAL,
	SPACE_PARAM
} ptx_space;

typedef enum ptx_operand_kind {
	OPERAND_REGISTER,
	OPERAND_SPECIAL, /* %tid.x: by name */
	OPERAND_INTEGER,
	OPERAND_FLOAT,
	OPERAND_VARIABLE, /* of the function; `index` */
	OPERAND_SYMBOL,   /* of the module, or a prototype: by name */
	OPERAND_LABEL,    /* `index` is the instruction it stands before */
	OPERAND_ADDRESS,  /* [parts[0] + integer, parts[1]...] */
	OPERAND_VECTOR,   /* {parts...} */
	OPERAND_LIST,     /* (parts...) of a call */
	OPERAND_PAIR,     /* parts[0] | parts[1] */
	OPERAND_SINK      /* _ */
} ptx_operand_kind;

typedef struct ptx_operand {
	ptx_operand_kind kind;
	bool negated;      /* !p */
	bool selects;      /* bytes or halves of a register, or what is below zero by as much */
	int index;
	int64_t integer;
	double number;
	const char *name;
	int parts, count; /* range of the function's operands */
} ptx_operand;

typedef struct ptx_instruction {
	ptx_opcode opcode;
	int line;        /* of the PTX text */
	int source_line; /* of .loc, 0 when there is none */
	int guard;       /* register, -1 when there is none */
	bool guard_negated;
	bool unknown; /* a word of it is in no table */
	bool no_unroll; /* .pragma "nounroll" stands before it */
	uint8_t types_count;
	uint8_t types[6];
	uint64_t modifiers[MODIFIER_WORDS];
	int shape[3];        /* m, n, k of a matrix instruction, else 0 */
	const char *name;    /* the opcode with its modifiers */
	const char *text;    /* the whole instruction on one line */
	int operands, count; /* range of the function's operands */
} ptx_instruction;

typedef struct ptx_fixup {
	int64_t offset_bytes;
	const char *symbol;
	int64_t addend;
} ptx_fixup;

typedef struct ptx_variable {
	const char *name;
	ptx_space space;
	ptx_type type;
	int64_t elements; /* 0: declared without a size, [] */
	int64_t bytes;
	int64_t align_bytes;
	bool pointer; /* a parameter with .ptr */
	int line;
	unsigned char *contents; /* NULL: zeros */
	ptx_fixup *fixups;
	size_t fixups_count;
} ptx_variable;

typedef struct ptx_register {
	const char *name;
	ptx_type type;
} ptx_register;

/* Labels of `brx.idx`, and names of `.calltargets`. */
typedef struct ptx_target_list {
	const char *name;
	int parts, count; /* range of the function's operands */
} ptx_target_list;

typedef struct ptx_function {
	const char *name;
	bool is_entry, is_defined;
	int line;
	int source_file; /* number of the file in which source lines count, 0 when there is none */
	ptx_variable *parameters, *results, *variables;
	size_t parameters_count, results_count, variables_count;
	ptx_register *registers;
	size_t registers_count;
	ptx_instruction *instructions;
	size_t instructions_count;
	ptx_operand *operands;
	size_t operands_count;
	ptx_target_list *lists;
	size_t lists_count;
	int64_t required_threads[3]; /* .reqntid, 0 when not given */
	int64_t most_threads;        /* .maxntid, 0 when not given */
	int64_t cluster[3];          /* .reqnctapercluster, 0 when not given */
} ptx_function;

typedef struct ptx_alias {
	const char *name, *of;
} ptx_alias;

/* .file: the name of a source file that .loc gives by its number. */
typedef struct ptx_source_file {
	int number;
	const char *name;
} ptx_source_file;

struct gm_ptx_module {
	gm_arena *arena;
	const char *file;
	int version_major, version_minor;
	const char *target;
	bool debug; /* option of .target: nvcc -G, clang -g */
	int address_bits; /* 64 when not stated */
	ptx_variable *variables;
	size_t variables_count;
	ptx_function *functions;
	size_t functions_count;
	ptx_names variable_rows, function_rows; /* by name; a definition rather than a declaration */
	ptx_alias *aliases;
	size_t aliases_count;
	gm_ptx_unknown *unknowns;
	size_t unknowns_count;
	const char **entries; /* names */
	size_t entries_count;
	ptx_source_file *files;
	size_t files_count;
};

static inline bool
gm_ptx_has(const ptx_instruction *instruction, ptx_modifier modifier)
{
	return (instruction->modifiers[modifier / 64] >> (modifier % 64)) & 1;
}

/* NULL when there is none. A definition is preferred to a declaration. */
const ptx_function *gm_ptx_module_function(const gm_ptx_module *module, const char *name);

/* NULL when there is none. */
const char *gm_ptx_module_file(const gm_ptx_module *module, int number);

/* -1 when there is none. */
int gm_ptx_module_variable(const gm_ptx_module *module, const char *name);

/* Whether an instruction has a model. */
typedef bool gm_ptx_knows(const ptx_instruction *instruction);

/* Reads a text, as gm_ptx_module_parse_entry says it; what nobody knows is counted. */
gm_status gm_ptx_module_read(const char *text, size_t length, const char *file, const char *entry,
			     gm_ptx_knows *knows, gm_ptx_module **out, gm_error *err);

#endif
