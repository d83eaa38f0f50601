/* facts.h - the page about the recording: what is in it, what is missing, who made it. */

#ifndef WORKSPACE_FACTS_H
#define WORKSPACE_FACTS_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

bool facts_fill(const struct open_profile *o, struct page_view *page, struct error *err);

/* More is known now: if this is the page shown, say it where the reader is. */
bool facts_renew(const struct open_profile *o, struct page_view *page, struct error *err);

#endif
