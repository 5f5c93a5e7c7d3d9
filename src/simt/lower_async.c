#include "simt/lower.h"

#include "simt/access.h"
#include "simt/async.h"

#include <string.h>

/* cp.async [to], [from], bytes{, bytes to read}; one site for the global side, one that counts no
   instruction for the shared side. */
static bool
lower_copy(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_operand *size = gm_ptx_operand_at(lo, in, 2);
	ptx_base to, from;
	uint32_t sources[3] = {PTX_NO_UNIT, PTX_NO_UNIT, PTX_NO_UNIT};
	const bool sized = size && size->kind == OPERAND_INTEGER &&
			   (size->integer == 4 || size->integer == 8 || size->integer == 16);
	/* A hint stands last. */
	const bool none = in->count == 4 && strstr(in->name, "::cache_hint");
	const ptx_operand *wanted = none ? NULL : gm_ptx_operand_at(lo, in, 3);
	const bool partial =
		wanted && (wanted->kind == OPERAND_INTEGER ||
			   (wanted->kind == OPERAND_REGISTER &&
			    lo->frame->function->registers[wanted->index].type != PTX_PRED));
	/* Of a predicate that tells whether the source is left out, nothing is known. */
	if (!sized || (wanted && !partial))
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 0), &to) ||
	    !gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 1), &from))
		return false;
	if (from.bits != 64 || from.offset > INT32_MAX || from.offset < INT32_MIN)
		return gm_ptx_lower_unknown(lo, in);
	if (partial && !gm_ptx_source(lo, wanted, PTX_U32, &sources[2]))
		return false;
	sources[0] = to.unit;
	sources[1] = from.unit;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_MEMORY, gm_ptx_copy_async);
	s->rule = RULE_NONE;
	s->immediate = to.offset;
	s->from = (uint8_t)to.bits;
	s->target = (int32_t)from.offset;
	s->space = SPACE_GLOBAL;
	s->vector = (uint8_t)size->integer;
	s->type = PTX_B8;
	s->copies = true;
	gm_ptx_set_sources(lo, s, sources, 3);
	const gm_type type = size->integer == 16  ? GM_S32X4
			     : size->integer == 8 ? GM_S32X2
						  : GM_U32;
	gm_ptx_add_site(lo, s, GM_ASYNC_COPY, type);
	gm_site *site = &lo->sites[s->site];
	site->space = GM_GLOBAL;
	site->access_bytes = (uint8_t)size->integer;
	site->copies = GM_COPIES_BEGIN;
	gm_site shared = *site;
	shared.copies = GM_COPIES_NONE;
	shared.space = GM_SHARED;
	shared.count = 0;
	s->traffic_site = gm_ptx_new_site(lo, shared);
	return true;
}

static const ptx_operand *
address_after(const ptx_lowering *lo, const ptx_instruction *in, int first)
{
	for (int i = first; i < in->count; i++)
		if (gm_ptx_operand_at(lo, in, i)->kind == OPERAND_ADDRESS)
			return gm_ptx_operand_at(lo, in, i);
	return NULL;
}

/* cp.async.bulk.shared.global [to], [from], bytes, [mbarrier]; .global.shared [to], [from], bytes
 */
static bool
lower_bulk(ptx_lowering *lo, const ptx_instruction *in)
{
	const ptx_operand *barrier = address_after(lo, in, 3);
	ptx_base to, from, signal = {.unit = PTX_NO_UNIT};
	uint32_t sources[4];
	const bool out = !gm_ptx_has(in, MOD_complete_tx);
	if (gm_ptx_has(in, MOD_multicast) || !gm_ptx_has(in, MOD_global))
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 0), &to) ||
	    !gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 1), &from) ||
	    !gm_ptx_source(lo, gm_ptx_operand_at(lo, in, 2), PTX_U32, &sources[2]) ||
	    (barrier && !gm_ptx_address(lo, barrier, &signal)))
		return false;
	if ((out ? to.bits : from.bits) != 64 || to.offset || from.offset || signal.offset)
		return gm_ptx_lower_unknown(lo, in);
	sources[0] = to.unit;
	sources[1] = from.unit;
	sources[3] = signal.unit;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_copy_bulk);
	s->rule = RULE_NONE;
	s->streams_itself = true;
	s->copies = true;
	s->detail = out;
	s->clamp = (out ? from.bits : to.bits) == 64;
	s->from = (uint8_t)signal.bits;
	gm_ptx_set_sources(lo, s, sources, 4);
	gm_ptx_add_site(lo, s, GM_OTHER, GM_NO_TYPE);
	lo->sites[s->site].copies = out ? GM_COPIES_NONE : GM_COPIES_PIECE;
	gm_site traffic = lo->sites[s->site];
	traffic.operation = out ? GM_STORE : GM_ASYNC_COPY;
	traffic.space = GM_GLOBAL;
	traffic.type = GM_S32X4;
	traffic.access_bytes = 16;
	traffic.count = 0;
	traffic.copies = out ? GM_COPIES_NONE : GM_COPIES_BULK;
	s->traffic_site = gm_ptx_new_site(lo, traffic);
	return true;
}

/* commit_group, wait_group and wait_all of copies that are not in bulk. */
static void
note_group(ptx_lowering *lo, const ptx_instruction *in, gm_site *site)
{
	const ptx_operand *left = gm_ptx_operand_at(lo, in, 0);
	if (gm_ptx_has(in, MOD_bulk) || gm_ptx_has(in, MOD_prefetch))
		return;
	if (gm_ptx_has(in, MOD_commit_group))
		site->copies = GM_COPIES_CLOSE;
	else
		site->copies = gm_ptx_has(in, MOD_wait_all) ? GM_COPIES_AWAIT_ALL : GM_COPIES_AWAIT;
	if (site->copies == GM_COPIES_AWAIT && left && left->kind == OPERAND_INTEGER)
		site->copies_left = left->integer < UINT8_MAX ? (uint8_t)left->integer : UINT8_MAX;
}

