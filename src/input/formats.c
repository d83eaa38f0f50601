#include "input/formats.h"

const struct format *const formats[] = {
#define FORMAT(name) &name##_format,
#include "input/formats.def"
#undef FORMAT
};

size_t formats_count(void)
{
	return sizeof formats / sizeof *formats;
}

const struct format *formats_find(const char *name)
{
	for (size_t i = 0; i < formats_count(); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

const char *formats_lack(const struct format *f)
{
	return f->library && !f->library->version ? f->library->name : NULL;
}

const struct format *formats_detect(struct text head)
{
	const struct format *best = NULL;
	unsigned sure = 0;

	for (size_t i = 0; i < formats_count(); i++) {
		unsigned now = formats[i]->probe(head);

		if (now > sure) {
			sure = now;
			best = formats[i];
		}
	}
	return best;
}
