/*
 * Private to the two files of input/xml.h: a gm_xml_node is libxml2's xmlNode under a name of ours,
 * so that no other file sees libxml2.
 */
#ifndef GM_INPUT_XML_NODE_H
#define GM_INPUT_XML_NODE_H

#include "input/xml.h"

#include <libxml/tree.h>

static inline const xmlNode *
raw(const gm_xml_node *node)
{
	return (const xmlNode *)(const void *)node;
}

static inline const gm_xml_node *
wrapped(const xmlNode *node)
{
	return (const gm_xml_node *)(const void *)node;
}

#endif
