/*
 * <details><summary>Every number...</summary>
 * <details class="gm-section" id="k0-launch">...</details>
 * <p>2. What a thread does: as on <a href="#k0-thread">NVIDIA H100</a></p>
 *
 * Sections are those of report/explain.h. What a kernel does is often the same on two cards: such a
 * section is written once, and the others point there.
 */
#include "report/dossier.h"
#include "report/explain.h"
#include "report/svg.h"

static void
write_section(gm_text *out, gm_dossier_page *page, const gm_derivation *d, int index)
{
	const char *name = d->sections[index].name;
	gm_text section = {0};
	gm_report_derivation_section_html(&section, d, index);
	const int before = gm_dossier_share(&page->sections, &section, page->count);
	if (before < 0) {
		gm_text_print(out, "<div id=\"k%d-%s\">\n%s</div>\n", page->count, name,
			      page->sections.items[page->sections.count - 1].bytes);
	} else {
		gm_text_print(out, "<p class=\"again\">%d. ", index + 1);
		gm_svg_escape(out, d->sections[index].title);
		gm_text_print(out, ": <a href=\"#k%d-%s\">the same as above</a></p>\n",
			      page->sections.owners[before], name);
	}
	gm_text_dispose(&section);
}

void
gm_dossier_write_derivation(gm_text *out, gm_dossier_page *page, const gm_dossier *dossier)
{
	gm_dossier_begin_section(out, "Derivation");
	gm_text_append(out, "<details class=\"derivation\"><summary>Every number: formula, values, "
			    "answer</summary>\n");
	for (int i = 0; i < dossier->derivation.sections_count; i++)
		write_section(out, page, &dossier->derivation, i);
	gm_text_append(out, "</details>\n</section>\n");
}
