/*
 * Working state while a descriptor is read: shared by kernel_file.c, kernel_header.c (what
 * stands before the body), kernel_body.c (statements), kernel_access.c and kernel_overhead.c (some of
 * them). Not for other files.
 */
#ifndef GM_INPUT_KERNEL_READER_H
#define GM_INPUT_KERNEL_READER_H

#include "input/kernel_file.h"
#include "input/xml.h"
#include "kernel/descriptor.h"

typedef struct gm_kernel_reader {
	gm_arena *arena;
	const char *file;
	gm_error *err;
	const gm_definition *definitions;
	int definitions_count;
	/* Slots: a name and, for parameters and the shape of the launch, a value. The name of a slot whose
	   scope has ended is "". */
	const char **names;
	int64_t *values;
	bool *constant; /* the value is known before any thread runs */
	gm_type *types; /* GM_NO_TYPE where none is said */
	size_t slots, names_capacity, values_capacity, constant_capacity, types_capacity;
	gm_parameter *parameters;
	size_t parameters_count, parameters_capacity;
	gm_array *arrays;
	size_t arrays_count, arrays_capacity;
	gm_site *sites;
	size_t sites_count, sites_capacity;
	struct gm_reader_result { /* that a statement names, or waits for */
		const char *name;
		const gm_xml_node *node; /* where it was first met */
		bool made;
	} *results;
	size_t results_count, results_capacity;
	int ago_max;
	gm_overhead *overheads; /* per site, as far as there are any */
	size_t overheads_capacity;
	bool states_issue; /* <overhead> or <branch> was met: the descriptor says all that is issued */
	gm_registers *registers;
	size_t registers_count, registers_capacity;
	gm_resources resources;
	const char *ptx_source, *ptx_entry; /* <ptx>: the statements are in PTX; NULL without one */
	const char **arguments;             /* as ptx/ptx.h writes them */
	const char **argument_names;        /* NULL where not said */
	size_t arguments_count, arguments_capacity, names_of_arguments_capacity;
	gm_launch_constant *constants;
	size_t constants_count, constants_capacity;
	gm_dim3 grid, block;
	bool launched; /* <launch> was read */
	uint64_t next_byte[GM_SPACE_COUNT];
	int nodes_max, depth, depth_max;
	int turning; /* loops around that turn at run time */
	int32_t outermost; /* of them, from 1 */
	uint32_t loops;
} gm_kernel_reader;

/* A new slot for `name`; refuses a name in scope, a built-in's, and what is no identifier. */
gm_status gm_reader_declare(gm_kernel_reader *r, const gm_xml_node *node, const char *name, int *slot);

/* The attribute `type` of a parameter or a let, an integer of 32 or 64 bits; GM_NO_TYPE without. */
gm_status gm_reader_width(gm_kernel_reader *r, const gm_xml_node *node, int slot);

/* An attribute as an expression in the names in scope. */
gm_status gm_reader_expression(gm_kernel_reader *r, const gm_xml_node *node, const char *attribute,
                               const gm_expression **out);

/* An attribute as a value known before any thread runs. */
gm_status gm_reader_constant(gm_kernel_reader *r, const gm_xml_node *node, const char *attribute,
                             int64_t *out);

/* The same for a text that is only part of an attribute. */
gm_status gm_reader_constant_text(gm_kernel_reader *r, const gm_xml_node *node, const char *text,
                                  int64_t *out);

/* What stands before the statements, kernel_header.c; *body is the first statement or NULL. */
gm_status gm_reader_headers(gm_kernel_reader *r, const gm_xml_node *root, const gm_xml_node **body);

/* The statements inside `parent`, from `first` on. */
gm_status gm_reader_statements(gm_kernel_reader *r, const gm_xml_node *first, gm_statements *out);

/* A new row of the site table, and the statement that is it. The element must hold no others. */
gm_status gm_reader_add_site(gm_kernel_reader *r, const gm_xml_node *node, gm_site site, gm_statement *out);

/* The attribute `type`. */
gm_status gm_reader_type(gm_kernel_reader *r, const gm_xml_node *node, gm_type *out);

/* Accesses of memory, kernel_access.c. */
gm_status gm_reader_load(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);
gm_status gm_reader_store(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);
gm_status gm_reader_atomic(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);

/* What <overhead> may say that is issued: units, loads and stores, arithmetic of floats, and clocks of
   register banks. */
#define GM_READER_NAME(id, name, ...) name,
#define GM_READER_ISSUE_ATTRIBUTES                                                                 \
	GM_UNIT_LIST(GM_READER_NAME)                                                               \
	GM_ISSUED_LIST(GM_READER_NAME) GM_FLOAT_LIST(GM_READER_NAME) "banks", "banks_shared", \
	"wide"

/* <overhead> and <branch>, kernel_overhead.c. */
gm_status gm_reader_overhead(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);
gm_status gm_reader_branch(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);
/* What the statement that was just added says of its own instructions and its latency. */
gm_status gm_reader_own_issue(gm_kernel_reader *r, const gm_xml_node *node);

/* The attributes `name` and `after` of a statement, kernel_wait.c; and, at the end, that what was
   waited for is made. */
gm_status gm_reader_waits(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out);
gm_status gm_reader_check_results(gm_kernel_reader *r);

/* Whether an element called so is a statement. */
bool gm_reader_is_statement(const char *element);
/* kernel_body.c: all is said in attributes. */
gm_status gm_reader_no_elements(gm_kernel_reader *reader, const gm_xml_node *node);

#endif
