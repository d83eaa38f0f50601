#include "cli/sandbox.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/output.h"
#include "cli/query_options.h"
#include "input/cache_key.h"
#include "profile/store.h"

#define MEBIBYTE UINT64_C(1048576)

#define USUAL_LEAST (256 * MEBIBYTE)
#define USUAL_MOST  (8192 * MEBIBYTE)

/* Memory outside the budget: libraries, stacks of threads (8 MiB each), fragmentation. */
#define BESIDE (512 * MEBIBYTE)

/*
 * Temporary files, one for each file read at the same time; on the screen several may be, see
 * session/loader.
 */
#define SCRATCH_SCREEN 4

/* The only directory where files may be written; -1: none, or none needed. */
static int cache_place(const struct options *o, enum taker taker)
{
	const struct cache *cache = o->settings.reading.cache;
	bool likely = taker == TAKER_CACHE || cache_key_is_likely(o->file) ||
		      cache_key_is_likely(o->baseline_file);

	for (uint32_t i = 0; !likely && i < o->together.count; i++)
		likely = cache_key_is_likely(o->together.list[i].path);
	for (uint32_t i = 0; !likely && i < o->baselines.count; i++)
		likely = cache_key_is_likely(o->baselines.list[i].path);
	if (!cache || !likely)
		return -1;
	return cache_place_open(cache);
}

/*
 * The screen may save files only with the endings of its formats: others may have a meaning on the
 * host.
 */
static bool may_save(const char *path, struct error *err)
{
	char endings[EXPORT_WORDS_MAX];

	return export_names_file(text_basename(text_of(path))) ||
	       error_set(err, ERROR_USAGE,
			 "on the screen, the name of a saved file must end in one of %s; "
			 "export -o takes any name",
			 export_endings(endings));
}

/* In live mode, recordings may be saved too. */
static bool may_save_live(const char *path, struct error *err)
{
	char endings[EXPORT_WORDS_MAX];

	return text_ends(text_basename(text_of(path)), TEXT(".data")) ||
	       export_names_file(text_basename(text_of(path))) ||
	       error_set(err, ERROR_USAGE,
			 "the name of a saved file must end in one of .data, %s",
			 export_endings(endings));
}

/*
 * Other programs use some of these endings too: an existing file must begin like one of our files.
 */
static bool may_replace(const char *path, struct text head)
{
	struct text name = text_basename(text_of(path));

	if (text_ends(name, TEXT(".data")))
		return !head.len || text_starts(head, TEXT("PERFILE2"));
	if (text_ends(name, TEXT(".flare")))
		return !head.len || store_recognise(head);
	return export_may_replace(path, head);
}

/* Only the appearance may be saved; the user's own words come from the command line of config. */
static bool keep_look(const void *keeps, const char *lines, struct error *err)
{
	return saved_choices_save(keeps, lines, true, err);
}

static bool keep_any(const void *keeps, const char *lines, struct error *err)
{
	return saved_choices_save(keeps, lines, false, err);
}

static bool start_helper(struct sandbox *s, const struct options *o, enum taker taker,
			 bool has_screen, struct error *err)
{
	bool is_own = reading_is_plugin(&o->settings.reading) && o->file;
	bool is_piped =
	    o->file && (strcmp(o->file, "-") == 0 ||
			(o->baseline_file && strcmp(o->baseline_file, "-") == 0));
	struct helper_duties duties = {
	    .output = s->output ? outfile_placement(s->output) : NULL,
	    .output_path = o->output,
	    .may_save = !has_screen		   ? NULL
			: o->settings.reading.live ? may_save_live
						   : may_save,
	    .may_replace = may_replace,
	    .moments = o->moments,
	    .read = is_own ? plugin_process_serve : NULL,
	    .arg = &s->named,
	    .keep = has_screen ? keep_look
		    : o->keep  ? keep_any
			       : NULL,
	    .keeps = &o->kept,
	    .opens = taker != TAKER_CACHE && o->settings.reading.symbols && o->file,
	    .kernel = (has_screen || taker == TAKER_ANNOTATE) &&
			      o->settings.reading.symbols && o->file
			  ? "/proc"
			  : NULL,
	    .reads_input = is_own && is_piped,
	};

	s->named = (struct plugin_named){o->settings.reading.format,
					 {o->file, o->baseline_file}};
	if (!duties.output && !duties.may_save && !duties.moments && !duties.read &&
	    !duties.opens && !duties.keep)
		return true;
	if (!helper_start(&s->helper, &duties, err))
		return false;
	if (duties.output)
		outfile_entrust(s->output, &s->helper);
	return true;
}

