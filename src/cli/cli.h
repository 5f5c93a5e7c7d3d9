/*
 * The program: one table of commands, one of options. Parsing, help and dispatch read the same rows.
 *
 * A command is a row of gm_commands and a file cmd_<name>.c. Results go to stdout (or to -o FILE, beside
 * and then renamed), everything else to stderr. Exit codes are those of base/status.h.
 */
#ifndef GM_CLI_CLI_H
#define GM_CLI_CLI_H

#include "base/outfile.h"
#include "gpumodel.h"

/*        enumerator            short long             argument          what it does */
#define GM_OPTION_LIST(X)                                                                          \
	X(GM_OPTION_DEVICE, 'd', "device", "NAME", "a device by name, alias or file; may be repeated")    \
	X(GM_OPTION_DEFINE, 'D', "define", "NAME=VALUES", "a parameter: 16, 8,16,32, 1:32, 1:32:4 or 1024:8192:*2") \
	X(GM_OPTION_SET, 0, "set", "FACT=VALUE", "what if: another number for the device, such as dram_bandwidth=3TB/s") \
	X(GM_OPTION_REGISTERS, 0, "registers", "N", "registers per thread, instead of what the kernel states") \
	X(GM_OPTION_CACHE, 0, "cache", "STATE", "what the caches hold at the start: cold, as Nsight Compute leaves them, or warm, from an equal launch before") \
	X(GM_OPTION_SAMPLE, 0, "sample", "BLOCKS", "walk every block, all, where they are not proven to be alike, or at least so many of them; unless said, all where that is little work, else as many as a fixed budget of work allows") \
	X(GM_OPTION_ENTRY, 0, "entry", "NAME", "of a .ptx file: the kernel")                       \
	X(GM_OPTION_GRID, 0, "grid", "X,Y,Z", "of a .ptx file: blocks of the grid")                \
	X(GM_OPTION_BLOCK_SHAPE, 0, "block", "X,Y,Z", "of a .ptx file: threads of a block")        \
	X(GM_OPTION_ARGUMENT, 0, "arg", "ARGUMENT", "of a .ptx file, one for each parameter: s32=4096, f32[65536]:random; 'help predict' lists the forms") \
	X(GM_OPTION_CONSTANT, 0, "constant", "NAME:ARGUMENT", "of a .ptx file: what a __constant__ or __device__ variable holds: filter:f32[9]:random, side:s32=11") \
	X(GM_OPTION_DYNAMIC_SHARED, 0, "dynamic-shared", "SIZE", "of a .ptx file: dynamic shared memory, 4096 or 4KiB")   \
	X(GM_OPTION_CUBIN, 0, "cubin", "FILE", "of a .ptx file: machine code, for registers")      \
	X(GM_OPTION_BLOCK, 0, "block", "THREADS", "threads in a block: 256, or a sweep over 32:1024:32")   \
	X(GM_OPTION_SHARED, 0, "shared", "SIZE", "shared memory per block: 24KiB, or a sweep over 0:64KiB:1KiB; a kernel's own is added") \
	X(GM_OPTION_CARVEOUT, 0, "carveout", "SIZE", "shared memory that the SM is set up for, instead of the most it can have") \
	X(GM_OPTION_COMPILED, 0, "entry", "NAME", "of a binary or a log: the kernel, as predict has it") \
	X(GM_OPTION_KERNEL, 0, "kernel", "NAME", "only the kernels with this in their names")      \
	X(GM_OPTION_PTXAS, 0, "ptxas", "FILE", "the kernels that the text of ptxas -v tells about")\
	X(GM_OPTION_AGAINST, 0, "against", "FILE", "an older build, to compare with kernel by kernel") \
	X(GM_OPTION_BEST, 0, "best", "PARAMETER", "the value of a kernel's parameter that fills the device best") \
	X(GM_OPTION_PLOT, 0, "plot", "FILE", "also draw it: .svg, .png, .pdf, or .gp to keep the script") \
	X(GM_OPTION_FAIL_BELOW, 0, "fail-below", "PERCENT", "exit 1 when a kernel's occupancy is lower") \
	X(GM_OPTION_FAIL_ON_SPILL, 0, "fail-on-spill", NULL, "exit 1 when a kernel spills registers, or may") \
	X(GM_OPTION_FORMAT, 0, "format", "FORMAT", "")                                            \
	X(GM_OPTION_OUTPUT, 'o', "output", "FILE", "write there")                                 \
	X(GM_OPTION_MAX_MAPE, 0, "max-mape", "PERCENT", "exit 1 when the mean absolute error is larger") \
	X(GM_OPTION_LAUNCHES, 0, "launches", "FILE", "the launch list of the runs, instead of the one that their file names") \
	X(GM_OPTION_PTX_FOLDER, 0, "ptx", "FOLDER", "where the PTX of the launches lies, instead of where the list says") \
	X(GM_OPTION_TITLE, 0, "title", "TEXT", "of the runs file")                                 \
	X(GM_OPTION_SOURCE, 0, "source", "ID", "what the runs name as their source")               \
	X(GM_OPTION_DRIVER, 0, "driver", "TEXT", "driver, clocks, versions: told with the source")  \
	X(GM_OPTION_DATE, 0, "date", "YYYY-MM-DD", "the day of the measurement")                    \
	X(GM_OPTION_NOTES, 0, "notes", "FILE", "what a page says besides the numbers (XML, schemas/notes.xsd)") \
	X(GM_OPTION_PARTS, 0, "parts", "FOLDER", "the part of each file as a page of its own there, beside the page") \
	X(GM_OPTION_FROM, 0, "from", "FORM", "only predictions from ptx, or only from a descriptor") \
	X(GM_OPTION_SITE, 0, "site", "SITE", "a memory access: its array, ARRAY#2 for its second, or its line; may be repeated") \
	X(GM_OPTION_LINE, 0, "line", "N", "of an array's accesses, the one on this line")          \
	X(GM_OPTION_AT, 0, "at", "X,Y,Z", "the block that is looked at; 0,0,0 unless said")       \
	X(GM_OPTION_WARP, 0, "warp", "N", "the warp of the block; the first that takes part unless said") \
	X(GM_OPTION_EXECUTION, 0, "execution", "N", "which execution by that warp, from 1")        \
	X(GM_OPTION_WORST, 0, "worst", NULL, "the execution with the most passes or transactions") \
	X(GM_OPTION_WIDTH, 0, "width", "N", "elements of a row of the shared array, for the advice") \
	X(GM_OPTION_PROBABILITY, 0, "p", "P", "probability that a lane takes the branch; may be repeated") \
	X(GM_OPTION_RUNS, 0, "runs", "FILE", "measured runs, to stand beside what is predicted")   \
	X(GM_OPTION_LEVEL, 0, "level", "LEVEL", "points of this level: requested, distinct, transactions, l2 or dram; may be repeated") \
	X(GM_OPTION_SIZE, 0, "size", "SIZE", "of the picture: page, slide, or column of a paper")  \
	X(GM_OPTION_CUDA_SOURCE, 0, "source", "FILE", "the CUDA source, to be quoted beside the statements") \
	X(GM_OPTION_PLAIN, 0, "plain", NULL, "leave out address arithmetic, and roll up what the compiler unrolled") \
	X(GM_OPTION_METRIC, 0, "metric", "NAME", "time, bandwidth, flops, occupancy, or one of predict's JSON; may be repeated; time unless said") \
	X(GM_OPTION_REFERENCE, 0, "reference", "LINE", "a line to compare with, 1/x or x, through the first point of the picture") \
	X(GM_OPTION_OVER, 0, "over", "NAME=VALUES,...", "the parameters to try: TILE=4:32,BLOCK=64:1024:64") \
	X(GM_OPTION_HELP, 'h', "help", NULL, "this help")                                          \
	X(GM_OPTION_VERSION, 'V', "version", NULL, "the version")

