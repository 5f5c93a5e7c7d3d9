/*
 * A device file: devices/<name>.xml -> gm_device, loaded, checked and validated in one go.
 *
 *     <device name="h100" schema="1" title="NVIDIA H100 SXM5 80GB" vendor="nvidia"
 *             architecture="Hopper" compute_capability="9.0" doc="...">
 *       <alias name="h100"/>
 *       <source id="guide" title="..." url="..." read="2026-11-21"/>
 *       <rules coalescing="sectors_32" banks="banks_32" source="guide" where="..."/>
 *       <carveouts values="0 8 16 32" unit="KiB" source="guide" where="..."/>
 *       <number name="sm_count" value="132" unit="" source="guide" where="..." note="..."/>
 *       <unknown name="latency_l2_far" reason="no published measurement found"/>
 *     </device>
 *
 * The elements stand in this order. Every row of GM_FACT_LIST is stated exactly once, as a number
 * or as unknown with its reason; scope="capability" on <device> lets the CARD rows be left out. The
 * file is called name.xml. A source with measured="yes" is a run rather than a document.
 * vendor="amd" needs no compute_capability and has 0.0. schemas/device.xsd says the same to an
 * editor.
 */
#ifndef GM_INPUT_DEVICE_FILE_H
#define GM_INPUT_DEVICE_FILE_H

#include "device/device.h"

/* Errors carry file and line: GM_BAD_FILE, GM_BAD_SYNTAX, GM_TOO_LARGE, GM_UNKNOWN_NAME,
   GM_BAD_UNIT, GM_BAD_VALUE. All missing rows are named in one message. */
gm_status gm_device_load(const char *path, gm_device **out, gm_error *err);

#endif
