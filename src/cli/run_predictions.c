#include "cli/run_predictions.h"

#include "base/workers.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 64 };

/* A kernel in one form on one device. */
typedef struct subject {
	const gm_run *run; /* the first that asks for it */
	int index;         /* of run->kernels */
	gm_origin from;
	const gm_device *device;
	const gm_launches *launches; /* of PTX */
	const gm_launch *launch;
	const char *ptx;
	gm_kernel *kernel;
	bool wanted[GM_CACHE_STATE_COUNT];
	gm_prediction predictions[GM_CACHE_STATE_COUNT];
	gm_status status; /* with `err`: what hindered */
	gm_error err;
} subject;

typedef struct named_device {
	const char *name; /* as the runs write it */
	gm_device *device;
} named_device;

typedef struct named_list {
	const gm_runs *file;
	gm_launches *launches;
} named_list;

struct gm_run_predictions {
	gm_run_sources sources;
	named_device *devices;
	named_list *lists;
	subject **subjects;
	size_t devices_count, devices_capacity, lists_count, lists_capacity, subjects_count,
	        subjects_capacity;
};

static gm_cache_state
cache_of(const gm_run *run)
{
	return run->warm ? GM_CACHE_WARM : GM_CACHE_COLD;
}

static gm_status
locate(const gm_run *run, gm_status status, gm_error *err)
{
	if (status != GM_OK && err && !*err->file)
		gm_error_locate(err, run->file->file, run->line, 0);
	return status;
}

/* ---- devices and lists, each loaded once ---- */

static gm_status
find_device(gm_run_predictions *p, const char *name, const gm_device **out, gm_error *err)
{
	for (size_t i = 0; i < p->devices_count; i++)
		if (strcmp(p->devices[i].name, name) == 0) {
			*out = p->devices[i].device;
			return GM_OK;
		}
	gm_device *device = NULL;
	gm_status status = gm_library_device(p->sources.library, name, &device, err);
	if (status == GM_OK)
		status = gm_device_check_card(device, err);
	if (status != GM_OK) {
		gm_device_free(device);
		return status;
	}
	p->devices = gm_grow(p->devices, &p->devices_capacity, p->devices_count + 1,
	                     sizeof *p->devices);
	p->devices[p->devices_count++] = (named_device){name, device};
	*out = device;
	return GM_OK;
}

/* The list lies beside the file that names it. */
static gm_status
load_list(gm_run_predictions *p, const gm_runs *file, gm_launches **out, gm_error *err)
{
	gm_text path = {0};
	const char *slash = strrchr(file->file, '/');
	if (p->sources.launches)
		gm_text_append(&path, p->sources.launches);
	else if (slash && *file->launches != '/')
		gm_text_print(&path, "%.*s/%s", (int)(slash - file->file), file->file, file->launches);
	else
		gm_text_append(&path, file->launches);
	const gm_status status = gm_launches_load(path.bytes, out, err);
	gm_text_dispose(&path);
	return status;
}

/* NULL when the file names none. */
static gm_status
find_list(gm_run_predictions *p, const gm_runs *file, const gm_launches **out, gm_error *err)
{
	gm_launches *launches = NULL;
	for (size_t i = 0; i < p->lists_count; i++)
		if (p->lists[i].file == file) {
			*out = p->lists[i].launches;
			return GM_OK;
		}
	const bool named = p->sources.launches || *file->launches;
	const gm_status status = named ? load_list(p, file, &launches, err) : GM_OK;
	p->lists = gm_grow(p->lists, &p->lists_capacity, p->lists_count + 1, sizeof *p->lists);
	p->lists[p->lists_count++] = (named_list){file, launches};
	*out = launches;
	return status;
}

/* ---- kernels of descriptors ---- */

static bool
has_parameter(const gm_kernel *kernel, const char *name)
{
	for (int i = 0; i < kernel->parameters_count; i++)
		if (strcmp(kernel->parameters[i].name, name) == 0)
			return true;
	return false;
}

/* Of several kernels each takes the parameters it has; of one, all, so that a wrong name is an
   error of its own. */
