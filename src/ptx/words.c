#include "ptx/words.h"

#include <string.h>

static const struct {
	const char *name;
	gm_type model;
} types[PTX_TYPE_COUNT + 1] = {
#define X(id, name, bits, kind, model) [id] = {name, model},
	PTX_TYPE_LIST(X)
#undef X
		[PTX_NO_TYPE] = {"(no type)", GM_NO_TYPE},
};

const ptx_type_row gm_ptx_type_rows[PTX_TYPE_COUNT + 1] = {
#define X(id, name, bits, kind, model) [id] = {bits, kind},
	PTX_TYPE_LIST(X)
#undef X
		[PTX_NO_TYPE] = {0, KIND_OPAQUE},
};

static const struct {
	const char *name;
	int results;
	ptx_shape shape;
	gm_operation operation;
} opcodes[PTX_OPCODE_COUNT + 1] = {
#define X(id, name, results, shape, operation) [id] = {name, results, shape, operation},
	PTX_OPCODE_LIST(X)
#undef X
		[OP_UNKNOWN] = {"(unknown)", 1, SHAPE_UNKNOWN, GM_OTHER},
};

static const char *const modifiers[PTX_MODIFIER_COUNT] = {
#define X(name) [MOD_##name] = #name,
	PTX_MODIFIER_LIST(X)
#undef X
		[MOD_const] = "const",
	[MOD_shared_cta] = "shared::cta",
	[MOD_shared_cluster] = "shared::cluster",
	[MOD_HINT] = "(hint)",
	[MOD_DIMENSIONS] = "(dimensions)",
};

/* Qualifications that do not change what is counted or computed. */
static const struct {
	const char *name;
	ptx_modifier modifier;
} spellings[] = {
	{"mbarrier::complete_tx::bytes", MOD_complete_tx},
	{"mbarrier::arrive::one", MOD_arrive},
	{"multicast::cluster", MOD_multicast},
	{"sync_restrict::shared::cta", MOD_HINT},
	{"sync_restrict::shared::cluster", MOD_HINT},
	{"param::entry", MOD_param},
	{"param::func", MOD_param},
	{"global::release", MOD_HINT},
	{"1d", MOD_DIMENSIONS},
	{"2d", MOD_DIMENSIONS},
	{"3d", MOD_DIMENSIONS},
	{"4d", MOD_DIMENSIONS},
	{"5d", MOD_DIMENSIONS},
	{"cta_group::1", MOD_HINT},
	{"cta_group::2", MOD_HINT},
};

static bool
same_word(const char *name, const char *text, size_t length)
{
	return length > 0 && name[0] == text[0] && strncmp(name, text, length) == 0 &&
	       name[length] == '\0';
}

ptx_type
gm_ptx_type_find(const char *name, size_t length)
{
	int i = 0;
	while (i < PTX_TYPE_COUNT && !same_word(types[i].name, name, length))
		i++;
	return (ptx_type)i;
}

/* The rows are in alphabetical order. */
ptx_opcode
gm_ptx_opcode_find(const char *name, size_t length)
{
	int low = 0, high = PTX_OPCODE_COUNT;
	while (low < high) {
		const int middle = (low + high) / 2;
		int order = strncmp(opcodes[middle].name, name, length);
		if (order == 0 && opcodes[middle].name[length] != '\0')
			order = 1;
		if (order == 0)
			return (ptx_opcode)middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return OP_UNKNOWN;
}

/* L1, L2 (of prefetch) and what begins with L1:: or L2::. */
static bool
is_cache_hint(const char *name, size_t length)
{
	const bool level = length >= 2 && name[0] == 'L' && (name[1] == '1' || name[1] == '2');
	return level && (length == 2 || (length > 4 && name[2] == ':'));
}

int
gm_ptx_modifier_find(const char *name, size_t length)
{
	if (is_cache_hint(name, length))
		return MOD_HINT;
	for (int i = 0; i < PTX_MODIFIER_COUNT; i++)
		if (same_word(modifiers[i], name, length))
			return i;
	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
		if (same_word(spellings[i].name, name, length))
			return (int)spellings[i].modifier;
	return -1;
}

const char *
gm_ptx_type_name(ptx_type type)
{
	return types[type].name;
}

gm_type
gm_ptx_type_model(ptx_type type)
{
	return types[type].model;
}

bool
gm_ptx_type_is_pair(ptx_type type)
{
	const size_t length = strlen(types[type].name);
	return length > 2 && strcmp(types[type].name + length - 2, "x2") == 0;
}

const char *
gm_ptx_opcode_name(ptx_opcode opcode)
{
	return opcodes[opcode].name;
}

int
gm_ptx_opcode_results(ptx_opcode opcode)
{
	return opcodes[opcode].results;
}

ptx_shape
gm_ptx_opcode_shape(ptx_opcode opcode)
{
	return opcodes[opcode].shape;
}

gm_operation
gm_ptx_opcode_operation(ptx_opcode opcode)
{
	return opcodes[opcode].operation;
}
