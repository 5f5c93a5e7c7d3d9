/*
 * Notes for the accuracy report: reports/notes.xml -> gm_notes.
 *
 *     <notes schema="1" title="Accuracy">
 *       <paragraph text="How far predictions lie from runs on real GPUs ..."/>
 *       <published system="GCoM 2022" error="10.0 %" needs="a trace from a GPU" source="..."/>
 *       <story kernel="column_sums" text="What the model misses ..."/>
 *       <first runs="h200_ninth.xml" cold_mean="10.2 %" cold_median="6.1 %" cold_beyond_2="2"
 *              warm_mean="9.4 %" warm_median="5.7 %" warm_beyond_2="1"/>
 *     </notes>
 *
 * Any order; one story for a kernel, one first prediction for a file.
 */
#ifndef GM_INPUT_NOTES_FILE_H
#define GM_INPUT_NOTES_FILE_H

#include "base/error.h"
#include "kernel/notes.h"

/* Errors carry file and line: those of input/xml.h, and GM_BAD_VALUE for a second one. */
gm_status gm_notes_load(const char *path, gm_notes **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_notes_load_text(const char *text, const char *name, gm_notes **out, gm_error *err);

#endif
