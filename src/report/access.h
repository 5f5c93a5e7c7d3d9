/*
 * One warp's request for people and machines: text of 80 columns, SVG, JSON; and the list of a
 * kernel's memory sites to choose from. Writers compute nothing.
 */
#ifndef GM_REPORT_ACCESS_H
#define GM_REPORT_ACCESS_H

#include "analysis/access.h"
#include "analysis/access_advice.h"
#include "base/text.h"
#include "model/counts.h"

typedef struct gm_access_report {
	const gm_access_view *view;
	const gm_array_advice *advice; /* NULL unless the array is in shared memory */
	const uint32_t *sites;         /* those that the name meant, the shown one among them */
	int sites_count;
	const char *site_name; /* as the user wrote it; "" */
} gm_access_report;

void gm_report_access_text(gm_text *out, const gm_access_report *report);
void gm_report_access_svg(gm_text *out, const gm_access_report *report);
/* One object of an array: see gm_report_accesses_json_begin. */
void gm_report_access_json(gm_text *out, const gm_access_report *report, size_t index);

/* {"schema": "gpumodel-access/1", "accesses": [ ... ]} */
void gm_report_accesses_json_begin(gm_text *out);
void gm_report_accesses_json_end(gm_text *out, size_t count);

/* All memory sites with what they cost over the whole grid; in JSON one object of an array:
   {"schema": "gpumodel-access/1", "lists": [ ... ]}. */
void gm_report_sites_text(gm_text *out, const gm_kernel *kernel, const gm_device *device,
			  const gm_counts *counts);
void gm_report_sites_json(gm_text *out, const gm_kernel *kernel, const gm_device *device,
			  const gm_counts *counts, size_t index);
void gm_report_lists_json_begin(gm_text *out);

/* ---- sentences that the writers share, without a line break ---- */

void gm_access_say_kernel(gm_text *out, const gm_access_view *view); /* tiled_mm (n=1024) on ... */
void gm_access_say_site(gm_text *out, const gm_access_view *view);   /* line 24: store As[...] */
void gm_access_say_request(gm_text *out,
			   const gm_access_view *view); /* block, warp, lanes, bytes */
void gm_access_say_verdict(gm_text *out, const gm_access_view *view); /* 4 transactions, ... */
void gm_access_say_rule(gm_text *out, const gm_access_view *view);    /* sectors_32 (cc 3.0 ...) */
/* "" when there is nothing to say. */
void gm_access_say_atomic(gm_text *out, const gm_access_view *view);
void gm_access_say_l1(gm_text *out,
		      const gm_access_view *view); /* global memory through L1 banks */
void gm_access_say_checked(gm_text *out, const gm_array_advice *advice); /* what was looked at */
void gm_access_say_padding(gm_text *out, const gm_array_advice *advice);
void gm_access_say_swizzle(gm_text *out, const gm_array_advice *advice);

/* "load A[row*n + k]"; of PTX the instruction itself, "ld.global.u32 %r1, [%rd1]". */
void gm_access_say_instruction(gm_text *out, const gm_kernel *kernel, const gm_site *site);

/* "cc 7.5", or the architecture where there is none. */
void gm_access_say_capability(gm_text *out, const gm_device *device);

/* Rising numbers in few words: "0-7 16-23", "0-28 by 4", "5". */
void gm_report_ranges(gm_text *out, const int64_t *values, int count);
void gm_report_lanes(gm_text *out, uint64_t lanes);

/* The element numbers of the array that a transaction's named bytes belong to. */
void gm_report_piece_elements(gm_text *out, const gm_access_view *view,
			      const gm_transaction *piece);

/* Where a transaction begins, in bytes from the array's first: negative when the array does not
   begin on its boundary. */
int64_t gm_report_piece_offset(const gm_access_view *view, const gm_transaction *piece);

/* "half-warp", "quarter-warp", "group": what the rule serves together, when it is not the warp;
   else NULL. */
const char *gm_report_group_name(const gm_access_view *view);

#endif
