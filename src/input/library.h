/*
 * Where the data files are: devices and kernel models by name.
 *
 * A folder of the library holds devices/<name>.xml and models/<name>.xml. They are searched in this
 * order, and the first that has a name wins:
 *   1. the shipped folder, the first that exists of
 *      - <folder of the program>/../share/gpumodel, so that an installed tree may be moved,
 *      - the same of the shared library's folder, or of the one above (lib/<machine>), for clients,
 *      - the source tree, when the program lies inside the build tree it was compiled in,
 *      - the data folder of the install prefix;
 *   2. each folder of the user's search path, GPUMODEL_PATH, separated by ':';
 *   3. the user's own folder: XDG_DATA_HOME/gpumodel, else HOME/.local/share/gpumodel.
 *
 * The library asks no environment: the caller fills gm_places. Finding one device opens its own
 * file; an alias costs a look at the first lines of the others. A broken file hinders only itself.
 */
#ifndef GM_INPUT_LIBRARY_H
#define GM_INPUT_LIBRARY_H

#include "device/device.h"

/* Any may be NULL. */
typedef struct gm_places {
	const char *executable;  /* path of the program; NULL asks /proc/self/exe */
	const char *shipped;     /* a folder that replaces rule 1, for tests */
	const char *search_path; /* GPUMODEL_PATH */
	const char *data_home;   /* XDG_DATA_HOME */
	const char *home;        /* HOME */
} gm_places;

typedef struct gm_library gm_library;

gm_library *gm_library_new(const gm_places *places);
void gm_library_free(gm_library *library); /* NULL accepted */

/* The folders that are searched, in order; borrowed. Folders that do not exist are not among them.
 */
int gm_library_folders(const gm_library *library, const char *const **out);

/* A device by its name, an alias (both in any case), or the path of a file: anything with a '/', or
   the name of an existing .xml file. GM_UNKNOWN_NAME offers up to three nearest, else lists all. */
gm_status gm_library_device(const gm_library *library, const char *name, gm_device **out,
			    gm_error *err);

/* The file of a kernel model by bare name ("tiled_mm" or "tiled_mm.xml"), path, or "-", which is
   the standard input. *out can be read as often as is wanted, lives as
   long as the library, and is the same each time. Threads may ask at once. */
gm_status gm_library_model_path(gm_library *library, const char *name, const char **out,
				gm_error *err);

/* One file. `problem` is "" or why its first lines cannot be read; title is then "". */
typedef struct gm_library_entry {
	const char *name;  /* the file without .xml */
	const char *title; /* the root's title, else its doc, else "" */
	const char *path;
	const char *const *aliases;
	int aliases_count;
	const char *problem;
} gm_library_entry;

/* All files of a kind, sorted by name, each name once. Owns its texts. */
typedef struct gm_library_list {
	gm_arena *arena;
	const gm_library_entry *entries;
	int count;
} gm_library_list;

void gm_library_list_devices(const gm_library *library, gm_library_list *out);
void gm_library_list_models(const gm_library *library, gm_library_list *out);
void gm_library_list_dispose(gm_library_list *list);

#endif