/* Without .noinc it counts itself first, and the barrier does not wait for it. */
static bool
lower_arrive_beyond_count(ptx_lowering *lo, const ptx_instruction *in)
{
	const int before = lo->sites_count;
	if (!gm_ptx_lower_fence(lo, in))
		return false;
	if (lo->sites_count > before)
		lo->sites[before].copies = GM_COPIES_SIGNAL;
	return true;
}

static bool
lower_arrive_when_copied(ptx_lowering *lo, const ptx_instruction *in)
{
	ptx_base base;
	if (!gm_ptx_has(in, MOD_noinc))
		return lower_arrive_beyond_count(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 0), &base))
		return false;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_WAIT, gm_ptx_mbarrier);
	s->rule = RULE_NONE;
	s->detail = MBARRIER_ARRIVE;
	s->immediate = base.offset;
	s->from = (uint8_t)base.bits;
	gm_ptx_set_sources(lo, s, &base.unit, 1);
	gm_ptx_add_site(lo, s, GM_FENCE, GM_NO_TYPE);
	lo->sites[s->site].copies = GM_COPIES_SIGNAL;
	return true;
}

bool
gm_ptx_lower_async(ptx_lowering *lo, const ptx_instruction *in)
{
	if (gm_ptx_has(in, MOD_reduce) || gm_ptx_has(in, MOD_red))
		return gm_ptx_lower_unknown(lo, in);
	if (gm_ptx_has(in, MOD_commit_group) || gm_ptx_has(in, MOD_wait_group) ||
	    gm_ptx_has(in, MOD_wait_all) || gm_ptx_has(in, MOD_prefetch)) {
		ptx_step *s = gm_ptx_add_step(lo, ACTION_NOTHING, NULL);
		s->rule = RULE_NONE;
		gm_ptx_add_site(lo, s, GM_FENCE, GM_NO_TYPE);
		note_group(lo, in, &lo->sites[s->site]);
		return true;
	}
	if (gm_ptx_has(in, MOD_mbarrier))
		return lower_arrive_when_copied(lo, in);
	if (gm_ptx_has(in, MOD_tensor))
		return gm_ptx_lower_tensor(lo, in);
	return gm_ptx_has(in, MOD_bulk) ? lower_bulk(lo, in) : lower_copy(lo, in);
}

static int
mbarrier_action(const ptx_instruction *in)
{
	if (gm_ptx_has(in, MOD_init))
		return MBARRIER_INIT;
	if (gm_ptx_has(in, MOD_inval))
		return MBARRIER_INVAL;
	if (gm_ptx_has(in, MOD_test_wait) || gm_ptx_has(in, MOD_try_wait))
		return MBARRIER_TEST;
	if (gm_ptx_has(in, MOD_arrive_drop))
		return MBARRIER_ARRIVE_DROP;
	if (gm_ptx_has(in, MOD_arrive))
		return gm_ptx_has(in, MOD_expect_tx) ? MBARRIER_ARRIVE_EXPECT : MBARRIER_ARRIVE;
	return gm_ptx_has(in, MOD_expect_tx) ? MBARRIER_EXPECT : -1;
}

bool
gm_ptx_lower_mbarrier(ptx_lowering *lo, const ptx_instruction *in)
{
	const int action = mbarrier_action(in);
	const bool returns = action == MBARRIER_ARRIVE || action == MBARRIER_ARRIVE_DROP ||
			     action == MBARRIER_ARRIVE_EXPECT;
	const bool parity = gm_ptx_has(in, MOD_parity), tests = action == MBARRIER_TEST;
	const ptx_operand *first = gm_ptx_operand_at(lo, in, 0);
	const int place = first && first->kind == OPERAND_ADDRESS ? 0 : 1;
	const ptx_operand *given = gm_ptx_operand_at(lo, in, place + 1);
	uint32_t sources[2] = {PTX_NO_UNIT, PTX_NO_UNIT}, result = PTX_NO_UNIT;
	ptx_base base;
	if (action < 0 || (tests && (place == 0 || !given)))
		return gm_ptx_lower_unknown(lo, in);
	if (!gm_ptx_address(lo, gm_ptx_operand_at(lo, in, place), &base) ||
	    (place && !gm_ptx_result(lo, first, tests ? PTX_PRED : PTX_B64, &result)) ||
	    (given && !gm_ptx_source(lo, given, tests && !parity ? PTX_B64 : PTX_U32, &sources[1])))
		return false;
	if (tests && result == PTX_NO_UNIT)
		result = gm_ptx_new_units(lo, 32);
	sources[0] = base.unit;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_WAIT, gm_ptx_mbarrier);
	s->rule = RULE_OPAQUE;
	s->detail = (uint8_t)action;
	s->clamp = parity;
	s->immediate = base.offset;
	s->from = (uint8_t)base.bits;
	s->volatile_read = tests;
	s->suspends = gm_ptx_has(in, MOD_try_wait);
	if (tests || (returns && place))
		gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, sources, 2);
	gm_ptx_add_site(lo, s, GM_FENCE, GM_NO_TYPE);
	lo->sites[s->site].copies = tests ? GM_COPIES_TEST
				    : action == MBARRIER_EXPECT || action == MBARRIER_ARRIVE_EXPECT ? GM_COPIES_EXPECT
												    : GM_COPIES_NONE;
	return true;
}
