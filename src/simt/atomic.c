#include "simt/access.h"

#include "base/bits.h"
#include "ptx/half.h"
#include "simt/await.h"
#include "simt/contest.h"
#include "simt/earlier.h"
#include "simt/queue.h"

#include <math.h>

/* Lanes take their turn in ascending order, one of the orders the hardware may choose. */

/* A sum of two singles in double, rounded once more, is the single nearest to it: 53 >= 2*24 + 2. */
static double
joined(uint8_t operation, double old, double b)
{
	switch (operation) {
	case MOD_min:
		return fmin(old, b);
	case MOD_max:
		return fmax(old, b);
	default:
		return old + b;
	}
}

static uint64_t
join_halves(uint8_t operation, uint64_t old, uint64_t b, bool brain, int parts)
{
	uint64_t result = 0;
	for (int i = 0; i < parts; i++) {
		const uint16_t x = (uint16_t)(old >> (16 * i)), y = (uint16_t)(b >> (16 * i));
		const float p = brain ? gm_ptx_float_from_bfloat(x) : gm_ptx_float_from_half(x);
		const float q = brain ? gm_ptx_float_from_bfloat(y) : gm_ptx_float_from_half(y);
		const float sum = (float)joined(operation, (double)p, (double)q);
		const uint16_t r =
			brain ? gm_ptx_bfloat_from_float(sum) : gm_ptx_half_from_float(sum);
		result |= (uint64_t)r << (16 * i);
	}
	return result;
}

static int64_t
as_signed(uint64_t value, int bits)
{
	return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static bool
less(ptx_type type, uint64_t x, uint64_t y)
{
	const int bits = gm_ptx_type_bits(type);
	if (gm_ptx_type_kind(type) == KIND_SIGNED)
		return as_signed(x, bits) < as_signed(y, bits);
	return x < y;
}

static uint64_t
join_integers(uint8_t operation, ptx_type type, uint64_t old, uint64_t b, uint64_t c)
{
	switch (operation) {
	case MOD_add:
		return old + b;
	case MOD_and:
		return old & b;
	case MOD_or:
		return old | b;
	case MOD_xor:
		return old ^ b;
	case MOD_exch:
		return b;
	case MOD_cas:
		return old == b ? c : old;
	case MOD_min:
		return less(type, b, old) ? b : old;
	case MOD_max:
		return less(type, old, b) ? b : old;
	case MOD_inc:
		return old >= b ? 0 : old + 1;
	default: /* dec */
		return old == 0 || old > b ? b : old - 1;
	}
}

uint64_t
gm_ptx_atomic_applied(const ptx_step *step, uint64_t old, uint64_t b, uint64_t c)
{
	const ptx_type type = (ptx_type)step->type;
	switch (type) {
	case PTX_F32:
		return gm_bits_of_float((float)joined(step->rounding,
						      (double)gm_float_of_bits((uint32_t)old),
						      (double)gm_float_of_bits((uint32_t)b)));
	case PTX_F64:
		return gm_bits_of_double(joined(step->rounding, gm_double_of_bits(old),
						gm_double_of_bits(b)));
	case PTX_F16:
	case PTX_BF16:
		return join_halves(step->rounding, old, b, type == PTX_BF16, 1);
	case PTX_F16X2:
	case PTX_BF16X2:
		return join_halves(step->rounding, old, b, type == PTX_BF16X2, 2);
	default:
		return join_integers(step->rounding, type, old, b, c);
	}
}

static uint64_t
lane_bits(ptx_warp *warp, const ptx_step *step, uint32_t unit, int lane)
{
	const int bits = gm_ptx_type_bits((ptx_type)step->type);
	if (bits == 64)
		return ptx_u64(warp, unit)[lane];
	const uint64_t value = ptx_u32(warp, unit)[lane];
	return bits == 16 ? value & 0xffff : value;
}

static void
run_element(ptx_warp *warp, const ptx_step *step, int lane, int i, ptx_place place)
{
	const uint32_t *sources = warp->program->units + step->sources;
	const uint32_t *results = warp->program->units + step->results;
	const unsigned bytes = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const bool swaps = step->rounding == MOD_cas;
	const uint64_t b = lane_bits(warp, step, sources[1 + i], lane);
	const uint64_t c = swaps ? lane_bits(warp, step, sources[2], lane) : 0;
	place.offset += (unsigned)i * bytes;
	uint64_t old = gm_ptx_place_load(warp, place, lane, bytes);
	old = gm_ptx_contest_swap(warp, step, lane, old, b);
	const bool ticket = step->ticket && !warp->machine->costs, queue = gm_ptx_queue_is_drawn(warp, step);
	if (queue)
		old = gm_ptx_queue_number(warp, step, lane, place, old, b);
	else if (ticket)
		old = gm_ptx_ticket(warp, step, old, b);
	if (step->polls)
		old = gm_ptx_earlier_word(warp, place, bytes, old);
	const uint64_t made = gm_ptx_atomic_applied(step, old, b, c);
	warp->machine->changes += made != old;
	/* Who has lost to another block leaves nothing there. */
	if (!ticket && !queue && (made != old || !step->contested))
		gm_ptx_place_store(warp, place, lane, bytes, made);
	if (step->results_count == 0 || results[i] == PTX_NO_UNIT)
		return;
	if (bytes == 8)
		ptx_u64(warp, results[i])[lane] = old;
	else
		ptx_u32(warp, results[i])[lane] = (uint32_t)old;
}

/* The same order as that of the values, the greater one the better. */
static uint64_t
rank_of(const ptx_step *step, uint64_t value)
{
	const int bits = gm_ptx_type_bits((ptx_type)step->type);
	const uint64_t sign = gm_ptx_type_kind((ptx_type)step->type) == KIND_SIGNED ? UINT64_C(1) << (bits - 1) : 0;
	return (value ^ sign) ^ (step->rounding == MOD_min ? ~UINT64_C(0) >> (64 - bits) : 0);
}

static void
note_offers(ptx_warp *warp, const ptx_step *step, uint32_t mask, unsigned bytes)
{
	gm_offers *offers = &warp->machine->offers;
	const uint32_t value = warp->program->units[step->sources + 1];
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		ptx_place place;
		if (!gm_ptx_place_reach(warp, step, l, bytes, &place))
			return;
		offers->brought[l] = rank_of(step, lane_bits(warp, step, value, l));
		offers->found[l] = rank_of(step, gm_ptx_place_load(warp, place, l, bytes));
	}
}

void
gm_ptx_atomic(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const unsigned bytes = (unsigned)gm_ptx_type_bytes((ptx_type)step->type) * step->vector;
	if (step->offers)
		note_offers(warp, step, mask, bytes);
	if (gm_ptx_atomic_quick(warp, step, mask))
		return;
	gm_ptx_access_expect(warp, step, mask);
	warp->address_mask = mask;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		ptx_place place;
		if (!gm_ptx_place_reach(warp, step, l, bytes, &place))
			return;
		for (int i = 0; !ptx_is_idle(warp, step) && i < step->vector; i++)
			run_element(warp, step, l, i, place);
	}
}
