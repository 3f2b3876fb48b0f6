import { Resvg } from '@resvg/resvg-js';
import type { Pixels } from '../picture.ts';
import { type Fonts, mayHaveText, NO_FONTS, withFamilies } from './fonts.ts';

/** How resvg is told to leave edges hard, and letters unshaped. */
const HARD_EDGES = { shapeRendering: 1, textRendering: 0 } as const;

/**
 * Renders an SVG of UTF-8 whose root has a size in pixels, by resvg, which draws more of SVG right than librsvg. It may end the process on
 * one that is made to exhaust its stack. Throws Error where it cannot read it.
 */
export function renderSvg(svg: string, fonts: Fonts, antialias: boolean): Pixels {
  const hasText = mayHaveText(svg);
  const { folders, system, families } = hasText ? fonts : NO_FONTS;
  const font = { fontDirs: [...folders], loadSystemFonts: system, defaultFontFamily: families.serif };
  const resvg = new Resvg(hasText ? withFamilies(svg, fonts) : svg, { font, ...(!antialias && HARD_EDGES) });
  const { pixels: data, width, height } = resvg.render();
  unpremultiply(data);
  return { data, width, height, channels: 4 };
}

/** resvg's colours are those over black; here they are as without transparency. */
function unpremultiply(rgba: Buffer): void {
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at] ?? 0;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at - 3; channel < at; channel += 1) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
}