static gm_status
definitions_of(const gm_run *run, const char *path, gm_definition *out, int *count, gm_error *err)
{
	gm_kernel *kernel = NULL;
	if (run->parameters_count > PARAMETERS_MAX)
		return gm_fail(err, GM_TOO_LARGE, "more than %d parameters", PARAMETERS_MAX);
	if (run->kernels_count > 1) {
		const gm_status status = gm_kernel_load(path, NULL, 0, &kernel, err);
		if (status != GM_OK)
			return status;
	}
	*count = 0;
	for (int i = 0; i < run->parameters_count; i++)
		if (!kernel || has_parameter(kernel, run->parameters[i].name))
			out[(*count)++] = (gm_definition){run->parameters[i].name,
			                                  run->parameters[i].value};
	gm_kernel_free(kernel);
	return GM_OK;
}

static gm_status
load_described(gm_run_predictions *p, const gm_run *run, int index, gm_kernel **out, gm_error *err)
{
	const char *path = NULL;
	gm_definition definitions[PARAMETERS_MAX];
	int count = 0;
	gm_status status = gm_library_model_path(p->sources.library, run->kernels[index], &path, err);
	if (status == GM_OK)
		status = definitions_of(run, path, definitions, &count, err);
	return status == GM_OK ? gm_kernel_load(path, definitions, count, out, err) : status;
}

/* A parameter that none of several kernels has is a slip. */
static gm_status
check_parameters_used(const gm_run_predictions *p, const gm_run *run, gm_error *err)
{
	for (int i = 0; i < run->parameters_count; i++) {
		bool used = false;
		for (size_t s = 0; s < p->subjects_count; s++) {
			const subject *of = p->subjects[s];
			used = used || (of->run == run && of->kernel &&
			                has_parameter(of->kernel, run->parameters[i].name));
		}
		if (!used)
			return gm_fail(err, GM_UNKNOWN_NAME, "none of the kernels has a parameter '%s'",
			               run->parameters[i].name);
	}
	return GM_OK;
}

static bool
are_described(const gm_run_predictions *p, const gm_run *run)
{
	const char *path;
	for (int i = 0; i < run->kernels_count; i++)
		if (gm_library_model_path(p->sources.library, run->kernels[i], &path, NULL) != GM_OK)
			return false;
	return true;
}

/* ---- subjects ---- */

static bool
same_parameters(const gm_run *a, const gm_run *b)
{
	if (a->parameters_count != b->parameters_count || strcmp(a->kernel, b->kernel) != 0)
		return false;
	for (int i = 0; i < a->parameters_count; i++)
		if (strcmp(a->parameters[i].name, b->parameters[i].name) != 0 ||
		    a->parameters[i].value != b->parameters[i].value)
			return false;
	return true;
}

/* One subject serves every run that differs in the caches alone. Launches of equal parameters may differ
   in what memory holds. */
static subject *
find_subject(const gm_run_predictions *p, const gm_run *run, int index, gm_origin from)
{
	for (size_t i = p->subjects_count; i-- > 0;) {
		subject *s = p->subjects[i];
		const bool same = s->from == from && s->index == index && s->run->file == run->file &&
		                  strcmp(s->run->device, run->device) == 0;
		if (same && (from == GM_FROM_PTX ? strcmp(s->run->launch, run->launch) == 0
		                                 : same_parameters(s->run, run)))
			return s;
	}
	return NULL;
}

static subject *
add_subject(gm_run_predictions *p, const gm_run *run, int index, gm_origin from,
            const gm_device *device)
{
	subject *s = gm_allocate(1, sizeof *s);
	s->run = run;
	s->index = index;
	s->from = from;
	s->device = device;
	s->ptx = p->sources.ptx;
	p->subjects = gm_grow(p->subjects, &p->subjects_capacity, p->subjects_count + 1,
	                      sizeof *p->subjects);
	p->subjects[p->subjects_count++] = s;
	return s;
}

static gm_status
take_launch(gm_run_predictions *p, const gm_run *run, const gm_device *device, gm_error *err)
{
	const gm_launches *launches = NULL;
	if (p->sources.without[GM_FROM_PTX] || run->kernels_count > 1 || !*run->launch)
		return GM_OK;
	const gm_status status = find_list(p, run->file, &launches, err);
	if (status != GM_OK || !launches)
		return status;
	const gm_launch *launch = gm_launches_find(launches, run->launch);
	if (!launch)
		return run->set == GM_RUN_CALIBRATION ? GM_OK
		                                      : gm_fail(err, GM_UNKNOWN_NAME, "%s has no launch '%s'",
		                                                launches->file, run->launch);
	subject *s = find_subject(p, run, 0, GM_FROM_PTX);
	if (!s) {
		s = add_subject(p, run, 0, GM_FROM_PTX, device);
		s->launches = launches;
		s->launch = launch;
	}
	s->wanted[cache_of(run)] = true;
	return GM_OK;
}

