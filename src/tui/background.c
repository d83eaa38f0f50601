#include "tui/background.h"

#include <string.h>

#include "base/number.h"

/* The perceived lightness, up to 255. */
static unsigned lightness(const uint8_t rgb[3])
{
	return (299U * rgb[0] + 587U * rgb[1] + 114U * rgb[2]) / 1000;
}

/*
 * For COLORFGBG of rxvt and konsole: "15;0", "0;default;15". The last number is the background
 * among 16 colours; white is light, and so are the bright colours except dark grey.
 */
static bool is_light_number(const char *colorfgbg)
{
	const char *last = strrchr(colorfgbg, ';');
	uint64_t n;

	return last && number_u64(text_of(last + 1), &n) && n <= 15 && n >= 7 && n != 8;
}

bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg)
{
	if (wish != BACKGROUND_AUTO)
		return wish == BACKGROUND_LIGHT;
	if (facts && facts->has_background)
		return lightness(facts->background) >= 128;
	return colorfgbg && is_light_number(colorfgbg);
}
