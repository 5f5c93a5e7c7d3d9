#include "ptx/parser.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

/* Declared arrays larger than this are refused; initialised ones must be far smaller. */
static const int64_t BYTES_MAX = (int64_t)1 << 40, CONTENTS_MAX = (int64_t)1 << 25;

bool
gm_ptx_space_of(const ptx_token *token, ptx_space *out)
{
	static const struct {
		const char *name;
		ptx_space space;
	} rows[] = {
		{".reg", SPACE_REGISTER},  {".global", SPACE_GLOBAL}, {".const", SPACE_CONST},
		{".shared", SPACE_SHARED}, {".local", SPACE_LOCAL},   {".param", SPACE_PARAM},
		{".tex", SPACE_GLOBAL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (gm_ptx_token_is(token, rows[i].name)) {
			*out = rows[i].space;
			return true;
		}
	return false;
}

static bool
parse_align(ptx_parser *p, ptx_variable *v)
{
	if (!gm_ptx_expect_integer(p, &v->align_bytes))
		return false;
	if (v->align_bytes > 0 && v->align_bytes <= 4096 &&
	    !(v->align_bytes & (v->align_bytes - 1)))
		return true;
	gm_fail(p->err, GM_BAD_VALUE, "alignment %lld: expected a power of two up to 4096",
		(long long)v->align_bytes);
	gm_error_locate(p->err, p->module->file, p->token.line, p->token.column);
	return false;
}

bool
gm_ptx_skip_parentheses(ptx_parser *p)
{
	int depth = 0;
	do {
		if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_BAD)
			return gm_ptx_wrong(p, "')'");
		depth += gm_ptx_at(p, "(") - gm_ptx_at(p, ")");
		gm_ptx_take(p);
	} while (depth > 0);
	return true;
}

/* .align 4, .ptr .global, .attribute(.managed), .v4, and the type, in any order. */
static bool
parse_qualifiers(ptx_parser *p, ptx_variable *v, int64_t *lanes)
{
	static const struct {
		const char *name;
		int lanes;
	} vectors[] = {{".v2", 2}, {".v4", 4}, {".v8", 8}};
	ptx_space ignored;
	while (p->token.kind == TOKEN_WORD && p->token.start[0] == '.') {
		const ptx_type type = gm_ptx_type_find(p->token.start + 1, p->token.length - 1);
		bool taken = true;
		if (gm_ptx_accept(p, ".align")) {
			if (!parse_align(p, v))
				return false;
		} else if (gm_ptx_accept(p, ".attribute")) {
			if (!gm_ptx_skip_parentheses(p))
				return false;
		} else if (gm_ptx_accept(p, ".ptr")) {
			v->pointer = true;
		} else if (type != PTX_NO_TYPE) {
			v->type = type;
			gm_ptx_take(p);
		} else if (gm_ptx_space_of(&p->token, &ignored)) {
			gm_ptx_take(p);
		} else {
			taken = false;
		}
		for (size_t i = 0; !taken && i < sizeof vectors / sizeof *vectors; i++)
			if (gm_ptx_accept(p, vectors[i].name)) {
				*lanes = vectors[i].lanes;
				taken = true;
			}
		if (!taken)
			return gm_ptx_wrong(p, "a type such as .b32");
	}
	return v->type != PTX_NO_TYPE || gm_ptx_wrong(p, "a type such as .b32");
}

/* [4][5] or []; the product. */
static bool
parse_extent(ptx_parser *p, int64_t *elements)
{
	while (gm_ptx_accept(p, "[")) {
		int64_t size = 0;
		if (!gm_ptx_at(p, "]") && !gm_ptx_expect_integer(p, &size))
			return false;
		if (size < 0 || __builtin_mul_overflow(*elements, size, elements) ||
		    *elements > BYTES_MAX)
			return gm_ptx_wrong(p, "an array size below 2^40");
		if (!gm_ptx_expect(p, "]"))
			return false;
	}
	return true;
}

static void
put_value(ptx_variable *v, int64_t offset, unsigned long long integer, double number, bool is_float)
{
	const size_t bytes = (size_t)gm_ptx_type_bytes(v->type);
	if (is_float)
		integer = bytes == 8 ? gm_bits_of_double(number) : gm_bits_of_float((float)number);
	if (offset + (int64_t)bytes <= v->bytes && bytes <= sizeof integer)
		memcpy(v->contents + offset, &integer, bytes);
}

static void
put_symbol(ptx_parser *p, ptx_variable *v, size_t *room, ptx_fixup fixup)
{
	(void)p;
	v->fixups = gm_grow(v->fixups, room, v->fixups_count + 1, sizeof *v->fixups);
	v->fixups[v->fixups_count++] = fixup;
}

/* name, name+8, generic(name), 0xFF(name) */
static bool
parse_symbol(ptx_parser *p, ptx_variable *v, int64_t offset, size_t *room)
{
	ptx_fixup fixup = {.offset_bytes = offset};
	const bool wrapped = gm_ptx_at(p, "generic");
	if (wrapped) {
		gm_ptx_take(p);
		if (!gm_ptx_expect(p, "("))
			return false;
	}
	if (!gm_ptx_expect_word(p, "a value", &fixup.symbol))
		return false;
	if (wrapped && !gm_ptx_expect(p, ")"))
		return false;
	if (gm_ptx_accept(p, "+") && !gm_ptx_expect_integer(p, &fixup.addend))
		return false;
	put_symbol(p, v, room, fixup);
	return true;
}

static bool
parse_value(ptx_parser *p, ptx_variable *v, int64_t offset, size_t *room)
{
	const bool negative = gm_ptx_accept(p, "-");
	unsigned long long integer;
	double number;
	bool is_float;
	if (p->token.kind == TOKEN_WORD && !negative)
		return parse_symbol(p, v, offset, room);
	if (!gm_ptx_token_number(&p->token, &integer, &number, &is_float))
		return gm_ptx_wrong(p, "a value");
	gm_ptx_take(p);
	put_value(v, offset, negative ? 0 - integer : integer, negative ? -number : number,
		  is_float);
	return true;
}

/* = {1, 2, {3, 4}}: nested braces are read in order. */
static bool
parse_contents(ptx_parser *p, ptx_variable *v)
{
	int depth = 0;
	int64_t offset = 0;
	size_t room = 0;
	if (v->bytes > CONTENTS_MAX)
		return gm_ptx_wrong(p, "at most 32 MiB of initial values");
	v->contents = gm_arena_allocate(p->arena, (size_t)v->bytes, 1);
	bool good = true;
	do {
		if (gm_ptx_accept(p, "{"))
			depth++;
		else if (gm_ptx_accept(p, "}"))
			depth--;
		else if (!gm_ptx_accept(p, ",")) {
			good = parse_value(p, v, offset, &room);
			offset += gm_ptx_type_bytes(v->type);
		}
	} while (good && depth > 0);
	if (v->fixups_count) {
		ptx_fixup *kept = gm_arena_allocate(p->arena, v->fixups_count, sizeof *kept);
		memcpy(kept, v->fixups, v->fixups_count * sizeof *kept);
		free(v->fixups);
		v->fixups = kept;
	}
	return good;
}

bool
gm_ptx_parse_variable(ptx_parser *p, ptx_space space, bool external, ptx_variable *out)
{
	int64_t lanes = 1;
	*out = (ptx_variable){.space = space, .type = PTX_NO_TYPE, .line = p->token.line};
	if (!parse_qualifiers(p, out, &lanes) || !gm_ptx_expect_word(p, "a name", &out->name))
		return false;
	out->elements = lanes;
	if (!parse_extent(p, &out->elements))
		return false;
	out->bytes = out->elements * gm_ptx_type_bytes(out->type);
	if (out->align_bytes == 0)
		out->align_bytes = gm_ptx_type_bytes(out->type) * lanes;
	return external || !gm_ptx_accept(p, "=") || parse_contents(p, out);
}
