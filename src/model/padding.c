#include "model/padding.h"

#include "model/banks.h"

enum { LANES = 64 };

uint64_t
gm_padding_address(const gm_padding_layout *layout, uint64_t index, int64_t width,
                   int element_bytes)
{
	const uint64_t row = index / (uint64_t)width, column = index % (uint64_t)width;
	const uint64_t pitch = (uint64_t)(width + layout->padding_elements);
	const uint64_t moved = column ^ ((row & layout->swizzle_mask) << layout->swizzle_shift);
	return (row * pitch + moved) * (uint64_t)element_bytes;
}

static gm_bank_passes
passes_in(const gm_padding_layout *layout, gm_bank_rule rule, const gm_access *access,
          int64_t width, int element_bytes)
{
	uint64_t address[LANES] = {0};
	for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		address[lane] =
			gm_padding_address(layout, access->address[lane], width, element_bytes);
	}
	const gm_access moved = {access->lanes_count, access->access_bytes, access->active,
	                         address};
	return gm_banks_evaluate(rule, &moved);
}

int64_t
gm_padding_wavefronts(const gm_padding_layout *layout, gm_bank_rule rule, const gm_access *accesses,
                      size_t count, int64_t width, int element_bytes)
{
	int64_t sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += passes_in(layout, rule, &accesses[i], width, element_bytes).wavefronts_count;
	return sum;
}

/* Does every access reach its ideal? */
static bool
is_free(const gm_padding_layout *layout, gm_bank_rule rule, const gm_access *accesses, size_t count,
        int64_t width, int element_bytes)
{
	for (size_t i = 0; i < count; i++) {
		const gm_bank_passes passes =
			passes_in(layout, rule, &accesses[i], width, element_bytes);
		if (passes.wavefronts_count > passes.ideal_wavefronts_count)
			return false;
	}
	return true;
}

static int
widest_bytes(const gm_access *accesses, size_t count, int element_bytes)
{
	int widest = element_bytes;
	for (size_t i = 0; i < count; i++)
		widest = accesses[i].access_bytes > widest ? accesses[i].access_bytes : widest;
	return widest;
}

gm_padding_advice
gm_padding_find(gm_bank_rule rule, const gm_access *accesses, size_t count, int64_t width,
                int element_bytes)
{
	gm_padding_advice out = {0};
	const gm_padding_layout plain = {0};
	const int widest = widest_bytes(accesses, count, element_bytes);
	const int shift = __builtin_ctz((unsigned)(widest / element_bytes));
	for (size_t i = 0; i < count; i++) {
		const gm_bank_passes now =
			passes_in(&plain, rule, &accesses[i], width, element_bytes);
		out.wavefronts_count += now.wavefronts_count;
		out.ideal_wavefronts_count += now.ideal_wavefronts_count;
	}
	for (int64_t padding = 0; padding <= GM_PADDING_MAX && !out.padding_found; padding++) {
		out.padding = (gm_padding_layout){.padding_elements = padding};
		const bool aligned =
			padding == 0 || (width + padding) * element_bytes % widest == 0;
		out.padding_found = aligned && is_free(&out.padding, rule, accesses, count, width,
		                                       element_bytes);
	}
	for (uint64_t mask = 0; mask < 32 && !out.swizzle_found; mask = 2 * mask + 1) {
		out.swizzle = (gm_padding_layout){.swizzle_mask = mask, .swizzle_shift = shift};
		const bool stays = mask == 0 || width % (int64_t)((mask + 1) << shift) == 0;
		out.swizzle_found =
			stays && is_free(&out.swizzle, rule, accesses, count, width, element_bytes);
	}
	if (!out.padding_found)
		out.padding = plain;
	if (!out.swizzle_found)
		out.swizzle = plain;
	return out;
}