bool sandbox_enter(struct sandbox *s, struct options *o, enum taker taker,
		   struct error *err)
{
	bool has_screen = taker == TAKER_OPEN && output_is_screen(o);
	bool draws_screen =
	    has_screen || (taker == TAKER_OPEN && o->format == OUTPUT_SCREEN_SVG);
	int place;

	*s = (struct sandbox){0};
	o->sandbox = s;
	if (o->output && o->file) {
		s->output = outfile_open(o->output, o->force, err);
		if (!s->output)
			return false;
	}
	if (!query_options_begin(o, taker, &s->query_process, err))
		return false;
	if (o->no_sandbox)
		return true;
	if (!start_helper(s, o, taker, has_screen, err))
		return false;
	scratch_open(&s->scratch, draws_screen ? SCRATCH_SCREEN : 1);
	o->settings.reading.helper = &s->helper;
	o->settings.reading.scratch = &s->scratch;
	place = cache_place(o, taker);
	confinement_enter(&s->confinement, place);
	if (place >= 0)
		close(place);
	return true;
}

struct outfile *sandbox_take_output(const struct options *o)
{
	struct outfile *output = o->sandbox->output;

	o->sandbox->output = NULL;
	return output;
}

bool sandbox_keep(const struct options *o, const char *lines, struct error *err)
{
	if (helper_is_there(o->settings.reading.helper))
		return helper_keep(o->settings.reading.helper, lines, err);
	return saved_choices_save(&o->kept, lines, o->file != NULL, err);
}

void sandbox_leave(struct sandbox *s)
{
	outfile_abandon(s->output);
	s->output = NULL;
	helper_end(&s->helper);
	query_process_end(&s->query_process);
}

/* ---- priority and memory ---- */

#define LOWEST 19

/* From linux/ioprio.h, which is newer than some supported kernels. */
#define IOPRIO_WHO_PROCESS 1
#define IOPRIO_IDLE	   (3L << 13) /* the class */

void priority_lower(void)
{
	(void)setpriority(PRIO_PROCESS, 0, LOWEST);
#ifdef SYS_ioprio_set
	(void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_IDLE);
#endif
}

static uint64_t usual_memory(void)
{
	uint64_t half = mem_available("") / 2;

	return half < USUAL_LEAST ? USUAL_LEAST : half > USUAL_MOST ? USUAL_MOST : half;
}

/* Sanitizers need many times the memory of the program. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void limit_data(uint64_t bytes)
{
	(void)bytes;
}
#else
static void limit_data(uint64_t bytes)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_DATA, &l) != 0 || l.rlim_cur <= bytes)
		return;
	l.rlim_cur = (rlim_t)bytes;
	(void)setrlimit(RLIMIT_DATA,
			&l); /* a second safeguard, so a failure is harmless */
}
#endif

void sandbox_limit_memory(uint64_t bytes)
{
	if (!bytes)
		bytes = usual_memory();
	if (bytes > SIZE_MAX / 2) /* practically unlimited */
		bytes = SIZE_MAX / 2;
	mem_set_budget((size_t)bytes);
	limit_data(bytes + bytes / 8 + BESIDE);
}
