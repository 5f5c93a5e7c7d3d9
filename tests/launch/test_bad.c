/*
 * Bad input ends in a message, never in a crash, a hang or a silent zero.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
#define ENTRY(body)                                                                                \
	HEAD ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<9>;\n"              \
	     ".reg .b64 %rd<9>;\n.reg .pred %q<4>;\n.loc 1 7 0\n" body "ret;\n}\n"

static gm_status
parse(const char *text, gm_error *err)
{
	gm_ptx_module *module;
	const gm_status status = gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, err);
	gm_ptx_module_free(module);
	return status;
}

typedef struct bad_text {
	const char *text;
	gm_status status;
	int line;
	const char *says;
} bad_text;

static const bad_text texts[] = {
	{"", GM_BAD_SYNTAX, 1, "expected '.version', with which PTX begins, found the end"},
	{"int main() {}", GM_BAD_SYNTAX, 1, "found 'int'"},
	{".version 9", GM_BAD_SYNTAX, 1, "expected a version such as 9.0"},
	{HEAD ".visible .entry k(", GM_BAD_SYNTAX, 4, "found the end of the text"},
	{HEAD ".global .b8 a[99999999999999999999];", GM_BAD_SYNTAX, 4, "expected an integer"},
	{HEAD ".global .align 3 .b8 a[4];", GM_BAD_VALUE, 4, "expected a power of two"},
	{".version 8.0\n.target sm_20\n.address_size 16\n", GM_BAD_VALUE, 4, "expected 32 or 64"},
	{HEAD "/* never closed", GM_BAD_SYNTAX, 4, "expected"},
	{ENTRY("@%r1 ret;\n"), GM_BAD_SYNTAX, 10, "expected a predicate"},
	{ENTRY("add.u32 %r1, %r2,, 3;\n"), GM_BAD_SYNTAX, 10, "expected an operand"},
	{ENTRY("add.u32 %r1, %r2 3;\n"), GM_BAD_SYNTAX, 10, "expected ','"},
};

START_TEST(a_malformed_text_is_refused_with_its_line)
{
	const bad_text *t = &texts[_i];
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(parse(t->text, &err), t->status);
	ck_assert_msg(strstr(err.message, t->says) != NULL, "%s", err.message);
	ck_assert_int_eq(err.line, t->line);
	ck_assert_str_eq(err.file, "x.ptx");
}
END_TEST

/* From text to the replay of one block and the run of all; the first failure. */
static gm_status
run_text(const char *text, const char *entry, const char *const *arguments, int64_t budget,
	 gm_error *err)
{
	gm_ptx_module *module;
	gm_kernel *kernel = NULL;
	gm_status status = gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, err);
	if (status != GM_OK)
		return status;
	gm_ptx_launch launch = {.entry = entry,
				.grid = {1, 1, 1},
				.block = {64, 1, 1},
				.arguments = arguments,
				.budget = budget};
	while (arguments[launch.arguments_count])
		launch.arguments_count++;
	status = gm_ptx_kernel_new(module, &launch, &kernel, err);
	gm_ptx_module_free(module);
	if (status != GM_OK)
		return status;
	const gm_sink sink = {0};
	status = gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, err);
	gm_ptx_memory *memory = NULL;
	if (status == GM_OK)
		status = gm_ptx_kernel_run(kernel, &memory, err);
	gm_ptx_memory_free(memory);
	kernel->methods->free(kernel);
	return status;
}

typedef struct bad_run {
	const char *text, *entry;
	const char *arguments[4];
	gm_status status;
	const char *says;
} bad_run;

#define NOTHING ENTRY("")
#define ASSERTING(threads)                                                                         \
	HEAD ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, "             \
	     ".param .b64 d, .param .b64 e);\n"                                                    \
	     ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<9>;\n"              \
	     ".reg .pred %q<4>;\n.loc 1 7 0\nmov.u32 %r1, %tid.x;\n"                               \
	     "setp.lt.u32 %q1, %r1, " threads ";\n@%q1 bra $fine;\n"                               \
	     "{\n.param .b64 a;\n.param .b64 b;\n.param .b32 c;\n.param .b64 d;\n.param .b64 e;\n" \
	     "call.uni __assertfail, (a, b, c, d, e);\n}\n$fine:\nret;\n}\n"
#define FINE                                                                                       \
	{                                                                                          \
		"f32[64]", "u32=3"                                                                 \
	}

