import { readFileSync } from 'node:fs';
import type { ValuesOf } from '../../settings/read.ts';
import type { SERVICE } from '../../settings/schema.ts';

/** The operator's name, logo and colour of the page. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb`. Null for the page's own. */
  readonly colour: string | null;
  /** Null for the page's own. */
  readonly logo: Logo | null;
}

export interface Logo {
  readonly content: Buffer;
  readonly type: 'svg' | 'png';
  /** As in a web manifest: `any`, or width and height in pixels, `512x512`. */
  readonly sizes: string;
}

const MOST_BYTES = 256 * 1024;

/** Throws Error that says what is wrong with the file of PAGE_LOGO. */
export const readBrand = ({
  PAGE_NAME: name,
  PAGE_COLOR: colour,
  PAGE_LOGO: path,
}: Pick<ValuesOf<typeof SERVICE>, 'PAGE_NAME' | 'PAGE_COLOR' | 'PAGE_LOGO'>): Brand => ({
  name,
  colour,
  logo: path === null ? null : parseLogo(path, readLogo(path)),
});

function readLogo(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw problem(path, `cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
}

/** Exported for tests. @param path for messages */
export function parseLogo(path: string, content: Buffer): Logo {
  if (content.length > MOST_BYTES) {
    throw problem(path, `has ${content.length} bytes; a logo may have at most ${MOST_BYTES}`);
  }
  const sizes = pngSizes(content);
  if (sizes !== null) return { content, type: 'png', sizes };
  if (isSvg(content)) return { content, type: 'svg', sizes: 'any' };
  throw problem(path, 'is neither an SVG nor a PNG file');
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Width and height are at the beginning of the first chunk, IHDR. */
function pngSizes(content: Buffer): string | null {
  const isPng = content.length >= 33 && content.subarray(0, 8).equals(PNG_SIGNATURE);
  if (!isPng || content.toString('latin1', 12, 16) !== 'IHDR') return null;
  return `${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`;
}

/** Whether the first element is `svg`, after what XML allows before it, and the last one closes it. */
const isSvg = (content: Buffer): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<svg[\s>]/.test(
    content.toString('utf8'),
  ) && /<\/svg>\s*(?:<!--[\s\S]*?-->\s*)*$/.test(content.toString('utf8'));

const problem = (path: string, what: string, cause?: unknown) =>
  new Error(`PAGE_LOGO names ${path}, which ${what}`, { cause });
