import { Resvg } from '@resvg/resvg-js';
import type { Pixels } from '../picture.ts';
import { type Fonts, mayHaveText, NO_FONTS, withFamilies } from './fonts.ts';

/** Settings of resvg for hard edges and letters. */
const HARD_EDGES = { shapeRendering: 1, textRendering: 0 } as const;

/**
 * Renders an SVG in UTF-8 whose root has a size in pixels, with resvg, which supports more of SVG than librsvg. It may crash the process on
 * a drawing that is made to exhaust its stack. Throws Error if it cannot read it.
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

/** Converts resvg's colours from premultiplied to plain alpha. */
function unpremultiply(rgba: Buffer): void {
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at] ?? 0;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at - 3; channel < at; channel += 1) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
}
