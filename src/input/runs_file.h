/*
 * A file of measured runs: reports/runs/<name>.xml -> gm_runs.
 *
 *     <runs schema="1" title="Validation on an H200" launches="h200.list">
 *       <source id="h200-2026-11-21" title="..." url="" read="2026-11-21"/>
 *       <table id="counts">
 *         <column metric="smsp__inst_executed.sum" unit="count"/>
 *         <column metric="dram__bytes_read.sum" unit="byte"/>
 *       </table>
 *       <run kernel="tiled_mm" device="h200" set="validation" cache="cold"
 *            source="h200-2026-11-21" where="..." note="" group="matrix product"
 *            launch="tiled_mm-3">
 *         <parameter name="n" value="1024"/>
 *         <measured metric="gpu__time_duration.sum" value="1.23e-4" unit="s" spread="0.02"/>
 *         <row table="counts" values="2113536 8388608~0.01"/>
 *       </run>
 *     </runs>
 *
 * Sources and tables stand before runs, parameters before what was measured. A row is one
 * <measured> for each column of its table, in their order: "VALUE" or "VALUE~SPREAD". cache (cold), note, group (other),
 * launch and spread (0, a ratio below 1) may be left out. A launch is one of the list that `launches`
 * names, beside the file; where there is no list, grid="4096 1 1" and block="256 1 1" say what was
 * launched, so that nothing else is compared. kernel="first second" is two kernels launched
 * one after the other and measured together. A unit is one of s, byte, count, %, ratio, cycle,
 * byte/s and flop/s, or one of base/quantity.h of the same dimension (us, KiB, GB/s, GFLOP/s);
 * values are kept in the former. Kernels, devices and metrics are names here: whether they exist
 * shows when they are used. schemas/runs.xsd says the same to an editor.
 */
#ifndef GM_INPUT_RUNS_FILE_H
#define GM_INPUT_RUNS_FILE_H

#include "base/error.h"
#include "kernel/runs.h"

/* Errors carry file and line: GM_BAD_FILE, GM_BAD_SYNTAX, GM_TOO_LARGE, GM_UNKNOWN_NAME,
   GM_BAD_UNIT, GM_BAD_VALUE. */
gm_status gm_runs_load(const char *path, gm_runs **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_runs_load_text(const char *text, const char *name, gm_runs **out, gm_error *err);

#endif