static const bad_run runs[] = {
	{NOTHING, "kk", FINE, GM_UNKNOWN_NAME, "did you mean 'k'?"},
	{HEAD, NULL, FINE, GM_UNKNOWN_NAME, "no kernel"},
	{NOTHING, "k", {"f32[64]"}, GM_BAD_VALUE, "k has 2 parameters (.u64 .u32), 1 argument was given"},
	{NOTHING, "k", {"f32[64]", "u32=3", "u32=3"}, GM_BAD_VALUE, "3 arguments were given"},
	{NOTHING, "k", {"u32=3", "u32=3"}, GM_BAD_VALUE, "argument 1: 4 bytes, but parameter p"},
	{NOTHING, "k", {"f32[64]", "f32[64]"}, GM_BAD_VALUE, "no pointer"},
	{NOTHING, "k", {"f32[64]", "f32=3"}, GM_BAD_VALUE, "argument 2: type f32"},
	{NOTHING, "k", {"f32[64]", "u32=-3"}, GM_BAD_VALUE, "'-3' is not a value of type u32"},
	{NOTHING, "k", {"f32[64]", "u32=3x"}, GM_BAD_VALUE, "'3x' is not a value"},
	{NOTHING, "k", {"f32[64]", "u32=1.5"}, GM_BAD_VALUE, "'1.5' is not a value"},
	{NOTHING, "k", {"f32[64]", "u32=5e9"}, GM_BAD_VALUE, "'5e9' is not a value"},
	{NOTHING, "k", {"u64[64]:fill=2e19", "u32=3"}, GM_BAD_VALUE, "'2e19' is not a value"},
	{NOTHING, "k", {"f33[64]", "u32=3"}, GM_UNKNOWN_NAME, "did you mean 'f32'?"},
	{NOTHING,
	 "k",
	 {"f32[0]", "u32=3"},
	 GM_BAD_VALUE,
	 "a number of elements in brackets, from 1"},
	{NOTHING, "k", {"f32[64", "u32=3"}, GM_BAD_VALUE, "brackets"},
	{NOTHING, "k", {"f32[64]:rand", "u32=3"}, GM_UNKNOWN_NAME, "did you mean 'random'?"},
	{NOTHING, "k", {"f32[64]:step", "u32=3"}, GM_BAD_VALUE, "'step' needs a number"},
	{NOTHING, "k", {"f32[64]:fill", "u32=3"}, GM_BAD_VALUE, "'fill' needs a number"},
	{NOTHING, "k", {"f32[64]:iota=3", "u32=3"}, GM_BAD_VALUE, "'iota' takes no number"},
	{HEAD ".visible .entry k(.param .u64 p, .param .u32 n) .reqnctapercluster 2, 1, 1\n{ret;}\n",
	 "k",
	 FINE,
	 GM_BAD_VALUE,
	 "k runs in clusters of 2x1x1 blocks (.reqnctapercluster), into which the grid of 1x1x1 does not divide"},
	{NOTHING, "k", {"u32[64]:fill=-1", "u32=3"}, GM_BAD_VALUE, "'-1' is not a value of type u32"},
	{NOTHING, "k", {"f32[64]:fill=1x", "u32=3"}, GM_BAD_VALUE, "'1x' is not a value of type f32"},
	{NOTHING, "k", {"f32[64]:random=0", "u32=3"}, GM_BAD_VALUE, "'0' is no number above 0"},
	{NOTHING, "k", {"f32[64]:random=1x", "u32=3"}, GM_BAD_VALUE, "'1x' is no number above 0"},
	{NOTHING, "k", {"f32[64]:random=inf", "u32=3"}, GM_BAD_VALUE, "'inf' is no number above 0"},
	{NOTHING, "k", {"u32[64]:random=0.5", "u32=3"}, GM_BAD_VALUE, "'0.5' is no fitting number"},
	{NOTHING, "k", {"f32[64]@/nonexistent", "u32=3"}, GM_BAD_FILE, "No such file"},
	{ENTRY("ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1+256];\n"), "k", FINE,
	 GM_OUT_OF_BOUNDS,
	 "4 bytes past the end of p, which has 256 bytes; block (0,0,0), thread (0,0,0), in "
	 "'ld.global.u32 %r1, [%rd1+256]' of source line 7"},
	{ENTRY("ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1+256];\n") ".file 1 \"/src/a.cu\"\n", "k", FINE,
	 GM_OUT_OF_BOUNDS, "'ld.global.u32 %r1, [%rd1+256]' of a.cu:7 (PTX line 11)"},
	{ENTRY("ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1+2];\n"), "k", FINE, GM_BAD_VALUE,
	 "not a multiple"},
	{ENTRY("ld.shared.u32 %r1, [0];\n"), "k", FINE, GM_OUT_OF_BOUNDS,
	 "of which the launch gives none (dynamic shared memory); block (0,0,0), thread (0,0,0)"},
	{ENTRY("L: bra L;\n"), "k", FINE, GM_BAD_VALUE, "this loop never ends"},
	{ENTRY("ld.param.u64 %rd1, [p];\nL: ld.volatile.global.u32 %r1, [%rd1];\n"
	       "setp.eq.u32 %q1, %r1, 0;\n@%q1 bra L;\n"),
	 "k", FINE, GM_NOT_MODELLED,
	 "only another block could change what it waits for; block (0,0,0), thread (0,0,0), in 'ld.volatile.global.u32 %r1, "
	 "[%rd1]' of source line 7"},
	{ENTRY("mov.u32 %r1, %tid.x;\nsetp.lt.u32 %q1, %r1, 32;\n@%q1 bar.sync 1, 64;\n"), "k",
	 FINE, GM_BAD_VALUE, "which the others never reach"},
	{ENTRY("trap;\n"), "k", FINE, GM_BAD_VALUE, "traps"},
	/* assert(threadIdx.x < 40): the fortieth thread fails it, line 7; nobody fails the other. */
	{ASSERTING("40"), "k", FINE, GM_BAD_VALUE,
	 "the kernel traps (an assertion or an unreachable place), in 'call.uni __assertfail"},
	{ASSERTING("64"), "k", FINE, GM_OK, ""},
	{ENTRY("mov.u32 %r1, %tidd.x;\n"), "k", FINE, GM_UNKNOWN_NAME, "did you mean '%tid.x'?"},
	{ENTRY("mov.u64 %rd1, %tid.x;\n"), "k", FINE, GM_BAD_SYNTAX, "%tid.x has 32 bits, expected 64"},
	/* A lock that is never released, and an mbarrier short of an arrival: no thread can change
	   what all wait for. */
	{ENTRY("ld.param.u64 %rd1, [p];\nL: atom.global.cas.b32 %r1, [%rd1], 1, 0;\n"
	       "setp.eq.u32 %q1, %r1, 0;\n@%q1 bra L;\n"),
	 "k", FINE, GM_NOT_MODELLED, "the block spins for ever"},
	{ENTRY(".shared .b64 bar;\nmov.u32 %r1, bar;\nmbarrier.init.shared.b64 [%r1], 1000;\n"
	       "L: mbarrier.try_wait.parity.shared.b64 %q1, [%r1], 0;\n@!%q1 bra L;\n"),
	 "k", FINE, GM_TOO_LARGE, "of source line 7"},
	{ENTRY(".shared .b8 s[2000000];\nld.shared.u8 %r1, [s];\n"), "k", FINE, GM_TOO_LARGE,
	 "2000000 bytes of shared memory"},
	{ENTRY(".local .b8 l[2097152];\nst.local.u8 [l], %r1;\n"), "k", FINE, GM_TOO_LARGE,
	 "larger than any device has"},
	{ENTRY("mov.u32 %r1, %envreg1;\nsetp.ne.u32 %q1, %r1, 0;\n@!%q1 trap;\n"), "k", FINE,
	 GM_OK, ""},
	{ENTRY("bra NOWHERE;\n"), "k", FINE, GM_UNKNOWN_NAME, "'NOWHERE', which is no label"},
	{ENTRY("call %rd1, (), proto;\n"), "k", FINE, GM_NOT_MODELLED, "indirect call"},
	{ENTRY("call absent;\n"), "k", FINE, GM_UNKNOWN_NAME,
	 "'absent', which is declared nowhere"},
	{ENTRY("add.u64 %rd1, %r1, 3;\n"), "k", FINE, GM_BAD_SYNTAX, "register %r1 is .b32"},
	{ENTRY("frob.u32 %r1, %r2;\nsetp.eq.u32 %q1, %r1, 0;\n@%q1 bra L;\nL:\n"), "k", FINE,
	 GM_NOT_MODELLED, "whose result decides a path"},
	{HEAD ".func f(.param .u32 a)\n{\n.param .u32 b;\ncall f, (b);\nret;\n}\n"
	      ".entry k()\n{\n.param .u32 c;\ncall f, (c);\nret;\n}\n",
	 "k",
	 {NULL},
	 GM_NOT_MODELLED,
	 "recursion: f calls itself"},
	{HEAD ".extern .func g();\n.entry k()\n{\ncall g;\nret;\n}\n", "k", {NULL}, GM_OK, ""},
	{ENTRY("frob.u32 %r1, %r2;\n"), "k", FINE, GM_OK, ""},
};

