#include "model/limits_atomics.h"

#include "model/shared_lines.h"

#include <math.h>

static const char no_dram[] = "the device file does not know the DRAM bandwidth";
static const char no_l2[] = "the device file does not know the L2 bandwidth";

static gm_value
modelled(double value, const char *why)
{
	return (gm_value){value, GM_KIND_MODEL, why};
}

static double
known_or_zero(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? 0 : value.value;
}

/* ---- DRAM ---- */

/* Bytes at the rate of a stream, and the rows that are opened for them meanwhile. Of pieces of 32 B to 4 KiB
   at random places norm_4 is what rows_load and rows_store take on an H200 (calibration), in us for 512 MiB:

       bytes                 32    64   128   256  4096
       read, measured       417   215   145   134   131
       read, here           417   217   145   132   131
       written, measured    525   276   155   125   124
       written, here        525   268   153   127   124

   One direction after the other is what rows_copy takes, within 9 % but for pieces
   of 32 B written at random beside a stream that is read, which take 13 % longer. */
static double
part_s(const gm_device *device, gm_fact_id fact, gm_dram_part part, double stream)
{
	const double per_s = gm_device_value_or(device, fact, 0) * gm_limit_clock(device);
	const double opening = per_s > 0 ? part.openings / per_s : 0, p = GM_DRAM_OPENING_NORM;
	return pow(pow(opening, p) + pow(part.bytes / stream, p), 1 / p);
}

/* Scattered pieces, then the rest of `bytes`. */
static double
direction_s(const gm_device *device, gm_fact_id fact, gm_dram_part pieces, double runs, double bytes,
            double stream)
{
	const gm_dram_part rest = {runs, fmax(0, bytes - pieces.bytes)};
	return part_s(device, fact, pieces, stream) + part_s(device, fact, rest, stream);
}

typedef struct dram_rates {
	double read, written, copied; /* alone, alone, both together: a copy, half of it reads */
} dram_rates;

/* Of blocks that each move their part and leave, or of those that stay. */
static dram_rates
rates_of(const gm_limits_input *in, double copied)
{
	const gm_device *device = in->device;
	const double read = gm_device_value_or(device, GM_DRAM_READ_BANDWIDTH_MEASURED, copied);
	const double written = gm_device_value_or(device, GM_DRAM_WRITE_BANDWIDTH_MEASURED, read);
	const double alone = gm_device_value_or(device, GM_DRAM_ALONE_ONCE, read);
	return in->traffic->once ? (dram_rates){alone, alone, copied} : (dram_rates){read, written, copied};
}

/* Reads alone and writes alone reach more than both together: each change of direction costs. Without `less` bytes that
   are read to complete sectors and written back. */
static double
dram_s(const gm_limits_input *in, double copy_rate, double less)
{
	const gm_device *device = in->device;
	const gm_dram_openings *dram = &in->traffic->dram;
	const double completed = in->traffic->completed_bytes - less;
	const double read = known_or_zero(in->traffic->read_bytes[GM_LEVEL_DRAM]) - less;
	const double written = known_or_zero(in->traffic->written_bytes[GM_LEVEL_DRAM]) - less;
	const double back = written + completed, left = back > 0 ? back / (back + 2 * less) : 0;
	const gm_dram_part pieces = {dram->written.openings * left, dram->written.bytes * left};
	const dram_rates rates = rates_of(in, copy_rate);
	const double turning = 2 / rates.copied - 1 / rates.read - 1 / rates.written;
	return direction_s(device, GM_DRAM_SCATTERED_RATE, dram->read, dram->read_runs, read - completed,
	                   rates.read) +
	       direction_s(device, GM_DRAM_SCATTERED_WRITES, pieces, dram->written_runs * left, back,
	                   rates.written) +
	       fmin(read, written) * turning;
}

/* What no run can spare DRAM: L2 may keep of what is written as much as it holds until the kernel has
   ended, and when it is warm it may have held as much of what is read. */
static gm_value
least_bytes(const gm_limits_input *in)
{
	const gm_traffic *t = in->traffic;
	const bool proven = in->counts->exact && t->grid.exact && gm_device_knows(in->device, GM_L2_SIZE);
	const double l2 = gm_device_value_or(in->device, GM_L2_SIZE, 0);
	const double read = fmax(0, t->grid.read_bytes - (in->warm ? l2 : 0));
	const double written = fmax(0, t->grid.written_bytes - l2);
	return (gm_value){read + written, proven ? GM_KIND_BOUND : GM_KIND_MODEL,
	                  in->warm ? "what L2 cannot hold is read and written once"
	                           : "every distinct sector is read once when cold; what L2 cannot hold "
	                             "is written"};
}

