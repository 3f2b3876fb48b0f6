import { rootStart } from '../../../src/files/formats/xml-prolog.ts';
import type { Size } from '../size.ts';

const ROOT = /<(?:[\w.-]+:)?svg(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/y;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Bytes from the start that are searched for the root. */
export const SEARCHED = 1024 * 1024;

const DECLARED = /^(<\?xml[^>]*?\sencoding\s*=\s*)("[\w.-]+"|'[\w.-]+')/;

/** Returns the SVG in UTF-8, decoded by its byte order mark or declaration; unchanged if the encoding is unknown. */
export function asUtf8(svg: Buffer): Buffer {
  const start = svg.toString('latin1', 0, SEARCHED);
  const marked = start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xfe\xff') ? 'utf-16be' : undefined;
  const encoding = marked ?? DECLARED.exec(start)?.[2]?.slice(1, -1) ?? 'utf-8';
  if (/^utf-?8$/i.test(encoding)) return svg;
  try {
    return Buffer.from(new TextDecoder(encoding).decode(svg).replace(DECLARED, '$1"UTF-8"'));
  } catch {
    return svg;
  }
}

/**
 * Returns the SVG with another size of its root, pixels; null if no root is found (an encoding incompatible with ASCII). The drawing is
 * scaled with it: a root without a viewBox gets one of its size `css`.
 * @param distorted whether it fills the size whatever its shape
 */
export function withSvgSize(svg: Buffer, css: Size, size: Size, distorted = false): Buffer | null {
  // One character per byte, so that the rest stays unchanged.
  const start = svg.toString('latin1', 0, SEARCHED);
  const from = rootStart(start);
  ROOT.lastIndex = from;
  const root = ROOT.exec(start)?.[0];
  if (root === undefined) return null;
  const changed = Buffer.from(resized(root, css, size, distorted), 'latin1');
  return Buffer.concat([svg.subarray(0, from), changed, svg.subarray(from + root.length)]);
}

function resized(root: string, css: Size, { width, height }: Size, distorted: boolean): string {
  let style = '';
  let hasViewBox = false;
  const kept = root.replace(ATTRIBUTE, (attribute, name: string, value: string) => {
    if (name === 'viewBox') hasViewBox = true;
    if (name === 'style') style = `${value.slice(1, -1).replaceAll('"', "'")};`;
    if (distorted && name === 'preserveAspectRatio') return '';
    return ['width', 'height', 'style'].includes(name) ? '' : attribute;
  });
  const viewBox = hasViewBox ? '' : ` viewBox="0 0 ${css.width} ${css.height}"`;
  const shape = distorted ? ' preserveAspectRatio="none"' : '';
  const sizes = ` width="${width}" height="${height}" style="${style}width:${width}px;height:${height}px"${viewBox}${shape}`;
  const end = kept.endsWith('/>') ? kept.length - 2 : kept.length - 1;
  return kept.slice(0, end) + sizes + kept.slice(end);
}