START_TEST(a_bad_launch_or_run_ends_in_a_message)
{
	const bad_run *r = &runs[_i];
	gm_error err = GM_ERROR_NONE;
	const gm_status status = run_text(r->text, r->entry, r->arguments, 100000, &err);
	ck_assert_msg(status == r->status, "status %d: %s", (int)status, err.message);
	ck_assert_msg(strstr(err.message, r->says) != NULL, "%s", err.message);
}
END_TEST

START_TEST(unknown_instructions_are_named_and_counted)
{
	const char *text =
		ENTRY("frob.u32 %r1, %r2;\nadd.u32 %r1, %r1, 1;\nfrob.u32 %r3, %r2;\n"
		      "add.wobble.u32 %r1, %r1, 1;\ntex.2d.v4.f32.f32 {%r1,%r2,%r3,%r4}, "
		      "[p, {%r1,%r2}];\n");
	gm_ptx_module *module;
	gm_error err = GM_ERROR_NONE;
	const gm_ptx_unknown *list;
	case_ok(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err), &err);
	ck_assert_uint_eq(gm_ptx_module_unknowns(module, &list), 3);
	ck_assert_str_eq(list[0].name, "frob.u32");
	ck_assert_int_eq(list[0].count, 2);
	ck_assert_int_eq(list[0].line, 10);
	ck_assert_str_eq(list[1].name, "add.wobble.u32");
	ck_assert_str_eq(list[2].name, "tex.2d.v4.f32.f32");
	gm_ptx_module_free(module);
}
END_TEST

