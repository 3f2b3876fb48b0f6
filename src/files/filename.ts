/** Longest name on most file systems, bytes of UTF-8. */
export const MAX_FILENAME_BYTES = 255;

/** Leaves room for the suffix of equal names, such as `-123`. */
const DEFAULT_BYTES = MAX_FILENAME_BYTES - 15;

export interface FilenameOptions {
  /** Name to use if nothing is left; must be safe itself. Default `file`. */
  readonly fallback?: string;
  /** Longest result, bytes of UTF-8; default 240. */
  readonly maxBytes?: number;
}

/** Longest name that is processed, code units; the middle of a longer one is cut out first. */
const MAX_LOOKED_AT = 2000;

/** An extension longer than this is treated as a part of the name. */
const MAX_EXTENSION_BYTES = 20;

/** Control characters, and those that reorder or hide the text around them: `exe.gpj` must not show as `jpg.exe` reversed. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Characters that Windows refuses in names, because outputs may end up there. */
const FORBIDDEN = /[<>:"|?*]/g;

/** Device names on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Most names match this: they need no change, unless they are reserved or too long. */
const PLAIN = /^\w[\w-]*(?:\.[\w-]+)*$/;

/**
 * Returns a bare file name that is safe to create in our own folder, made of any name from a user or a server. It has no folders, control
 * characters, bidirectional overrides, device names, leading dots and dashes; it is in NFC, and cut between characters and before the
 * extension if it is too long. Applying this again changes nothing.
 * @param text any text
 */
export function safeFilename(
  text: string,
  { fallback = 'file', maxBytes = DEFAULT_BYTES }: FilenameOptions = {},
): string {
  if (text.length <= maxBytes && PLAIN.test(text) && !RESERVED.test(text)) return text;
  const last = text.split(/[/\\]/).at(-1) ?? '';
  const bounded = last.length > MAX_LOOKED_AT ? last.slice(0, MAX_LOOKED_AT - 100) + last.slice(-100) : last;
  const visible = bounded.toWellFormed().replace(INVISIBLE, '');
  const clean = trim(visible.normalize('NFC').replace(FORBIDDEN, '_')).replace(RESERVED, '_$&');
  return trim(shorten(clean, maxBytes)) || fallback;
}

/** Removes what makes hidden files and `..`, what a program may take for an option, and what Windows drops at the end. */
function trim(name: string): string {
  return name
    .replace(/^[\s.]+/u, '')
    .replace(/[\s.]+$/u, '')
    .replace(/^-/, '_');
}

function shorten(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES ? name.slice(dot) : '';
  const room = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und').segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    stem += segment;
  }
  return stem + extension;
}

/** Returns the last part of a URL's path, decoded for people; null if the path ends in a slash. */
export function pathFilename(url: URL): string | null {
  return percentDecode(url.pathname.split('/').at(-1) ?? '') || null;
}

/** Decodes valid percent-encoding; other text stays unchanged. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a file name without its last extension; a leading dot is part of the name. */
export function stem(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
}
