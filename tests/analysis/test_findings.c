/* What a prediction says to look at: once for each place, and nothing that costs nothing. */
#include "analysis/predict.h"

#include "support/loading.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define STRIDED "<load array='x' index='32*t'/>"
#define SCATTER "<store array='y' index='t'/>"
/* A column of a row of 32 words: all lanes in one bank. */
#define COLUMN "<load array='s' index='(threadIdx.x*32)%1024'/>"

static gm_kernel *
kernel_of(const char *body)
{
	char text[4096];
	snprintf(text, sizeof text,
		 "<kernel name='k' schema='1'><launch grid='4096' block='256'/>"
		 "<array name='x' space='global' type='f32' length='32*1048576'/>"
		 "<array name='y' space='global' type='f32' length='32*1048576'/>"
		 "<array name='s' space='shared' type='f32' length='1024'/>"
		 "<let name='t' value='blockIdx.x*256 + threadIdx.x'/>\n%s\n</kernel>",
		 body);
	return text_load(text, NULL, 0);
}

static gm_prediction *
predict(const gm_kernel *kernel, const gm_device *device)
{
	gm_prediction *p = gm_allocate(1, sizeof *p);
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_predict(kernel, device, NULL, p, &err) == GM_OK, "%s", err.message);
	return p;
}

static int
count(const gm_prediction *p, gm_finding_id id, const gm_finding **first)
{
	int found = 0;
	for (int i = p->findings_count - 1; i >= 0; i--)
		if (p->findings[i].id == id) {
			*first = &p->findings[i];
			found++;
		}
	return found;
}

static const struct {
	const char *body;
	const char *device;
	gm_finding_id id;
	int count;
	const char *says; /* of the first; NULL when there is none */
} rows[] = {
	{STRIDED SCATTER, "h200", GM_FINDING_UNCOALESCED, 1, "32.0 sectors where 4.0 would do"},
	{STRIDED STRIDED STRIDED STRIDED SCATTER, "h200", GM_FINDING_UNCOALESCED, 1,
	 "3 more like it in this line"},
	{STRIDED "\n" STRIDED SCATTER, "h200", GM_FINDING_UNCOALESCED, 2, "x[32*t]"},
	/* One word for all lanes is 16 transactions of 32 B for each half-warp of a G80, 1024 B; lanes that
	   name neighbours need 128 B. They touch a single sector: sectors would tell another story. */
	{"<load array='x' index='blockIdx.x'/>" SCATTER, "geforce_8800_gtx", GM_FINDING_UNCOALESCED, 1,
	 "128 bytes would do"},
	{COLUMN SCATTER, "h200", GM_FINDING_BANK_CONFLICT, 1, "32-way"},
	{COLUMN COLUMN SCATTER, "h200", GM_FINDING_BANK_CONFLICT, 1, "1 more like it in this line"},
	/* Two rows of 64 bytes from lines of their own share one of shared memory, without a bank twice. */
	{"<load array='x' type='f32x4' async='yes' index='threadIdx.x/4*512 + threadIdx.x%4*4'/>"
	 "<store array='s' type='f32x4' async='yes' index='threadIdx.x*4'/>" SCATTER, "h200",
	 GM_FINDING_BANK_CONFLICT, 1, "writes lines in parts: 8.0 passes per request where 4.0"},
	/* A single block of 4096 has the conflict. */
	{"<if test='blockIdx.x == 7'>" COLUMN "</if>" SCATTER, "h200", GM_FINDING_BANK_CONFLICT, 0, NULL},
};

START_TEST(a_place_is_told_once_if_it_costs_anything)
{
	gm_kernel *kernel = kernel_of(rows[_i].body);
	gm_device *device = device_load(rows[_i].device);
	gm_prediction *p = predict(kernel, device);
	const gm_finding *first = NULL;
	ck_assert_int_eq(count(p, rows[_i].id, &first), rows[_i].count);
	if (first)
		ck_assert_msg(strstr(first->text, rows[_i].says) != NULL, "%s", first->text);
	gm_prediction_dispose(p);
	free(p);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* Four equal loads of a line waste four times the bytes of one. */
START_TEST(a_place_costs_what_its_copies_cost_together)
{
	gm_device *device = device_load("h200");
	double cost[2];
	for (int k = 0; k < 2; k++) {
		gm_kernel *kernel = kernel_of(k ? COLUMN COLUMN COLUMN COLUMN SCATTER : COLUMN SCATTER);
		gm_prediction *p = predict(kernel, device);
		const gm_finding *first = NULL;
		ck_assert_int_eq(count(p, GM_FINDING_BANK_CONFLICT, &first), 1);
		cost[k] = first->cost_s.value;
		gm_prediction_dispose(p);
		free(p);
		gm_kernel_free(kernel);
	}
	ck_near(cost[1], 4 * cost[0], 1e-9);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("findings");
	TCase *cases = tcase_create("all");
	tcase_add_loop_test(cases, a_place_is_told_once_if_it_costs_anything, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(cases, a_place_costs_what_its_copies_cost_together);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