START_TEST(a_call_without_a_body_is_named)
{
	const char *text = HEAD ".extern .func g();\n.entry k()\n{\ncall g;\ncall g;\nret;\n}\n";
	gm_ptx_module *module;
	gm_error err = GM_ERROR_NONE;
	const gm_ptx_unknown *list;
	case_ok(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err), &err);
	ck_assert_uint_eq(gm_ptx_module_unknowns(module, &list), 1);
	ck_assert_str_eq(list[0].name, "call g");
	ck_assert_int_eq(list[0].count, 2);
	ck_assert_int_eq(list[0].line, 7);
	gm_ptx_module_free(module);
}
END_TEST

/* cudaLaunchDevice is what nvcc calls for a launch from the device, any other name a call like others. */
static const struct {
	const char *name, *says;
} foreign[] = {
	{"cudaLaunchDeviceV2",
	 "a kernel started from the device by call of cudaLaunchDeviceV2 of PTX line 7"},
	{"cudaLaunchDevice", "a kernel started from the device by call of cudaLaunchDevice of PTX line 7"},
	{"cudaGetParameterBufferV2", "call of cudaGetParameterBufferV2 of PTX line 7"},
};

START_TEST(what_is_started_from_the_device_is_told)
{
	char text[512];
	static const char *const none[] = {NULL};
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	snprintf(text, sizeof text, HEAD ".extern .func %s();\n.entry k()\n{\ncall %s;\nret;\n}\n",
		 foreign[_i].name, foreign[_i].name);
	case_ok(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err), &err);
	const gm_ptx_launch launch = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = none};
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	const char *told = NULL;
	for (int s = 0; s < kernel->sites_count; s++)
		told = kernel->sites[s].unmodelled ? kernel->sites[s].unmodelled : told;
	ck_assert_ptr_nonnull(told);
	ck_assert_str_eq(told, foreign[_i].says);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

