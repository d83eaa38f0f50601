#include "profile/code.h"

#include "base/append.h"
#include "base/mem.h"
#include "profile/profile.h"

struct code *code_new(struct error *err)
{
	struct code *c = mem_array(1, sizeof *c, "instructions", err);
	uint32_t none;

	if (!c)
		return NULL;
	c->texts = intern_new(err);
	if (c->texts && code_add_site(c, 0, CODE_NOWHERE, &none, err))
		return c;
	code_free(c);
	return NULL;
}

void code_free(struct code *c)
{
	if (!c)
		return;
	intern_free(c->texts);
	mem_free(c->functions);
	mem_free(c->sites);
	mem_free(c->instructions);
	mem_free(c);
}

bool code_add_function(struct code *c, const struct code_function *f, uint32_t *id,
		       struct error *err)
{
	*id = (uint32_t)c->function_count;
	return APPEND(c->functions, c->function_count, c->functions_room, "functions",
		      err, *f);
}

bool code_add_site(struct code *c, uint32_t function, uint64_t address, uint32_t *id,
		   struct error *err)
{
	*id = (uint32_t)c->site_count;
	if (*id != c->site_count)
		return error_set(err, ERROR_LIMIT, "too many different addresses");
	return APPEND(c->sites, c->site_count, c->sites_room, "addresses", err,
		      (struct code_site){address, function});
}

bool code_add_instruction(struct code *c, const struct instruction *i, struct error *err)
{
	return APPEND(c->instructions, c->instruction_count, c->instructions_room,
		      "instructions", err, *i);
}

void code_reading_take(struct code_reading *r, struct profile *p)
{
	*r = (struct code_reading){(struct code *)p->code, (uint32_t *)p->samples.site};
	p->code = NULL;
	p->samples.site = NULL;
}

void code_reading_release(struct code_reading *r)
{
	code_free(r->code);
	mem_free(r->site);
	*r = (struct code_reading){NULL, NULL};
}
