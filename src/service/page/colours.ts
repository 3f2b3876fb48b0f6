/* Colours of the page made of one of the operator's, so that all texts stay readable: contrast by WCAG 2.2, 1.4.3. */

/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** Contrast of text; a little more than is needed, because colours are rounded. */
const READABLE = 4.6;
/** What such text stands on: the least light surface of the light theme, and the lightest of the dark one (web/shell/base.css). */
const LIGHT: Colour = [236, 240, 242];
const DARK: Colour = [36, 45, 50];
/** Part of the colour in backgrounds. */
const SOFT = { light: 0.1, dark: 0.2 };

const parse = (hex: string): Colour => {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
};

const format = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param part of the second colour, 0 to 1 */
const mix = ([r, g, b]: Colour, [x, y, z]: Colour, part: number): Colour => [
  r + (x - r) * part,
  g + (y - g) * part,
  b + (z - b) * part,
];

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on the colour. */
const textOn = (colour: Colour): Colour => (contrast(colour, BLACK) > contrast(colour, WHITE) ? BLACK : WHITE);

/** The colour itself or, step by step nearer to black or white, the first one that is readable on all backgrounds. */
function readable(colour: Colour, towards: Colour, backgrounds: readonly Colour[]): Colour {
  for (let part = 0; part < 1; part += 0.02) {
    const tried = mix(colour, towards, part);
    if (backgrounds.every((background) => contrast(tried, background) >= READABLE)) return tried;
  }
  return towards;
}

const pair = (light: Colour, dark: Colour) => `light-dark(${format(light)}, ${format(dark)})`;

/**
 * Returns the style sheet that gives the page the colour. Main buttons have it as it is; texts and frames have the nearest readable one.
 * @param hex `#rrggbb`
 */
export function coloursOf(hex: string): string {
  const colour = parse(hex);
  const soft = { light: mix(WHITE, colour, SOFT.light), dark: mix(DARK, colour, SOFT.dark) };
  const light = readable(colour, BLACK, [LIGHT, soft.light]);
  const dark = readable(colour, WHITE, [DARK, soft.dark]);
  const text = textOn(colour);
  // Away from its text, so that this stays readable.
  const hovered = mix(colour, text === BLACK ? WHITE : BLACK, 0.18);
  return `:root {
  --accent: ${pair(light, dark)};
  --accent-strong: ${pair(mix(light, BLACK, 0.25), mix(dark, WHITE, 0.25))};
  --on-accent: ${pair(textOn(light), textOn(dark))};
  --accent-soft: ${pair(soft.light, soft.dark)};
}
.primary {
  background: ${pair(colour, dark)};
  color: ${pair(text, textOn(dark))};
}
.primary:hover {
  background: ${pair(hovered, mix(dark, WHITE, 0.25))};
}
`;
}
