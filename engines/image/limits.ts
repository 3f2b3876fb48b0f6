/** Maximum number of pixels in one picture of an input or a result: each takes 3 bytes and more in memory. */
export const MAX_PIXELS = 100_000_000;

/** Maximum number of pages or frames of one input. */
export const MAX_PAGES = 1000;

/** Maximum number of pixels in all frames of an animation: they are in memory at once. */
export const MAX_ANIMATION_PIXELS = 400_000_000;

/** CSS pixels per inch, the unit of an SVG. */
export const CSS_DENSITY = 96;
