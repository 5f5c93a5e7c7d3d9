/*
 * libgpumodel: how fast a CUDA kernel can run on a GPU, without the GPU.
 *
 * The library is a house of rooms, each with its own headers; this one opens them all. A whole
 * prediction takes a few calls:
 *
 *     gm_error err = GM_ERROR_NONE;
 *     gm_library *library = gm_library_new(&(gm_places){.home = getenv("HOME")});
 *     const char *path;
 *     gm_device *device = NULL;
 *     gm_kernel *kernel = NULL;
 *     gm_prediction prediction = {0};
 *     if (gm_library_device(library, "h100", &device, &err) == GM_OK &&
 *         gm_library_model_path(library, "tiled_mm", &path, &err) == GM_OK &&
 *         gm_kernel_load(path, NULL, 0, &kernel, &err) == GM_OK &&
 *         gm_predict(kernel, device, NULL, &prediction, &err) == GM_OK)
 *             puts(prediction.verdict);
 *     else {
 *             char story[GM_STORY_BYTES];
 *             puts(gm_error_format(&err, story, sizeof story));
 *     }
 *     gm_prediction_dispose(&prediction);
 *     gm_kernel_free(kernel);
 *     gm_device_free(device);
 *     gm_library_free(library);
 *
 * Every function that can meet a bad file or value returns a gm_status and tells the story in a
 * gm_error; nothing prints, exits, reads the environment or keeps globals. Loaded things are const and
 * may be shared between threads. C++ may include this header, but none of the rooms' alone.
 */
#ifndef GPUMODEL_H
#define GPUMODEL_H

/* What the headers include, so that C++ sees it outside of extern "C". */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/error.h"
#include "base/expression.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/range.h"
#include "base/text.h"

#include "device/device.h"
#include "kernel/compiled.h"
#include "kernel/kernel.h"
#include "kernel/launch.h"
#include "kernel/outline.h"
#include "kernel/notes.h"
#include "kernel/profile.h"
#include "kernel/runs.h"

#include "input/cubin.h"
#include "input/device_file.h"
#include "input/kernel_file.h"
#include "input/launch_list.h"
#include "input/launch_of.h"
#include "input/text_file.h"
#include "input/notes_file.h"
#include "input/profile_file.h"
#include "input/library.h"
#include "input/runs_file.h"
#include "input/ptx_file.h"
#include "input/ptx_request.h"
#include "input/ptxas_log.h"

#include "model/banks.h"
#include "model/cache_state.h"
#include "model/coalescing.h"
#include "model/counts.h"
#include "model/divergence.h"
#include "model/footprint.h"
#include "model/latency.h"
#include "model/limits.h"
#include "model/limits_atomics.h"
#include "model/limits_latency.h"
#include "model/occupancy.h"
#include "model/occupancy_advice.h"
#include "model/traffic.h"

#include "analysis/agreement.h"
#include "analysis/occupancy_best.h"
#include "analysis/occupancy_compare.h"
#include "analysis/occupancy_curve.h"
#include "analysis/occupancy_study.h"
#include "analysis/collect.h"
#include "analysis/validate.h"

#include "analysis/access.h"
#include "analysis/access_advice.h"
#include "analysis/compare.h"
#include "analysis/derivation.h"
#include "analysis/divergence.h"
#include "analysis/dossier.h"
#include "analysis/predict.h"
#include "analysis/remedy.h"
#include "analysis/roofline.h"
#include "analysis/sweep.h"
#include "analysis/tune.h"
#include "report/access.h"
#include "report/catalogue.h"
#include "report/descriptor.h"
#include "report/devices.h"
#include "report/occupancy.h"
#include "report/compare.h"
#include "report/explain.h"
#include "report/plot.h"
#include "report/divergence.h"
#include "report/dossier.h"
#include "report/placement.h"
#include "report/report.h"
#include "report/launches.h"
#include "report/runs.h"
#include "report/roofline.h"
#include "report/sweep.h"
#include "report/tune.h"
#include "report/validate.h"

#ifdef __cplusplus
}
#endif

#define GPUMODEL_VERSION "0.1.0"

#endif