/* Read to complete sectors at places in no order, and written back, while L2 has room: then it is done in bursts, else
   all along; neighbours pass as a stream does. */
static double
completed_early(const gm_traffic *t)
{
	const double room = fmax(0, fmin(1, 2 - t->how.life.occupancy));
	const double written = known_or_zero(t->written_bytes[GM_LEVEL_DRAM]), back = written + t->completed_bytes;
	const double pieces = back > 0 ? fmin(1, t->dram.written.bytes / back) : 0;
	const double apart = fmax(pieces, t->how.life.rounds_ratio);
	const double parts = fmax(0, t->completed_bytes - t->how.filling.completed_bytes);
	return fmin(parts * room * apart, written);
}

gm_limit_time
gm_limit_dram(const gm_limits_input *in)
{
	const gm_traffic *t = in->traffic;
	double achievable = 0;
	const bool known = gm_device_knows(in->device, GM_DRAM_BANDWIDTH);
	const bool any = gm_device_achievable(in->device, GM_DRAM_BANDWIDTH, &achievable);
	const gm_value least = least_bytes(in);
	const gm_value bytes = gm_traffic_bytes(t, GM_LEVEL_DRAM);
	if (any && t->once)
		achievable = gm_device_value_or(in->device, GM_DRAM_BANDWIDTH_ONCE, achievable);
	gm_value expected = gm_limit_divide(bytes, any, achievable, no_dram);
	if (expected.kind != GM_KIND_UNKNOWN)
		expected = modelled(dram_s(in, achievable, 0), bytes.why);
	const double early = completed_early(t);
	const double peak = known ? gm_device_value(in->device, GM_DRAM_BANDWIDTH) : 0;
	const double written = known_or_zero(t->written_bytes[GM_LEVEL_DRAM]);
	return (gm_limit_time){
	        .completing_ratio = early > 0 && expected.value > 0
	                                    ? 1 - dram_s(in, achievable, early) / expected.value
	                                    : 0,
	        .reads_ratio = in->device->cc_major >= 7 && bytes.value > 0 ? fmax(0, 1 - 2 * written / bytes.value) : 0,
	        .least_s = gm_limit_divide(least, known, peak, no_dram),
	        .expected_s = expected,
	        .work = bytes.value,
	        .rate_per_s = expected.value > 0 ? bytes.value / expected.value : achievable};
}

/* ---- L2 ---- */

double
gm_limit_lines(const gm_limits_input *in, gm_operation operation)
{
	return (double)gm_counts_sum(in->kernel, in->counts, GM_COUNT_LINES, operation, GM_GLOBAL) +
	       (double)gm_counts_sum(in->kernel, in->counts, GM_COUNT_LINES, operation, GM_LOCAL);
}

/* Clocks for lines that are not full: L2 serves a line, or part of one, at a time. */
static double
lines_s(const gm_device *device, gm_fact_id rate, double count)
{
	const double per_s = gm_device_value_or(device, rate, 0) * gm_limit_clock(device);
	return per_s > 0 ? count / per_s : 0;
}

/* The bytes that the SMs with blocks can take; a single SM takes 64 B a clock and some more (118 of
   the H200's one-SM stream). */
static double
ports_byte_per_s(const gm_limits_input *in)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 0);
	const double busy = fmin(sms, (double)in->counts->blocks_count);
	return in->device->cc_major >= 7 ? busy * GM_L2_PORT_BYTES * gm_limit_sm_clock(in) : INFINITY;
}

double
gm_limit_atomic_l2_bytes(const gm_limits_input *in)
{
	return known_or_zero(in->traffic->caches[GM_L2_ATOMIC_SECTORS]) * GM_SECTOR_BYTES;
}

double
gm_limit_lines_into_l2(const gm_limits_input *in)
{
	return gm_limit_lines(in, GM_STORE) * (1 - in->traffic->joined_ratio);
}

double
gm_limit_store_parcels(const gm_limits_input *in, double written)
{
	const double lines = in->traffic->part_lines;
	return lines > 0 ? written / GM_SECTOR_BYTES + lines : 0;
}

static double
reading_s(const gm_limits_input *in, double read, double rate)
{
	return fmax(read / fmin(rate, ports_byte_per_s(in)),
	            lines_s(in->device, GM_L2_LOAD_LINES, in->traffic->read_lines));
}

/* What so many SMs send, where their way out is known: each a parcel a clock. */
static double
parcels_out_s(const gm_limits_input *in, double parcels, double sms)
{
	const double clock = gm_limit_clock(in->device);
	return gm_device_knows(in->device, GM_L1_STORE_LINES) && clock > 0 ? parcels / (sms * clock) : 0;
}

