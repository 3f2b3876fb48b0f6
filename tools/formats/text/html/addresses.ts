/** A page whose address only lends its scheme. */
const ANY_PAGE = 'https://page.invalid/';

/** Schemes that a link may keep: following it is the reader's choice, nothing is loaded before. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel', 'ftp', 'news', 'sms', 'geo'];

/** What becomes of a link without scheme in a document that does not state its base. */
export type RelativeLinks = 'removed' | 'kept';

/**
 * Returns the address that a link may keep, or null. An address without scheme is resolved if the document states its base (`base`), or if
 * it names a server. Without
 * one it may stay as it is (`relative`) only if LibreOffice does not read the result: it would resolve it to one of our own folders.
 */
export function linkAddress(address: string, base: string | null, relative: RelativeLinks = 'removed'): string | null {
  const trimmed = address.trim();
  if (trimmed.startsWith('#')) return trimmed;
  const url = URL.parse(trimmed, base ?? (trimmed.startsWith('//') ? ANY_PAGE : undefined));
  if (url === null && relative === 'kept' && isRelative(trimmed))
    return trimmed.replaceAll(/[\s<>]/g, encodeURIComponent);
  return url !== null && LINK_SCHEMES.includes(url.protocol.slice(0, -1)) ? url.href : null;
}

/** Returns whether an address has neither scheme nor server: control characters could hide one. */
function isRelative(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return address !== '' && !/^[/\\]{2}|[\0-\x1f\x7f]/.test(address) && URL.canParse(address, ANY_PAGE);
}

/** Returns the address of a document's `base`, or null if it is not on the web. */
export function baseAddress(address: string): string | null {
  const url = URL.parse(address.trim());
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** First bytes of picture files. LibreOffice follows these and not the type; an SVG could refer to further files. */
const PICTURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/bmp', /^BM.{4}\0\0\0\0/s],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** Returns a bitmap's `data:` address with its true type; null for anything else. */
export function pictureAddress(address: string): string | null {
  const comma = address.indexOf(',');
  const trimmed = address.slice(0, Math.min(comma + 1, 300)).trimStart();
  if (comma === -1 || !/^data:[^,]{0,200};\s*base64\s*,$/i.test(trimmed)) return null;
  const encoded = address.slice(comma + 1);
  const data = (encoded.includes('%') ? decodePercent(encoded) : encoded).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return null;
  const start = Buffer.from(data.slice(0, 64), 'base64').toString('latin1');
  const type = PICTURES.find(([, pattern]) => pattern.test(start))?.[0];
  return type === undefined ? null : `data:${type};base64,${data}`;
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
