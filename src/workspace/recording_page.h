/* recording_page.h - the page about the recording: its contents, its losses, its header. */

#ifndef WORKSPACE_RECORDING_PAGE_H
#define WORKSPACE_RECORDING_PAGE_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

bool recording_page_fill(const struct open_profile *o, struct page_view *page,
			 struct error *err);

/* Update the page if it is this one; its scroll position stays. */
bool recording_page_renew(const struct open_profile *o, struct page_view *page,
			  struct error *err);

#endif
