#include "device/rules.h"

#include <string.h>

static const struct {
	const char *name, *whose;
} coalescing[GM_COALESCING_COUNT] = {
#define X(id, name, whose) [id] = {name, whose},
        GM_COALESCING_LIST(X)
#undef X
}, banks[GM_BANKS_COUNT] = {
#define X(id, name, whose) [id] = {name, whose},
        GM_BANKS_LIST(X)
#undef X
};

const char *
gm_coalescing_name(gm_coalescing_rule rule)
{
	return coalescing[rule].name;
}

const char *
gm_coalescing_whose(gm_coalescing_rule rule)
{
	return coalescing[rule].whose;
}

bool
gm_coalescing_find(const char *name, gm_coalescing_rule *out)
{
	for (int i = 0; i < GM_COALESCING_COUNT; i++)
		if (strcmp(coalescing[i].name, name) == 0) {
			*out = (gm_coalescing_rule)i;
			return true;
		}
	return false;
}

const char *
gm_banks_name(gm_bank_rule rule)
{
	return banks[rule].name;
}

const char *
gm_banks_whose(gm_bank_rule rule)
{
	return banks[rule].whose;
}

bool
gm_banks_find(const char *name, gm_bank_rule *out)
{
	for (int i = 0; i < GM_BANKS_COUNT; i++)
		if (strcmp(banks[i].name, name) == 0) {
			*out = (gm_bank_rule)i;
			return true;
		}
	return false;
}