typedef enum gm_option_id {
#define X(id, letter, name, argument, what) id,
	GM_OPTION_LIST(X)
#undef X
	        GM_OPTION_COUNT
} gm_option_id;

enum { GM_WORDS_MAX = 1024, GM_REGISTERS_MAX = 255 };

/* A parsed command line. Texts are borrowed from argv. */
typedef struct gm_given {
	const char *positional[GM_WORDS_MAX];
	int positional_count;
	struct {
		gm_option_id id;
		const char *value; /* NULL for a flag */
	} options[GM_WORDS_MAX];
	int options_count;
} gm_given;

typedef struct gm_command gm_command;

typedef struct gm_cli {
	gm_given given;
	const gm_command *command; /* that runs */
	gm_library *library;
	gm_error err;
	gm_text notes; /* lines for stderr, besides what failed */
} gm_cli;

struct gm_command {
	const char *name;
	const char *arguments;      /* "KERNEL..." */
	const char *summary;        /* one line */
	const char *help;           /* paragraphs, at most 80 columns; examples last */
	int least, most;            /* positional arguments; most -1: any number */
	uint64_t options;           /* bit per gm_option_id */
	const char *const *formats; /* of --format and of suffixes, the first unless said; ends with NULL.
	                               NULL: the command writes one form */
	gm_status (*run)(gm_cli *cli);
};

