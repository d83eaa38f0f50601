/* facts.h - the page about the recording: its contents, its losses, its header. */

#ifndef WORKSPACE_FACTS_H
#define WORKSPACE_FACTS_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

bool facts_fill(const struct open_profile *o, struct page_view *page, struct error *err);

/* Update the page if it is this one; it stays scrolled where it is. */
bool facts_renew(const struct open_profile *o, struct page_view *page, struct error *err);

#endif
