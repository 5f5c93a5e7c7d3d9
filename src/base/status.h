/*
 * Every way a call can end, once.
 *
 * One row gives the enumerator, what it means to a reader, and the exit code of the program:
 * 0 ok, 1 a check failed, 2 usage, 3 bad input, 4 the environment lacks something (a tool, memory,
 * a place to write).
 */
#ifndef GM_BASE_STATUS_H
#define GM_BASE_STATUS_H

/*        enumerator          exit  meaning */
#define GM_STATUS_LIST(X)                                                                          \
	X(GM_OK, 0, "success")                                                                     \
	X(GM_CHECK_FAILED, 1, "a check failed")                                                    \
	X(GM_INTERRUPTED, 1, "stopped before it was done")                                         \
	X(GM_USAGE, 2, "the command line is not understood")                                       \
	X(GM_BAD_FILE, 3, "a file cannot be read")                                                 \
	X(GM_BAD_SYNTAX, 3, "the input is malformed")                                              \
	X(GM_BAD_UNIT, 3, "a unit is missing or of the wrong kind")                                \
	X(GM_BAD_VALUE, 3, "a value is outside its range")                                         \
	X(GM_UNKNOWN_NAME, 3, "a name is not known")                                               \
	X(GM_OVERFLOW, 3, "an expression exceeds 64 bits")                                         \
	X(GM_DIVISION_BY_ZERO, 3, "an expression divides by zero")                                 \
	X(GM_OUT_OF_BOUNDS, 3, "an access lies outside its array")                                 \
	X(GM_TOO_LARGE, 3, "the input exceeds a stated limit")                                     \
	X(GM_NOT_MODELLED, 3, "the case is not modelled")                                          \
	X(GM_MISSING_TOOL, 4, "a tool that is needed is not installed")                            \
	X(GM_CANNOT_WRITE, 4, "an output cannot be written")

typedef enum gm_status {
#define X(id, exit_code, meaning) id,
	GM_STATUS_LIST(X)
#undef X
	        GM_STATUS_COUNT
} gm_status;

/* Static text; never NULL for a valid status. */
const char *gm_status_meaning(gm_status status);

/* 0 to 4, the program's exit code. */
int gm_status_exit_code(gm_status status);

#endif