extern const gm_command gm_commands[];
extern const int gm_commands_count;

_Static_assert(GM_OPTION_COUNT <= 64, "a bit for each option");
#define GM_TAKES(id) (UINT64_C(1) << (id))

/* ---- the command line ---- */

/* Parses argv[first..]. GM_USAGE with a message that offers the nearest option. */
gm_status gm_given_parse(gm_given *given, const gm_command *command, int argc, char **argv, int first,
                         gm_error *err);

/* The last value of an option; NULL when it was not given. */
const char *gm_given_last(const gm_given *given, gm_option_id id);
bool gm_given_has(const gm_given *given, gm_option_id id);

/* GM_USAGE: "--registers abc: expected 1 to 255". */
gm_status gm_given_refuse(gm_cli *cli, gm_option_id id, const char *value, const char *expected);

/* The last value as a whole number from `least` to `most`, or as a size in bytes; `*out` stays without
   the option. GM_USAGE. */
gm_status gm_given_integer(gm_cli *cli, gm_option_id id, int64_t least, int64_t most, int64_t *out);
gm_status gm_given_bytes(gm_cli *cli, gm_option_id id, int64_t *out);

/* The same of a percentage, as a ratio up to `most`: 15 and 15% are 0.15. 0.5 is refused, which may be
   meant as 50%. */
gm_status gm_given_percent(gm_cli *cli, gm_option_id id, double most, double *out);

const gm_command *gm_command_find(const char *name);

/* ---- help ---- */

void gm_help_program(gm_text *out);
void gm_help_command(gm_text *out, const gm_command *command);

/* ---- output ---- */

/* Writes to -o FILE, or to stdout. Nothing is left of a file that could not be written whole. */
gm_status gm_output_write(gm_cli *cli, const gm_text *text);

/* The same in pieces, for what is too long to hold. */
typedef struct gm_stream {
	gm_cli *cli;
	gm_outfile file;
	bool to_file;     /* else to stdout */
	bool reader_gone; /* nobody reads stdout any more: stop, without complaint */
} gm_stream;

/* A stream that failed to open needs no closing. `put` empties the text. `close` returns `so_far`, or what
   went wrong now; a file whose stream failed does not appear. */
gm_status gm_stream_open(gm_cli *cli, gm_stream *stream);
gm_status gm_stream_put(gm_stream *stream, gm_text *text);
gm_status gm_stream_close(gm_stream *stream, gm_status so_far);

/* --format, else the suffix of -o, else the first: which of the command's formats. The suffix is the
   name, but .txt for text, .md for markdown and .tex for latex; --format takes these too. */
gm_status gm_output_choose(gm_cli *cli, int *out);

/* The same for predictions. */
gm_status gm_output_format(gm_cli *cli, const gm_report_format **out);

/* "text, markdown or json"; with `before`, suffixes behind it. */
void gm_output_list(gm_text *out, const char *const *names, const char *before);

