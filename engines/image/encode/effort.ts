// Converts the option `effort`, 1 to 9, to the scale of each encoder.

/** Returns the method of libwebp, 0 to 6. */
export const webpEffort = (effort: number): number => Math.round(((effort - 1) * 6) / 8);

/** Returns the effort of cgif and libimagequant, 1 to 10. */
export const gifEffort = (effort: number): number => Math.round(1 + ((effort - 1) * 9) / 8);

const X265_PRESETS = [
  ...['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
] as const;

/** Returns the preset of x265. */
export const x265Preset = (effort: number): string => X265_PRESETS[effort - 1] ?? 'slow';
