#include "launch/launch.h"

#include "simt/lanes.h"

gm_status
gm_ptx_module_parse_entry(const char *text, size_t length, const char *file, const char *entry,
			  gm_ptx_module **out, gm_error *err)
{
	return gm_ptx_module_read(text, length, file, entry, gm_ptx_instruction_is_known, out, err);
}

gm_status
gm_ptx_module_parse(const char *text, size_t length, const char *file, gm_ptx_module **out, gm_error *err)
{
	return gm_ptx_module_parse_entry(text, length, file, NULL, out, err);
}
