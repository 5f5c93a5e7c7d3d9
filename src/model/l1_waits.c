#include "model/l1_waits.h"

#include "base/bits.h"

/* Of a line: the round of the last fetch (20 bits), and sectors: opened and fetched in it, and
   fetched ever (4 bits each). */
typedef struct past {
	uint32_t round;
	unsigned opened, fetched, ever;
} past;

enum { SECTORS = 4, ALL = (1 << SECTORS) - 1, ROUNDS = (1 << 20) - 1 };

static past
unpack(uint32_t bits)
{
	return (past){bits >> 12, bits >> 8 & ALL, bits >> 4 & ALL, bits & ALL};
}

static uint32_t
pack(past p)
{
	return p.round << 12 | p.opened << 8 | p.fetched << 4 | p.ever;
}

/* All sectors of the units that some sectors lie in. */
static unsigned
whole_units(unsigned sectors, int unit_sectors)
{
	if (unit_sectors >= SECTORS)
		return sectors ? ALL : 0;
	if (unit_sectors == 2)
		sectors |= (sectors & 5) << 1 | (sectors & 10) >> 1;
	return sectors;
}

void
gm_load_waits_add(gm_load_waits *sum, const gm_load_waits *more, double times)
{
	sum->groups += times * more->groups;
	sum->loads += times * more->loads;
	sum->waiting += times * more->waiting;
	sum->opening += times * more->opening;
	sum->waiting_loads += times * more->waiting_loads;
	sum->opening_loads += times * more->opening_loads;
	sum->waiting_next += times * more->waiting_next;
	sum->waiting_either += times * more->waiting_either;
	sum->opening_next += times * more->opening_next;
	sum->opening_either += times * more->opening_either;
	sum->openers += times * more->openers;
	sum->fetched += times * more->fetched;
	sum->units += times * more->units;
	sum->lines += times * more->lines;
	sum->places += times * more->places;
}

void
gm_l1_waits_know(uint32_t *line)
{
	past p = unpack(*line);
	p.ever = ALL;
	*line = pack(p);
}

void
gm_l1_waits_meet(const gm_l1_waits *waits, uint32_t *line, unsigned there, unsigned missing, bool lost,
		 gm_l1_luck *luck)
{
	past p = unpack(*line);
	const uint32_t round = waits->round & ROUNDS;
	if (p.round != round)
		p = (past){round, 0, 0, lost ? 0 : p.ever};
	if (!missing && !p.fetched) {
		*line = pack(p);
		return;
	}
	const unsigned opened = missing & ~whole_units(p.ever, waits->unit_sectors);
	const unsigned coming = whole_units(p.opened | opened, waits->unit_sectors);
	luck->waits |= missing || (p.fetched & there);
	luck->opening |= opened || (p.fetched & there & coming) || (missing & coming);
	luck->fetched += gm_bits_of_four(missing);
	luck->lines += missing != 0;
	luck->units +=
		gm_bits_of_four(whole_units(opened, waits->unit_sectors)) / waits->unit_sectors;
	p.opened |= opened;
	p.fetched |= missing;
	p.ever |= missing;
	*line = pack(p);
}
