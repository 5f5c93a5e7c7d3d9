/*
 * Sites by the names that users give them.
 */
#ifndef GM_TESTS_SITES_H
#define GM_TESTS_SITES_H

#include "analysis/access.h"

#include <check.h>

/* The first site that the name means. */
static inline uint32_t
site_of(const gm_kernel *kernel, const char *name)
{
	uint32_t sites[GM_SITES_MAX];
	int count = 0;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_access_sites(kernel, name, 0, sites, &count, &err) == GM_OK, "%s",
		      err.message);
	return sites[0];
}

#endif