static double
writing_s(const gm_limits_input *in, double written, double rate)
{
	const gm_device *device = in->device;
	const double write_rate = gm_device_value_or(device, GM_L2_WRITE_BANDWIDTH_MEASURED, rate);
	const double sms = fmin(gm_device_value_or(device, GM_SM_COUNT, 1), (double)in->counts->blocks_count);
	const double parcels = gm_limit_store_parcels(in, written);
	return fmax(fmax(fmax(written / fmin(write_rate, ports_byte_per_s(in)), parcels_out_s(in, parcels, sms)),
	                 lines_s(device, GM_L2_STORE_PARCELS, parcels)),
	            fmax(lines_s(device, GM_L2_STORE_LINES, gm_limit_lines_into_l2(in)),
	                 lines_s(device, GM_L1_STORE_LINES, gm_limit_lines(in, GM_STORE) / sms)));
}

static double
stored_bytes(const gm_limits_input *in)
{
	return fmax(0, known_or_zero(in->traffic->written_bytes[GM_LEVEL_L2]) - gm_limit_atomic_l2_bytes(in));
}

/* What atomics change in L2 has its time in `atomics`. */
gm_limit_time
gm_limit_l2(const gm_limits_input *in)
{
	const gm_device *device = in->device;
	const gm_traffic *t = in->traffic;
	const bool absent = gm_device_knows(device, GM_L2_SIZE) && gm_device_value(device, GM_L2_SIZE) == 0;
	const gm_value all = gm_traffic_bytes(t, GM_LEVEL_L2);
	const double read = known_or_zero(t->read_bytes[GM_LEVEL_L2]);
	const double written = stored_bytes(in);
	const double bytes = read + written;
	double rate = 0;
	if (absent || all.kind == GM_KIND_UNKNOWN || bytes == 0) {
		const gm_value none = modelled(0, absent ? "the device has no L2" : "no such work");
		const gm_value time = all.kind == GM_KIND_UNKNOWN && !absent ? all : none;
		return (gm_limit_time){.least_s = time, .expected_s = time};
	}
	const bool any = gm_device_achievable(device, GM_L2_BANDWIDTH, &rate);
	const bool known = gm_device_knows(device, GM_L2_BANDWIDTH);
	/* The rate is that of one direction. */
	gm_value least = {fmax(read, written), gm_kind_weaker(all.kind, GM_KIND_MODEL), all.why};
	least = gm_limit_divide(least, known, known ? gm_device_value(device, GM_L2_BANDWIDTH) : 0, no_l2);
	if (!any)
		return (gm_limit_time){
		        .least_s = least, .expected_s = gm_value_unknown(no_l2), .work = bytes};
	/* Both directions share some of the way: norm_1.5, from stream_copy in L2. */
	const double p = GM_L2_DIRECTIONS_NORM;
	const double both = pow(pow(reading_s(in, read, rate), p) + pow(writing_s(in, written, rate), p), 1 / p);
	return (gm_limit_time){.least_s = least,
	                       .expected_s = modelled(both, all.why),
	                       .work = bytes,
	                       .rate_per_s = both > 0 ? bytes / both : rate};
}

double
gm_limit_shared_line_bytes(const gm_limits_input *in)
{
	const double read = known_or_zero(in->traffic->read_bytes[GM_LEVEL_L2]);
	const double brought = known_or_zero(in->traffic->read_bytes[GM_LEVEL_DRAM]) - in->traffic->completed_bytes;
	const double missing = read > 0 ? fmax(0, fmin(1, brought / read)) : 0;
	return GM_SHARED_LINE_BYTES * missing * gm_shared_lines(in->kernel, in->counts);
}

gm_limit_time
gm_limit_l2_fill(const gm_limits_input *in)
{
	const gm_traffic *t = in->traffic;
	const gm_value none = modelled(0, "no such work");
	const double rate = gm_device_value_or(in->device, GM_L2_FILL_BANDWIDTH_MEASURED, 0);
	const double brought = fmax(0, known_or_zero(t->read_bytes[GM_LEVEL_DRAM]) - t->completed_bytes);
	const double stored = stored_bytes(in);
	if (rate <= 0 || brought <= 0 || stored <= 0)
		return (gm_limit_time){.least_s = none, .expected_s = none};
	const double held = gm_limit_shared_line_bytes(in);
	const gm_value bytes = modelled(brought + stored + held, "what DRAM brings and the SMs store");
	const gm_value time = gm_limit_divide(bytes, true, rate, no_l2);
	return (gm_limit_time){.least_s = none, .expected_s = time, .work = bytes.value, .rate_per_s = rate};
}