/* ---- inputs that several commands share ---- */

/* The devices of every --device, with --set applied. *out is an array of `count`, released with
   gm_devices_dispose also after a failure. */
gm_status gm_devices_given(gm_cli *cli, gm_device ***out, int *count);
void gm_devices_dispose(gm_device **devices, int count);

/* runs_missing.c. GM_BAD_VALUE: none of --runs is of what was predicted; with which parameters there are some. */
gm_status gm_fail_without_runs(gm_cli *cli, const gm_runs *runs);

/* Every --set, on a loaded device. */
gm_status gm_device_apply_sets(gm_cli *cli, gm_device *device);

/* GM_BAD_VALUE for a capability file: its processors are not known, so nothing can be timed on it. */
gm_status gm_device_check_card(const gm_device *device, gm_error *err);
/* The same with compute capabilities welcome; none at all is no failure. */
gm_status gm_capabilities_given(gm_cli *cli, gm_device ***out, int *count);
/* GM_USAGE when there is none. */
gm_status gm_device_needed(gm_cli *cli, int count);

/* --cache. */
gm_status gm_request_given(gm_cli *cli, gm_predict_request *out);

/* --sample, as gm_kernel.sample has it. */
gm_status gm_sample_given(gm_cli *cli, int64_t *out);

/* Calls `visit` for every combination of the -D values with the kernel loaded so; the kernel lives
   until the visit returns. */
typedef gm_status gm_kernel_visitor(void *state, gm_kernel *kernel);
gm_status gm_kernels_visit(gm_cli *cli, const char *name, gm_kernel_visitor *visit, void *state);

/* The same for every value of one parameter, 1 to `most` unless -D gives a list; values that the kernel
   refuses are left out, unless it refuses all. */
gm_status gm_kernels_try(gm_cli *cli, const char *name, const char *parameter, int64_t most,
                         gm_kernel_visitor *visit, void *state);

/* A gm_variant_loader whose state is the gm_cli: a descriptor loaded once more, with the parameters that
   were overridden, this one among them, and with --registers. */
gm_status gm_variant_load(void *cli, const gm_kernel *kernel, const char *parameter, int64_t value,
                          gm_kernel **out, gm_error *err);

/* The kernel of a .ptx file, launched as --entry, --grid, --block, --arg and --dynamic-shared say, with the
   registers of --cubin. Expressions in braces are replaced by their values: --arg s32={n}. GM_USAGE for a
   definition that no expression uses. May be called from several threads. */
gm_status gm_ptx_given(const gm_cli *cli, const char *path, const gm_definition *definitions, int count,
                       gm_kernel **out, gm_error *err);

/* --size; GM_FIGURE_PAGE unless said. */
gm_status gm_figure_size_given(gm_cli *cli, gm_figure_size *out);

/* The registers of --cubin, for a kernel of a .ptx file. */
gm_status gm_ptx_registers_given(gm_cli *cli, gm_kernel *kernel);

/* ---- commands ---- */

gm_status gm_cmd_predict(gm_cli *cli);
gm_status gm_cmd_explain(gm_cli *cli);
gm_status gm_cmd_compare(gm_cli *cli);
gm_status gm_cmd_occupancy(gm_cli *cli);
gm_status gm_cmd_access(gm_cli *cli);
gm_status gm_cmd_divergence(gm_cli *cli);
gm_status gm_cmd_describe(gm_cli *cli);
gm_status gm_cmd_devices(gm_cli *cli);
gm_status gm_cmd_kernels(gm_cli *cli);
gm_status gm_cmd_validate(gm_cli *cli);
gm_status gm_cmd_measure(gm_cli *cli);
gm_status gm_cmd_import(gm_cli *cli);
gm_status gm_cmd_roofline(gm_cli *cli);
gm_status gm_cmd_report(gm_cli *cli);
gm_status gm_cmd_sweep(gm_cli *cli);
gm_status gm_cmd_tune(gm_cli *cli);
gm_status gm_cmd_help(gm_cli *cli);

#endif
