#include "cli/describe.h"

#include "analysis/agreement.h"
#include "analysis/predict.h"

#include <math.h>

/* Times are compared on this device; counts, by rules that need no more than a capability. */
static const char timed_on[] = "h200";
static const double likely = 0.01;

static void
tell_counts(const gm_agreement *agreement, gm_text *out)
{
	if (agreement->different == 0)
		return;
	gm_text_print(out, "the descriptor and the PTX differ%s:\n",
		      agreement->sampled ? ", by samples of their blocks" : "");
	gm_text_append(out, agreement->report.bytes);
}

static gm_status
compare_counts(gm_cli *cli, const gm_describe_forms *forms, gm_agreement *out, gm_error *err)
{
	gm_device *device = NULL;
	gm_status status = gm_library_device(cli->library, "sm_90", &device, err);
	if (status == GM_OK)
		status = gm_agreement_gather(forms->described, forms->ptx, device, !forms->plain,
					     out, err);
	gm_device_free(device);
	return status;
}

/* Seconds, or NAN where nothing is known. */
static double
time_of(const gm_kernel *kernel, const gm_device *device)
{
	gm_error ignored = GM_ERROR_NONE;
	gm_prediction p;
	if (gm_predict(kernel, device, NULL, &p, &ignored) != GM_OK)
		return NAN;
	const double time = p.time_s.kind == GM_KIND_UNKNOWN ? NAN : p.time_s.value;
	gm_prediction_dispose(&p);
	return time;
}

/* One line where the times are not alike. */
static void
tell_times(gm_cli *cli, const gm_describe_forms *forms, bool sampled, gm_text *out)
{
	gm_device *device = NULL;
	gm_error ignored = GM_ERROR_NONE;
	if (gm_library_device(cli->library, timed_on, &device, &ignored) != GM_OK)
		return;
	const double more = time_of(forms->described, device) / time_of(forms->ptx, device) - 1;
	gm_device_free(device);
	if (!(fabs(more) > likely))
		return;
	gm_text_print(out, "on %s it is predicted %.1f %% %s than the PTX: %s\n", timed_on,
		      100 * fabs(more), more < 0 ? "faster" : "slower",
		      forms->plain ? "what it becomes is worked out from the source's statements alone"
		      : sampled    ? "its blocks are sampled otherwise"
				   : "not all that its address arithmetic waits for can be stated");
}

gm_status
gm_describe_compare(gm_cli *cli, const gm_describe_forms *forms, gm_text *counts, gm_text *times,
		    gm_error *err)
{
	gm_agreement agreement = {0};
	const gm_status status = compare_counts(cli, forms, &agreement, err);
	if (status == GM_OK) {
		tell_counts(&agreement, counts);
		tell_times(cli, forms, agreement.sampled, times);
	}
	gm_agreement_dispose(&agreement);
	return status;
}
