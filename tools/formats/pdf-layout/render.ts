import type { Box } from '../pdf-text/reading/page.ts';
import type { Item } from '../pdf-text/tables/graphics/items.ts';
import { markupOf, referencesOf, type SvgPage } from '../pdf-text/tables/graphics/svg.ts';

/** A picture file. */
export interface Rendered {
  readonly bytes: Uint8Array;
  readonly extension: 'png' | 'jpg';
}

/** Pixels per point for line drawings: 200 per inch. */
const DRAWN = 200 / 72;
/** Largest number of pixels of one picture. */
const MAX_PIXELS = 24e6;

/**
 * Draws the items, in their order, as one picture that shows `box` and is transparent where nothing is drawn. A single upright JPEG is kept
 * unchanged. Null if it could not be drawn, or there is nothing to see.
 */
export async function renderItems(items: readonly Item[], box: Box, page: SvgPage): Promise<Rendered | null> {
  const [only] = items;
  if (items.length === 1 && only !== undefined) {
    const own = ownBytes(only, box, page);
    if (own !== null) return own;
  }
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  if (!(width > 0 && height > 0)) return null;
  const fit = Math.sqrt(MAX_PIXELS / (width * height));
  const scale = Math.min(fit, Math.max(DRAWN, ...items.map((item) => pixelsAPoint(item))));
  const { default: sharp } = await import('sharp');
  try {
    const svg = Buffer.from(svgOf(items, { ...box, scale }, page));
    const bytes = await sharp(svg, { unlimited: true, limitInputPixels: 2 * MAX_PIXELS })
      .png()
      .toBuffer();
    return { bytes, extension: 'png' };
  } catch {
    return null;
  }
}

/** Returns the resolution of a bitmap in pixels per point, up to 300 per inch. */
function pixelsAPoint({ image }: Item): number {
  if (image === null) return 0;
  const [a, b] = image.matrix;
  return Math.min(300 / 72, 1 / Math.max(1e-6, Math.hypot(a, b)));
}

function ownBytes({ image, ...shown }: Item, box: Box, page: SvgPage): Rendered | null {
  if (image === null || !image.isPlain) return null;
  const [a, b, c, d] = image.matrix;
  if (Math.abs(b) > 1e-3 || Math.abs(c) > 1e-3 || a <= 0 || d <= 0) return null;
  const { attributes } = page.defs.get(image.id) ?? { attributes: {} as Record<string, string> };
  const isWhole = (w: number, whole: number): boolean => Math.abs(w - whole) < 1;
  const [width, height] = [Number(attributes.width ?? 0) * a, Number(attributes.height ?? 0) * d];
  if (!isWhole(shown.x1 - shown.x0, width) || !isWhole(shown.y1 - shown.y0, height)) return null;
  if (!isWhole(box.x1 - box.x0, width) || !isWhole(box.y1 - box.y0, height)) return null;
  const [, kind, base64] = /^data:image\/(png|jpe?g);base64,(.*)$/s.exec(attributes['xlink:href'] ?? '') ?? [];
  if (base64 === undefined) return null;
  return { bytes: Buffer.from(base64, 'base64'), extension: kind === 'png' ? 'png' : 'jpg' };
}

const NOTHING = { name: 'g', attributes: {}, children: [], order: 0 };

function svgOf(items: readonly Item[], { x0, y0, x1, y1, scale }: Box & { scale: number }, page: SvgPage): string {
  const needed = new Set<string>();
  const add = (id: string): void => {
    const element = page.defs.get(id);
    if (element === undefined || needed.has(id)) return;
    needed.add(id);
    for (const reference of referencesOf(element)) add(reference);
  };
  for (const item of items) for (const id of item.references) add(id);
  // Definitions within another one come with it; including them twice does no harm.
  const defs = [...needed].map((id) => markupOf(page.defs.get(id) ?? NOTHING));
  const [w, h] = [Math.max(1, Math.ceil((x1 - x0) * scale)), Math.max(1, Math.ceil((y1 - y0) * scale))];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
    ` width="${w}" height="${h}" viewBox="${x0} ${y0} ${x1 - x0} ${y1 - y0}" preserveAspectRatio="none">`,
    `<defs>${defs.join('')}</defs>${items.map(({ markup }) => markup).join('')}</svg>`,
  ].join('');
}
