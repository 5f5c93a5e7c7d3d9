#include "simt/change_value.h"

#include "simt/access.h"
#include "simt/contents.h"

#include <string.h>

static const ptx_change none = {.state = CHANGE_NONE}, unknown = {.state = CHANGE_UNKNOWN};

static int
bits_of(const ptx_step *step)
{
	return gm_ptx_type_bits((ptx_type)step->type);
}

/* The change of a product, one side of which stands still and is the same in all lanes. */
static ptx_change
product(ptx_warp *warp, const ptx_step *step, ptx_operands o, uint32_t active, int bits)
{
	const ptx_type type = (ptx_type)step->type;
	ptx_wide factor;
	if (o.a.state == CHANGE_NONE && o.b.state == CHANGE_NONE)
		return none;
	if (o.a.state == CHANGE_BY && o.b.state == CHANGE_NONE &&
	    gm_ptx_uniform(warp, step->b, type, active, &factor))
		return gm_ptx_change_by((int64_t)((uint64_t)o.a.by * (uint64_t)factor), bits);
	if (o.b.state == CHANGE_BY && o.a.state == CHANGE_NONE &&
	    gm_ptx_uniform(warp, step->a, type, active, &factor))
		return gm_ptx_change_by((int64_t)((uint64_t)o.b.by * (uint64_t)factor), bits);
	return unknown;
}

static ptx_change
sum(ptx_change a, ptx_change b, int bits)
{
	if (a.state == CHANGE_UNKNOWN || b.state == CHANGE_UNKNOWN)
		return unknown;
	return gm_ptx_change_by((int64_t)((uint64_t)a.by + (uint64_t)b.by), bits);
}

static ptx_change
negated(ptx_change a, int bits)
{
	return a.state == CHANGE_BY ? gm_ptx_change_by((int64_t)(0 - (uint64_t)a.by), bits) : a;
}

/* A factor of a widening product must not wrap in its narrow type. */
static ptx_change
wide_product(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
	     uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	gm_ptx_limit_to_type(period, warp, step->a, type, o.a, active);
	gm_ptx_limit_to_type(period, warp, step->b, type, o.b, active);
	return product(warp, step, o, active, 2 * bits_of(step));
}

static ptx_change
shifted(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o, uint32_t active,
	bool left)
{
	const ptx_type type = (ptx_type)step->type;
	ptx_wide amount;
	if (o.b.state != CHANGE_NONE || !gm_ptx_uniform(warp, step->b, PTX_U32, active, &amount))
		return unknown;
	if (amount >= bits_of(step))
		return left ? none : unknown;
	if (left)
		return gm_ptx_change_by((int64_t)((uint64_t)o.a.by << amount), bits_of(step));
	if (gm_ptx_trailing_zeros(o.a.by) < amount)
		return gm_ptx_change_shifted_out(period, warp, step, o.a, (int)amount, active);
	gm_ptx_limit_to_type(period, warp, step->a, type, o.a, active);
	return gm_ptx_change_by(o.a.by >> amount, 64);
}

static ptx_change
selected(ptx_warp *warp, const ptx_step *step, ptx_operands o, uint32_t active)
{
	const uint32_t p = *ptx_u32(warp, step->c) & active;
	if (o.c.state != CHANGE_NONE)
		return unknown;
	if (p == active)
		return o.a;
	if (p == 0)
		return o.b;
	return o.a.state == o.b.state && o.a.by == o.b.by ? o.a : unknown;
}

static ptx_change
converted(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o, uint32_t active)
{
	const ptx_type to = (ptx_type)step->type, from = (ptx_type)step->from;
	const int to_bits = gm_ptx_type_bits(to);
	if (o.a.state == CHANGE_NONE && o.b.state == CHANGE_NONE)
		return none;
	if (o.a.state == CHANGE_UNKNOWN || !gm_ptx_is_integer(to) || !gm_ptx_is_integer(from) ||
	    to_bits < 32 || step->saturate)
		return unknown;
	if (to_bits > gm_ptx_type_bits(from))
		gm_ptx_limit_to_type(period, warp, step->a, from, o.a, active);
	return gm_ptx_change_by(o.a.by, to_bits);
}

/* What elements a period apart differ by, in a buffer nobody has written. */
static bool
slope_of(const ptx_buffer *b, int64_t elements, int64_t *slope)
{
	*slope = 0;
	if (gm_ptx_type_kind(b->type) == KIND_FLOAT)
		return b->contents == CONTENTS_ZERO || b->contents == CONTENTS_FILL;
	if (b->contents == CONTENTS_STEP || b->contents == CONTENTS_POINTERS)
		*slope = (int64_t)((uint64_t)elements * (uint64_t)b->number);
	if (b->contents == CONTENTS_CHAIN)
		*slope = elements;
	return b->contents == CONTENTS_ZERO || b->contents == CONTENTS_FILL ||
	       b->contents == CONTENTS_STEP || b->contents == CONTENTS_POINTERS ||
	       b->contents == CONTENTS_CHAIN;
}

