/*
 * Independent pieces of work on all processors. Which thread does which piece is not said: a piece
 * writes only what belongs to it, so that the result is the same with one thread and with many.
 */
#ifndef GM_CLI_WORKERS_H
#define GM_CLI_WORKERS_H

typedef void gm_work(void *state, int piece);

/* Calls `work(state, 0)` to `work(state, count - 1)`, each once; returns when all are done. */
void gm_workers_run(int count, gm_work *work, void *state);

#endif
