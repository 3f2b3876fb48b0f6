/** The colours that HTML 4, CSS 1, TTML and WebVTT name. */
// biome-ignore format: a table
const NAMES: Readonly<Record<string, string>> = {
  aqua: '#00ffff', black: '#000000', blue: '#0000ff', cyan: '#00ffff', fuchsia: '#ff00ff', gray: '#808080', green: '#008000',
  grey: '#808080', lime: '#00ff00', magenta: '#ff00ff', maroon: '#800000', navy: '#000080', olive: '#808000', orange: '#ffa500',
  purple: '#800080', red: '#ff0000', silver: '#c0c0c0', teal: '#008080', white: '#ffffff', yellow: '#ffff00',
};

/** Returns `#rrggbb` for a colour as CSS and TTML write it: a name, `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`; undefined for others. */
export function colorOf(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  if (Object.hasOwn(NAMES, value)) return NAMES[value];
  // SubRip files often lack the number sign.
  const hex = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(value)?.[1];
  if (hex !== undefined) return `#${hex}`;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const parts = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^)]{0,8})?\)$/.exec(value)?.slice(1, 4);
  return parts === undefined ? undefined : `#${parts.map((part) => hexByte(Math.min(255, Number(part)))).join('')}`;
}

/** Returns `#rrggbb` for a number whose lowest byte is red, as ass and MicroDVD write colours. */
export const colorOfBgr = (bgr: number): string =>
  `#${[bgr & 255, (bgr >> 8) & 255, (bgr >> 16) & 255].map(hexByte).join('')}`;

/** Returns the same number as `BBGGRR`. */
export const bgrOf = (color: string): string =>
  `${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}`.toUpperCase();

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');
