/*
 * Notes for the accuracy report: reports/notes.xml -> gm_notes.
 *
 *     <notes schema="1" title="Accuracy">
 *       <paragraph text="How far predictions lie from runs on real GPUs ..."/>
 *       <published system="GCoM 2022" error="10.0 %" needs="a trace from a GPU" source="..."/>
 *       <story kernel="column_sums" text="What the model misses ..."/>
 *     </notes>
 *
 * Any order; one story for a kernel.
 */
#ifndef GM_INPUT_NOTES_FILE_H
#define GM_INPUT_NOTES_FILE_H

#include "base/error.h"
#include "kernel/notes.h"

/* Errors carry file and line: those of input/xml.h, and GM_BAD_VALUE for a second story. */
gm_status gm_notes_load(const char *path, gm_notes **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_notes_load_text(const char *text, const char *name, gm_notes **out, gm_error *err);

#endif
