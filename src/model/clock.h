/*
 * The clock that the SMs run at.
 *
 * Where tensor cores multiply numbers of at most 32 bits, an H200 lowers the clock of the SMs near them, from the first
 * product on, whatever their number and for as long as products come: clock64 over globaltimer, 0.15 ms and more, in
 * GHz (tensor_clock, one warp on a scheduler)
 *
 *     blocks              1      8     33     66    132    264
 *     f16, bf16       1.799  1.797  1.796  1.794  1.785  1.794
 *     tf32            1.799  1.798  1.798  1.797  1.790  1.796
 *     s8              1.798  1.797  1.796  1.795  1.788  1.794
 *     f64             1.980  1.980  1.980  1.980  1.980  1.980
 *
 * and 1.98 of multiply-adds of single and half precision. After the last product it is as it was at once. In the first
 * 5 us it is 1.69, after 20 us 1.78; 16 products of each warp every 1.3, 4 or 15 us cost 0.25 us each time (1.60, 1.85,
 * 1.95 GHz). L2 and DRAM keep their clocks (lts__cycles_elapsed, dram__cycles_elapsed), so their rates do not follow.
 */
#ifndef GM_MODEL_CLOCK_H
#define GM_MODEL_CLOCK_H

#include "device/device.h"
#include "model/counts.h"

/* The row of the device's file that says it: GM_SM_CLOCK where nothing was measured. */
gm_fact_id gm_clock_row(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts);

/* Hz; 0 when unknown. */
double gm_clock_hz(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts);

#endif
