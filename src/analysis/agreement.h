/*
 * Do two forms of a kernel do the same? What memory sees of each, the arithmetic and the footprint,
 * counted by a device's rules and compared.
 *
 * Compared are sums over the sites of one operation and space: every counter of model/counts.h from
 * requests to wavefronts; then the floating-point operations, and the distinct bytes read and
 * written. Not compared are instructions: address arithmetic may be left out of a descriptor.
 */
#ifndef GM_ANALYSIS_AGREEMENT_H
#define GM_ANALYSIS_AGREEMENT_H

#include "base/text.h"
#include "device/device.h"
#include "kernel/kernel.h"

typedef struct gm_agreement {
	int compared; /* numbers, those that are 0 in both left out */
	int different;
	bool sampled;   /* the blocks of one were sampled: differences are those of samples */
	gm_text report; /* a line for each difference, "load of global memory: sectors: 4096 and
			   2048" */
} gm_agreement;

/* `shared`: shared memory too. Disposed by the caller also after a failure. */
gm_status gm_agreement_gather(const gm_kernel *a, const gm_kernel *b, const gm_device *device,
			      bool shared, gm_agreement *out, gm_error *err);
void gm_agreement_dispose(gm_agreement *agreement);

#endif
