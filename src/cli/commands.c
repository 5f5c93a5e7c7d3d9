#include "cli/cli.h"

#include <string.h>

#define OUTPUTS (GM_TAKES(GM_OPTION_FORMAT) | GM_TAKES(GM_OPTION_OUTPUT))
#define INPUTS                                                                                     \
	(GM_TAKES(GM_OPTION_DEVICE) | GM_TAKES(GM_OPTION_DEFINE) | GM_TAKES(GM_OPTION_SET) |       \
	 GM_TAKES(GM_OPTION_REGISTERS))
#define PTX                                                                                        \
	(GM_TAKES(GM_OPTION_ENTRY) | GM_TAKES(GM_OPTION_GRID) | GM_TAKES(GM_OPTION_BLOCK_SHAPE) |  \
	 GM_TAKES(GM_OPTION_ARGUMENT) | GM_TAKES(GM_OPTION_CONSTANT) | GM_TAKES(GM_OPTION_DYNAMIC_SHARED) | GM_TAKES(GM_OPTION_CUBIN))
#define OCCUPANCY                                                                                  \
	(GM_TAKES(GM_OPTION_BLOCK) | GM_TAKES(GM_OPTION_SHARED) | GM_TAKES(GM_OPTION_CARVEOUT) |   \
	 GM_TAKES(GM_OPTION_COMPILED) | GM_TAKES(GM_OPTION_KERNEL) | GM_TAKES(GM_OPTION_PTXAS) |   \
	 GM_TAKES(GM_OPTION_AGAINST) | GM_TAKES(GM_OPTION_BEST) | GM_TAKES(GM_OPTION_PLOT) |       \
	 GM_TAKES(GM_OPTION_FAIL_BELOW) | GM_TAKES(GM_OPTION_FAIL_ON_SPILL))

static const char *const tables[] = {"text", "json", "csv", NULL};
static const char *const derivations[] = {"text", "markdown", "latex", "html", "json", NULL};
static const char *const comparisons[] = {"text", "json", "markdown", NULL};
static const char *const pictures[] = {"text", "json", "svg", NULL};
static const char *const pages[] = {"text", "json", "csv", "markdown", "html", NULL};
static const char *const browsers[] = {"html", NULL};