/* Whatever parses is run: each pointer a small buffer, each scalar small. */
static void
run_whatever(const char *text, size_t length)
{
	gm_ptx_module *module;
	gm_error err = GM_ERROR_NONE;
	if (gm_ptx_module_parse(text, length, "x.ptx", &module, &err) != GM_OK) {
		ck_assert(err.message[0] != '\0');
		return;
	}
	for (size_t e = 0; e < gm_ptx_module_entries(module); e++) {
		gm_ptx_parameter parameters[8];
		const char *arguments[8];
		const size_t count = gm_ptx_module_parameters(
			module, gm_ptx_module_entry(module, e), parameters, 8);
		for (size_t i = 0; i < count && i < 8; i++)
			arguments[i] = parameters[i].bytes == 8 ? "u32[9000]:random=64" : "u32=40";
		const gm_ptx_launch launch = {.entry = gm_ptx_module_entry(module, e),
					      .grid = {3, 1, 1},
					      .block = {48, 1, 1},
					      .arguments = arguments,
					      .arguments_count = count < 8 ? (int)count : 8,
					      .shared_dynamic_bytes = 512,
					      .budget = 3000};
		gm_kernel *kernel;
		gm_error story = GM_ERROR_NONE;
		if (gm_ptx_kernel_new(module, &launch, &kernel, &story) != GM_OK)
			continue;
		const gm_sink sink = {0};
		gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &story);
		kernel->methods->free(kernel);
	}
	gm_ptx_module_free(module);
}

static char *
fuzz_text(int which, size_t *length)
{
	static const char *const names[] = {"copies", "stencils", "reductions", "control",
					    "products", "async"};
	char path[512];
	snprintf(path, sizeof path, "%s/tests/ptx/cuda/%s.sm_90.ptx", GM_TREE, names[which]);
	return case_text(path, length);
}

/* GM_FUZZ=n in the environment makes the two tests n times as thorough; 1 is a matter of a second.
 */
static int
thoroughness(void)
{
	const char *text = getenv("GM_FUZZ");
	return text ? atoi(text) : 1;
}

START_TEST(a_text_cut_off_anywhere_does_no_harm)
{
	size_t length;
	char *text = fuzz_text(_i, &length);
	const size_t step = (size_t)(97 / thoroughness() > 0 ? 97 / thoroughness() : 1);
	for (size_t end = 0; end < length; end += step) {
		/* A copy of its own, so that reading one byte too far is seen. */
		char *piece = gm_allocate(end ? end : 1, 1);
		memcpy(piece, text, end);
		run_whatever(piece, end);
		free(piece);
	}
	free(text);
}
END_TEST

static uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Bytes replaced, pieces copied over others, lines repeated. */
static void
mutate(char *text, size_t length, uint32_t *seed)
{
	static const char marks[] = "%r.;,0{}[]@-fL:";
	for (uint32_t n = 1 + next_random(seed) % 6; n > 0; n--) {
		const size_t at = next_random(seed) % length, from = next_random(seed) % length;
		const size_t most = length - (at > from ? at : from);
		const size_t bytes = next_random(seed) % 12 < most ? next_random(seed) % 12 : most;
		if (next_random(seed) % 3 == 0)
			memmove(text + at, text + from, bytes < most ? bytes : most);
		else
			text[at] = marks[next_random(seed) % (sizeof marks - 1)];
	}
}

START_TEST(a_mutated_text_does_no_harm)
{
	size_t length;
	char *text = fuzz_text(_i, &length), *copy = gm_allocate(length, 1);
	uint32_t seed = (uint32_t)_i + 1;
	for (int n = 0; n < 60 * thoroughness(); n++) {
		memcpy(copy, text, length);
		mutate(copy, length, &seed);
		run_whatever(copy, length);
	}
	free(copy);
	free(text);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bad");
	TCase *cases = tcase_create("bad");
	tcase_set_timeout(cases, 3000);
	tcase_add_loop_test(cases, a_malformed_text_is_refused_with_its_line, 0,
			    sizeof texts / sizeof *texts);
	tcase_add_loop_test(cases, a_bad_launch_or_run_ends_in_a_message, 0,
			    sizeof runs / sizeof *runs);
	tcase_add_test(cases, unknown_instructions_are_named_and_counted);
	tcase_add_test(cases, a_call_without_a_body_is_named);
	tcase_add_loop_test(cases, what_is_started_from_the_device_is_told, 0,
			    sizeof foreign / sizeof *foreign);
	tcase_add_loop_test(cases, a_text_cut_off_anywhere_does_no_harm, 0, 2);
	tcase_add_loop_test(cases, a_mutated_text_does_no_harm, 0, 6);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
