/*
 * Arguments of a kernel from their texts (see ptx.h for the forms), and the buffers they make.
 */
#ifndef GM_SIMT_ARGUMENTS_H
#define GM_SIMT_ARGUMENTS_H

#include "base/memory.h"
#include "ptx/module.h"
#include "simt/memory.h"
#include "simt/tensor.h"

enum { PTX_ARGUMENT_BYTES_MAX = 4096 };

typedef struct ptx_argument {
	bool is_buffer;
	ptx_type type;
	bool is_map;                                 /* a tensor map of the buffer */
	ptx_map map;
	ptx_buffer buffer;                           /* without its base */
	unsigned char bytes[PTX_ARGUMENT_BYTES_MAX]; /* of a scalar or structure */
	size_t bytes_count;
	bool is_structure;
	const char *to;   /* of pointers: the text of what they lead into */
	const char *same; /* an address in the buffer of another argument: its name, and bytes behind it */
	int64_t same_offset;
} ptx_argument;

/* A file is mapped and stays so; the arena's owner unmaps it with gm_ptx_argument_release. */
gm_status gm_ptx_argument_parse(const char *text, gm_arena *arena, ptx_argument *out,
				gm_error *err);
void gm_ptx_buffer_release(ptx_buffer *buffer);

/* struct=MEMBER,MEMBER: the text of a structure whose members are arguments themselves. */
#define PTX_STRUCTURE_WORD "struct="
bool gm_ptx_argument_has_members(const char *text);
/* The member at *at, of the arena, and *at behind its comma; NULL at the end. See
   gm_text_part. */
const char *gm_ptx_member_next(gm_arena *arena, const char **at);

/* Whether the argument can be given to the parameter. `index` is for the message, from 1. */
gm_status gm_ptx_argument_check(const ptx_argument *argument, const ptx_variable *parameter,
				int pointer_bytes, int index, gm_error *err);

#endif