const gm_command gm_commands[] = {
        {"predict", "KERNEL...", "how fast a kernel can run on a device, and what stops it",
         "KERNEL is a descriptor (XML) by path or by bare name from the shipped models.\n"
         "Several kernels, devices and values of a parameter give one result for each\n"
         "combination.\n"
         "\n"
         "KERNEL may also be PTX, as nvcc -ptx writes it, with its launch and one --arg\n"
         "for each parameter: TYPE=VALUE, or a buffer TYPE[COUNT] that holds zeros or\n"
         "what follows:\n"
         "  :iota          element i is i       :random      0 to 1, or any integer\n"
         "  :step=K        i*K                  :random=MAX  0 to MAX, without it\n"
         "  :signed        -1 to 1, or integers of any bits but the sign bit\n"
         "  :fill=VALUE    the same everywhere, -1 or 0.5\n"
         "  :gather=K      i*K mod COUNT        :chain=K     (i+K) mod COUNT\n"
         "  :band=W        a column near row i/W: a sparse matrix with W in a row\n"
         "  :cycle=K       a chase in random order through every K-th element\n"
         "  @FILE          the file's bytes\n"
         "Types: s8 u8 s16 u16 s32 u32 s64 u64 f16 f32 f64. A structure or a vector by\n"
         "value is struct=MEMBER,MEMBER, each such an argument, struct=f32[n],s32=n, or\n"
         "bytes=HEX, in memory's order: half2 1,1 is bytes=003c003c. same=NAME, or\n"
         "same=NAME+BYTES, is an address in a buffer before it, of an argument with that\n"
         "name or of param_0, param_1_2 (in a structure): in place, an end beside a\n"
         "start. u64[COUNT]:to=TYPE[COUNT] are pointers into one more. A tensor map\n"
         "has extents, innermost first, and a box: f16[4096x2048]/64x128, with ~128 for a\n"
         "swizzle of 128 bytes. An argument may have a name, n:s32=1024, which COUNT,\n"
         "--grid, --block and -D then know. What a __constant__ or __device__ variable\n"
         "holds is said alike: --constant filter:f32[9]:random, side:s32=11.\n"
         "\n"
         "Exit code 1, after the output is written, when a kernel cannot run on a device,\n"
         "never ends there or gives wrong results: 'look at' has an ERROR then.\n"
         "\n"
         "  gpumodel predict tiled_mm.xml --device h100\n"
         "  gpumodel predict tiled_mm --device g80 --device h100 -D TILE=8,16,32\n"
         "  gpumodel predict tiled_mm --device h100 -D n=1024:8192:*2 -o sweep.csv\n"
         "  gpumodel predict tiled_mm --device h100 --set dram_bandwidth=3TB/s\n"
         "  gpumodel predict tiled_mm --device h200 --cache warm\n"
         "  gpumodel predict app.ptx --entry histogram --sample all ...\n"
         "  gpumodel predict app.ptx --entry copy --grid 4096 --block 256 --device h200 \\\n"
         "      --arg u64=1048576 --arg f32[1048576] --arg f32[1048576]:random\n"
         "  gpumodel predict mm.ptx --grid n/16,n/16 --block 16,16 --arg A:f32[n*n] \\\n"
         "      --arg B:f32[n*n] --arg C:f32[n*n] --arg n:s32=1024 -d h200 -D n=1024,2048\n",
         1, -1, INPUTS | OUTPUTS | PTX | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE), tables, gm_cmd_predict},
        {"explain", "KERNEL...", "every number of a prediction, derived: formula, values, answer",
         "The derivation that a lecture would give, in its order: what threads, blocks and\n"
         "warps do, operations and bytes, transactions, bank conflicts, occupancy, the\n"
         "intensities with their roofs, the time of each limit, the verdict. Each value\n"
         "put in carries its unit and its source; every line follows from those above it.\n"
         "Last what to change, the largest predicted gain first. KERNEL is as in predict.\n"
         "\n"
         "Of the formats html is a fragment for a page.\n"
         "\n"
         "  gpumodel explain tiled_mm --device gtx280\n"
         "  gpumodel explain naive_mm --device gtx280 --set dram_bandwidth=142GB/s\n"
         "  gpumodel explain tiled_mm --device h100 --format latex -o tiled_mm.tex\n",
         1, -1, INPUTS | OUTPUTS | PTX | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE), derivations, gm_cmd_explain},
        {"compare", "KERNEL [KERNEL]", "why one kernel is faster, or one card, term by term",
         "Two kernels on a device; one kernel on two devices; or one kernel with two\n"
         "values of a parameter. The verdict first; then the change of time by the limits\n"
         "that make it, the work, the bytes at each level, what an SM holds. Of more than\n"
         "two devices or values the first is compared with each other. KERNEL is as in\n"
         "predict.\n"
         "\n"
         "  gpumodel compare naive_mm tiled_mm --device g80\n"
         "  gpumodel compare tiled_mm --device v100 --device h100\n"
         "  gpumodel compare tiled_mm --device h100 -D TILE=8,16 --format markdown\n",
         1, 2, INPUTS | OUTPUTS | PTX | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE), comparisons, gm_cmd_compare},
        {"roofline", "[KERNEL...]", "kernels under the roofs of devices, as a picture or in the terminal",
         "Each kernel has a point for each memory it moves bytes of: DRAM, L2 and L1 on\n"
         "one device, DRAM on several unless --level says which. The levels requested and\n"
         "distinct put it on the roof, where a lecture does that caches nothing. Several\n"
         "values of a parameter, or several devices, become a path. Without a kernel the\n"
         "roofs alone. KERNEL as in predict.\n"
         "\n"
         "-o FILE.svg, .png or .pdf draws with gnuplot, .gp keeps the script, .txt is\n"
         "text.\n"
         "\n"
         "  gpumodel roofline naive_mm tiled_mm --device h100\n"
         "  gpumodel roofline naive_mm tiled_mm -d h200 --runs h200.xml -o roofline.svg\n"
         "  gpumodel roofline tiled_mm -d h100 -D TILE=8,16,32 --size slide -o path.png\n"
         "  gpumodel roofline naive_mm tiled_mm -d g80 -d h100 --level requested \\\n"
         "      -o lectures.pdf\n",
         0, -1,
         INPUTS | PTX | GM_TAKES(GM_OPTION_OUTPUT) | GM_TAKES(GM_OPTION_RUNS) |
                 GM_TAKES(GM_OPTION_LEVEL) | GM_TAKES(GM_OPTION_SIZE) | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE),
         NULL, gm_cmd_roofline},
        {"report", "KERNEL...", "everything about kernels on devices, as one page for a browser",
         "One file of HTML that needs nothing else: verdicts, rooflines, the time of each\n"
         "part of the device, what to change, findings, intensities, occupancy with its\n"
         "curves, the lanes of each memory access, every number derived, and the JSON of\n"
         "predict. With --runs what was measured stands beside what is predicted. KERNEL\n"
         "is as in predict.\n"
         "\n"
         "  gpumodel report tiled_mm --device h100 -o report.html\n"
         "  gpumodel report naive_mm tiled_mm -d g80 -d h100 -D n=1024 -o mm.html\n"
         "  gpumodel report tiled_mm -d h200 --runs reports/runs/h200.xml -o mm.html\n",
         1, -1,
         INPUTS | PTX | GM_TAKES(GM_OPTION_OUTPUT) | GM_TAKES(GM_OPTION_FORMAT) |
                 GM_TAKES(GM_OPTION_RUNS) | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE),
         browsers, gm_cmd_report},
        {"sweep", "KERNEL", "numbers of a kernel against its parameters, as rows and curves",
         "Every combination of the -D values on every device, one row each. A name of -D\n"
         "that no parameter has is taken without its case: block for BLOCK. Values that\n"
         "the kernel refuses or the device cannot launch are rows that say why.\n"
         "\n"
         "--plot draws the metrics, a panel each, against the first parameter with several\n"
         "values: a line for each device and each value of the others, with bars where\n"
         "the sampled blocks disagree.\n"
         "\n"
         "Of PTX, --grid, --block, [COUNT] and integers may be formulas of -D and of the\n"
         "names of arguments; in other places of --arg they stand in {braces}.\n"
         "\n"
         "  gpumodel sweep strided_copy -d turing -D stride=1:32 --metric bandwidth \\\n"
         "      --reference 1/x --plot bandwidth.svg\n"
         "  gpumodel sweep tiled_mm -d g80 -d h100 -D TILE=4,8,16,32 \\\n"
         "      --metric time --metric occupancy --format csv\n"
         "  gpumodel sweep app.ptx -d h200 -D block=64:512:64 --grid 65536/block \\\n"
         "      --block block --arg f32[65536]\n",
         1, 1,
         INPUTS | PTX | OUTPUTS | GM_TAKES(GM_OPTION_METRIC) | GM_TAKES(GM_OPTION_PLOT) |
                 GM_TAKES(GM_OPTION_REFERENCE) | GM_TAKES(GM_OPTION_SIZE) |
                 GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE),
         tables, gm_cmd_sweep},
        {"tune", "KERNEL", "the values of the parameters that make a kernel fastest, and why",
         "Every combination of the --over values is predicted; those that fit are ranked\n"
         "by time, with ties named, and the fastest is held against the next and the\n"
         "kernel as it is written: the time that each part of the device takes, and the\n"
         "work behind it. -D and formulas of PTX as in sweep.\n"
         "\n"
         "  gpumodel tune tiled_mm --over TILE=4:32 --device g80 --device h100\n"
         "  gpumodel tune stencil_2d --over BLOCK_X=8:64:*2,BLOCK_Y=2:32:*2 -d h200\n",
         1, 1, INPUTS | PTX | OUTPUTS | GM_TAKES(GM_OPTION_OVER) | GM_TAKES(GM_OPTION_CACHE) | GM_TAKES(GM_OPTION_SAMPLE),
         tables, gm_cmd_tune},
        {"occupancy", "[KERNEL]", "how many warps reside on an SM, what limits them, what to change",
         "Without KERNEL for the numbers given; with several values of them every\n"
         "combination, as CSV or JSON. KERNEL is a descriptor (XML, as in predict), or a\n"
         "cubin, an object file, a program or a library: then every kernel in it that is\n"
         "compiled for the device's compute capability. A device may be a compute\n"
         "capability, such as sm_86.\n"
         "\n"
         "  gpumodel occupancy --device h100 --block 256 --registers 40 --shared 24KiB\n"
         "  gpumodel occupancy --device sm_86 --block 32:1024:32 --registers 16:255 \\\n"
         "      --shared 0:64KiB:1KiB --format csv\n"
         "  gpumodel occupancy tiled_mm --device h100 --plot occupancy.svg\n"
         "  gpumodel occupancy tiled_mm --device g80 --registers 10 --best TILE\n"
         "  gpumodel occupancy app.cubin --device h100 --fail-below 50% --fail-on-spill\n"
         "  gpumodel occupancy new.cubin --against old.cubin --device h100\n"
         "  nvcc -arch=sm_90 -Xptxas -v -c app.cu 2>app.log\n"
         "  gpumodel occupancy --ptxas app.log --device h100 --block 256\n",
         0, 1, INPUTS | OUTPUTS | OCCUPANCY, tables, gm_cmd_occupancy},
        {"access", "KERNEL", "one warp's memory request, lane by lane: sectors, banks, conflicts",
         "Draws the lanes of a warp and what the device's rule makes of their addresses:\n"
         "transactions of global memory, or banks and passes of shared memory, with the\n"
         "padding or the swizzle that would remove bank conflicts, checked over all warps\n"
         "of the block. DEVICE may be a compute capability, sm_86. Without --site the\n"
         "accesses are listed. SVG draws the same: -o FILE.svg.\n"
         "\n"
         "  gpumodel access transpose_shared --device turing\n"
         "  gpumodel access transpose_shared --device turing --site block#2\n"
         "  gpumodel access naive_mm --device g80 --site A --at 0,0 --warp 1\n"
         "  gpumodel access sum_shared_tree -d sm_86 --site partial#2 --worst -o sum.svg\n",
         1, 1,
         INPUTS | PTX | OUTPUTS | GM_TAKES(GM_OPTION_SITE) | GM_TAKES(GM_OPTION_LINE) |
                 GM_TAKES(GM_OPTION_AT) | GM_TAKES(GM_OPTION_WARP) |
                 GM_TAKES(GM_OPTION_EXECUTION) | GM_TAKES(GM_OPTION_WORST) |
                 GM_TAKES(GM_OPTION_WIDTH),
         pictures, gm_cmd_access},
        {"divergence", "[KERNEL...]", "lanes used of those issued; what a rare branch costs a warp",
         "With a kernel: the lanes that each instruction uses, and the paths that a warp\n"
         "executes one after the other. Without: the fraction of warps that pay for a\n"
         "branch which each lane takes with probability p, as numbers or, with\n"
         "-o FILE.svg, as curves.\n"
         "\n"
         "  gpumodel divergence --p 0.1\n"
         "  gpumodel divergence --p 1% --p 5% -o branch.svg\n"
         "  gpumodel divergence stencil_2d --device h100 --device gcn\n",
         0, -1,
         INPUTS | PTX | OUTPUTS | GM_TAKES(GM_OPTION_PROBABILITY) | GM_TAKES(GM_OPTION_SAMPLE),
         pictures,
         gm_cmd_divergence},
        {"describe", "KERNEL", "the descriptor that compiled PTX amounts to, with its formulas",
         "KERNEL is PTX with its launch and arguments, as in predict, or a descriptor with\n"
         "<ptx>. Written is a descriptor (XML) to read, edit and sweep: addresses,\n"
         "conditions and loop counts as formulas of threads, blocks and arguments, each\n"
         "beside its source line. --grid, --block and [COUNT] may be formulas, which stay\n"
         "in it. Arguments without a name are called as --source calls them, or param_0\n"
         "and, integers, n. As a KERNEL of other commands, - is the standard input.\n"
         "\n"
         "The descriptor is counted and held against the PTX. Exit code 1 when they\n"
         "differ, or when something depends on data, which no formula gives: it is\n"
         "written as if taken, or scattered, and named on stderr.\n"
         "\n"
         "  gpumodel describe mm.ptx --entry mm --grid n/16,n/16 --block 16,16 \\\n"
         "      --arg A:f32[n*n] --arg B:f32[n*n] --arg C:f32[n*n] --arg n:s32=1024 \\\n"
         "      -o mm.xml\n"
         "  gpumodel predict mm.xml --device h100 -D n=1024:8192:*2\n"
         "  gpumodel describe mm.ptx ... --source mm.cu --plain\n"
         "  gpumodel describe mm.ptx ... | gpumodel predict - --device h100\n",
         1, 1,
         PTX | GM_TAKES(GM_OPTION_DEFINE) | GM_TAKES(GM_OPTION_REGISTERS) |
                 GM_TAKES(GM_OPTION_OUTPUT) | GM_TAKES(GM_OPTION_CUDA_SOURCE) |
                 GM_TAKES(GM_OPTION_PLAIN),
         NULL, gm_cmd_describe},
        {"devices", "[list | show DEVICE... | compare DEVICE...]",
         "the devices that are known, and every number with its source",
         "Without more, the list. A script takes it as --format csv or json.\n"
         "\n"
         "  gpumodel devices\n"
         "  gpumodel devices show h100\n"
         "  gpumodel devices compare g80 h100\n",
         0, -1, OUTPUTS | GM_TAKES(GM_OPTION_SET), tables, gm_cmd_devices},
        {"kernels", "[FILE.ptx...]", "the kernel descriptors that are shipped, or the kernels of PTX",
         "Of PTX the name that --entry takes, and the types of the parameters, for each of\n"
         "which predict wants an --arg: a pointer is u64, a structure by value b8[BYTES].\n"
         "\n"
         "  gpumodel kernels\n"
         "  gpumodel kernels app.ptx\n",
         0, -1, OUTPUTS, tables, gm_cmd_kernels},
        {"validate", "RUNS...", "predicted against measured, run by run",
         "RUNS is a file of measured runs (XML, schemas/runs.xsd). Each measured number\n"
         "stands beside its prediction; then the mean and median absolute errors of times\n"
         "and rates by kind of kernel, the worst, and every run that beats a bound. What\n"
         "cannot be compared is left out and counted. A run is predicted from PTX when\n"
         "its file names a launch list and it the launch, and from the descriptor of its\n"
         "kernel where there is one. Exit code 1 when a run beats a bound, or when the\n"
         "mean absolute error of either form is above --max-mape. Formats markdown and\n"
         "html are a page with a part for each file, every run in it, and --notes beside\n"
         "the numbers.\n"
         "\n"
         "  gpumodel validate reports/runs/seeds.xml\n"
         "  gpumodel validate reports/runs/seeds.xml --max-mape 50%\n"
         "  gpumodel validate reports/runs/h200.xml --from ptx --format csv\n"
         "  gpumodel validate runs.xml -o accuracy.html --plot accuracy.svg\n",
         1, -1,
         OUTPUTS | GM_TAKES(GM_OPTION_MAX_MAPE) | GM_TAKES(GM_OPTION_LAUNCHES) |
                 GM_TAKES(GM_OPTION_PTX_FOLDER) | GM_TAKES(GM_OPTION_FROM) |
                 GM_TAKES(GM_OPTION_NOTES) | GM_TAKES(GM_OPTION_PARTS) |
                 GM_TAKES(GM_OPTION_PLOT) | GM_TAKES(GM_OPTION_SAMPLE),
         pages, gm_cmd_validate},
        {"measure", "KERNEL...", "what to launch on a real GPU, as a list for the program in measure/",
         "KERNEL as in predict. Writes the launch list of every combination of\n"
         "parameters, and beside -o FILE the PTX that is launched. A descriptor is\n"
         "launched as its CUDA source says; where a macro has another value than there,\n"
         "the list begins with the nvcc commands that compile it. The program in measure/\n"
         "needs a driver and nothing else; what it and a profiler bring back goes to\n"
         "import and validate.\n"
         "\n"
         "  gpumodel measure saxpy tiled_mm -D n=1024,2048 --device h200 -o runs/app.list\n"
         "  gpumodel measure app.ptx --entry copy --grid 4096 --block 256 --device h200 \\\n"
         "      --arg u64=1048576 --arg f32[1048576] --arg f32[1048576]:random -o app.list\n",
         1, -1, INPUTS | PTX | GM_TAKES(GM_OPTION_OUTPUT), NULL, gm_cmd_measure},
        {"import", "FILE...", "what a profiler measured, as a file of runs for validate",
         "FILE is the CSV of Nsight Compute (ncu --csv, with --page raw or details; with\n"
         "--print-units base no digit is lost), or a runs file (.xml) whose runs it adds\n"
         "to. With --launches, the list that was launched (measure/list.h), each row of\n"
         "the CSV is one of its launches; without, rows of one kernel, grid and block are\n"
         "one run. Of several launches the median is kept, after a first one to warm up.\n"
         "Later files replace what earlier ones say.\n"
         "\n"
         "  ncu --csv --page raw --print-units base --log-file ncu.csv ./app\n"
         "  gpumodel import ncu.csv --device h200 --driver 580.159 -o runs.xml\n"
         "  gpumodel import a.csv b.csv --launches app.list --device h200 -o runs.xml\n",
         1, -1,
         GM_TAKES(GM_OPTION_OUTPUT) | GM_TAKES(GM_OPTION_DEVICE) | GM_TAKES(GM_OPTION_CACHE) |
                 GM_TAKES(GM_OPTION_LAUNCHES) | GM_TAKES(GM_OPTION_TITLE) |
                 GM_TAKES(GM_OPTION_SOURCE) | GM_TAKES(GM_OPTION_DRIVER) |
                 GM_TAKES(GM_OPTION_DATE),
         NULL, gm_cmd_import},
        {"help", "[COMMAND]", "what a command does and takes", "", 0, 1, 0, NULL, gm_cmd_help},
};

const int gm_commands_count = sizeof gm_commands / sizeof *gm_commands;

const gm_command *
gm_command_find(const char *name)
{
	for (int i = 0; i < gm_commands_count; i++)
		if (strcmp(gm_commands[i].name, name) == 0)
			return &gm_commands[i];
	return NULL;
}

static gm_status
unknown_command(const char *name, gm_error *err)
{
	const char *names[64];
	for (int i = 0; i < gm_commands_count; i++)
		names[i] = gm_commands[i].name;
	const char *nearest = gm_text_nearest(name, names, (size_t)gm_commands_count);
	return gm_fail(err, GM_USAGE, "unknown command '%s'%s%s%s; see 'gpumodel help'", name,
	               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

gm_status
gm_cmd_help(gm_cli *cli)
{
	gm_text out = {0};
	gm_status status = GM_OK;
	if (cli->given.positional_count == 0) {
		gm_help_program(&out);
	} else {
		const gm_command *command = gm_command_find(cli->given.positional[0]);
		if (command)
			gm_help_command(&out, command);
		else
			status = unknown_command(cli->given.positional[0], &cli->err);
	}
	if (status == GM_OK)
		status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}
