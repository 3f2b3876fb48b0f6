/** Pixels of one picture, of an input and of a result: 3 bytes each and more in memory. */
export const MAX_PIXELS = 100_000_000;

/** Pages or frames of one input. */
export const MAX_PAGES = 1000;

/** Pixels of all frames of an animation together: they are in memory at once. */
export const MAX_ANIMATION_PIXELS = 400_000_000;

/** Dots an inch of a pixel of CSS, which is what an SVG is measured in. */
export const CSS_DENSITY = 96;