static void
take_described(gm_run_predictions *p, const gm_run *run, const gm_device *device)
{
	subject *s = NULL;
	if (p->sources.without[GM_FROM_DESCRIPTOR] || !are_described(p, run))
		return;
	for (int i = 0; i < run->kernels_count; i++) {
		s = find_subject(p, run, i, GM_FROM_DESCRIPTOR);
		if (!s) {
			s = add_subject(p, run, i, GM_FROM_DESCRIPTOR, device);
			s->status = load_described(p, run, i, &s->kernel, &s->err);
		}
		s->wanted[cache_of(run)] = true;
	}
	if (s && s->status == GM_OK && s->run == run)
		s->status = check_parameters_used(p, run, &s->err);
}

/* A kernel of a descriptor is loaded by now; PTX is read here, as it takes longer. */
static bool
predict_subject(void *state, size_t piece)
{
	const gm_run_predictions *p = state;
	subject *s = p->subjects[piece];
	if (s->status == GM_OK && !s->kernel)
		s->status = gm_launch_kernel_load(s->launches, s->launch, s->ptx, &s->kernel, &s->err);
	if (s->status == GM_OK)
		s->kernel->sample = p->sources.sample;
	const gm_counts *counted = NULL;
	for (int i = 0; i < GM_CACHE_STATE_COUNT && s->status == GM_OK; i++) {
		const gm_predict_request request = {.cache = (gm_cache_state)i, .counted = counted};
		if (!s->wanted[i])
			continue;
		s->status = gm_predict(s->kernel, s->device, &request, &s->predictions[i], &s->err);
		if (!s->predictions[i].later)
			counted = &s->predictions[i].counts;
	}
	return true;
}

/* ---- the whole ---- */

static gm_status
take_run(gm_run_predictions *p, const gm_run *run, gm_error *err)
{
	const gm_device *device = NULL;
	gm_status status = find_device(p, run->device, &device, err);
	if (status == GM_OK)
		status = take_launch(p, run, device, err);
	if (status == GM_OK)
		take_described(p, run, device);
	return locate(run, status, err);
}

gm_status
gm_run_predictions_make(const gm_run_sources *sources, gm_runs *const *files, int count,
                        gm_run_predictions **out, gm_error *err)
{
	gm_status status = GM_OK;
	gm_run_predictions *p = *out = gm_allocate(1, sizeof *p);
	p->sources = *sources;
	for (int f = 0; f < count; f++)
		for (int r = 0; r < files[f]->count && status == GM_OK; r++)
			status = take_run(p, &files[f]->items[r], err);
	if (status == GM_OK)
		gm_workers_run(&(gm_workers_job){
		        .count = p->subjects_count, .work = predict_subject, .state = p});
	return status;
}

gm_status
gm_run_predictions_find(void *state, const gm_run *run, int kernel, gm_origin from,
                        const gm_prediction **out, gm_error *err)
{
	const subject *s = find_subject(state, run, kernel, from);
	*out = s ? &s->predictions[cache_of(run)] : NULL;
	if (s && s->status != GM_OK && err)
		*err = s->err;
	return s ? s->status : GM_OK;
}

static void
free_subject(subject *s)
{
	for (int i = 0; i < GM_CACHE_STATE_COUNT; i++)
		gm_prediction_dispose(&s->predictions[i]);
	gm_kernel_free(s->kernel);
	free(s);
}

void
gm_run_predictions_free(gm_run_predictions *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->subjects_count; i++)
		free_subject(p->subjects[i]);
	for (size_t i = 0; i < p->lists_count; i++)
		gm_launches_free(p->lists[i].launches);
	for (size_t i = 0; i < p->devices_count; i++)
		gm_device_free(p->devices[i].device);
	free(p->subjects);
	free(p->lists);
	free(p->devices);
	free(p);
}