/* A chain returns to the start at `elements`; periods until the value of the lane would wrap. */
static void
limit_to_chain(ptx_period *period, const ptx_buffer *b, uint64_t offset, int64_t slope)
{
	const uint64_t size = (uint64_t)gm_ptx_type_bytes(b->type);
	const uint64_t value = gm_ptx_buffer_element(b, offset / size);
	if (b->contents != CONTENTS_CHAIN || slope == 0)
		return;
	gm_ptx_change_limit(period,
			    slope > 0 ? gm_ptx_clipped(((ptx_wide)b->elements - 1 - value) / slope)
				      : gm_ptx_clipped((ptx_wide)value / -(ptx_wide)slope));
}

static ptx_change
loaded(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o, uint32_t active)
{
	ptx_memory *memory = warp->machine->memory;
	const int size = gm_ptx_type_bytes((ptx_type)step->type);
	int64_t slope = 0;
	if (o.a.state == CHANGE_NONE && !step->volatile_read)
		return none;
	if (o.a.state != CHANGE_BY || step->volatile_read || step->vector != 1 ||
	    step->opaque_load || (step->space != SPACE_GLOBAL && step->space != SPACE_CONST))
		return unknown;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const uint64_t at = gm_ptx_lane_address(warp, step, step->a, step->immediate,
							__builtin_ctz(rest));
		const int buffer = gm_ptx_memory_find(memory, at, (unsigned)size);
		if (buffer < 0 || !gm_ptx_memory_is_untouched(memory, buffer))
			return unknown;
		const ptx_buffer *b = &memory->buffers[buffer];
		if (gm_ptx_type_bytes(b->type) != size || o.a.by % size ||
		    !slope_of(b, o.a.by / size, &slope))
			return unknown;
		limit_to_chain(period, b, at - b->base, slope);
	}
	/* Values read zero- or sign-extended must not wrap in their type; where they could, stop.
	 */
	return bits_of(step) < 32 && slope ? unknown : gm_ptx_change_by(slope, bits_of(step));
}

static bool
all_stand_still(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	bool still = true;
	for (int i = 0; i < step->sources_count; i++) {
		const uint32_t unit = warp->program->units[step->sources + (uint32_t)i];
		still = gm_ptx_change_read(period, unit, active) == CHANGE_NONE && still;
	}
	return still;
}

/* Reads what other threads may have stored: another block may find something else there. */
static bool
reads_what_blocks_write(const ptx_period *period, const ptx_program *program, const ptx_step *step)
{
	return period->of_blocks && program->writes_what_decides &&
	       step->action == ACTION_MEMORY && step->space != SPACE_PARAM &&
	       step->space != SPACE_CONST;
}

ptx_change
gm_ptx_change_rule(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	const bool still = all_stand_still(period, warp, step, active);
	const int bits = bits_of(step);
	if (step->volatile_read || step->action == ACTION_UNKNOWN || step->action == ACTION_BARRIER)
		return unknown;
	if (step->matrix || reads_what_blocks_write(period, warp->program, step))
		return unknown;
	if (still)
		return none;
	const ptx_operands o = {gm_ptx_change_of(period, step->a, active),
				gm_ptx_change_of(period, step->b, active),
				gm_ptx_change_of(period, step->c, active)};
	switch ((ptx_rule)step->rule) {
	case RULE_COPY:
		return o.a;
	case RULE_ADD:
		return sum(o.a, o.b, bits);
	case RULE_SUB:
		return sum(o.a, negated(o.b, bits), bits);
	case RULE_NEG:
		return negated(o.a, bits);
	case RULE_MUL:
		return product(warp, step, o, active, bits);
	case RULE_MAD:
		return sum(product(warp, step, o, active, bits), o.c, bits);
	case RULE_MUL_HIGH:
		return gm_ptx_change_high(period, warp, step, o, active);
	case RULE_MUL_WIDE:
		return wide_product(period, warp, step, o, active);
	case RULE_MAD_WIDE:
		return sum(wide_product(period, warp, step, o, active), o.c, 2 * bits);
	case RULE_SHL:
	case RULE_SHR:
		return o.a.state == CHANGE_BY
			       ? shifted(period, warp, step, o, active, step->rule == RULE_SHL)
			       : unknown;
	case RULE_AND:
	case RULE_OR:
		return gm_ptx_change_bits(period, warp, step, o, active);
	case RULE_FIELD:
		return gm_ptx_change_extracted(period, warp, step, o, active);
	case RULE_INSERT:
		return gm_ptx_change_inserted(period, warp, step, o, active);
	case RULE_DIV:
	case RULE_REM:
		return gm_ptx_change_divided(period, warp, step, o, active);
	case RULE_MIN:
	case RULE_MAX:
		return gm_ptx_change_chosen(period, warp, step, o, active);
	case RULE_COMPARE:
		return gm_ptx_change_compared(period, warp, step, o, active);
	case RULE_SELECT:
		return selected(warp, step, o, active);
	case RULE_CONVERT:
		return converted(period, warp, step, o, active);
	case RULE_LOAD:
		return loaded(period, warp, step, o, active);
	default:
		return unknown;
	}
}
