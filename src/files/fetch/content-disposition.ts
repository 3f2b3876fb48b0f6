/** One parameter: a name, and a token or a quoted string (RFC 9110 5.6.6). */
const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/**
 * Returns the file name in a Content-Disposition header (RFC 6266), or null. `filename*` (RFC 8187) wins over `filename`. The name is what
 * the server sent: make it safe before use.
 * @param header header value, one character per byte, as HTTP parsers return it
 */
export function dispositionFilename(header: string): string | null {
  let plain: string | null = null;
  let extended: string | null = null;
  for (const [, name = '', quoted, token] of header.matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
    if (name.toLowerCase() === 'filename') plain ??= bytesAsText(value);
    else if (name.toLowerCase() === 'filename*') extended ??= extendedValue(value);
  }
  return extended || plain || null;
}

/**
 * Returns the Content-Disposition that makes a browser save the file under its name (RFC 6266): the name in UTF-8 (RFC 8187), and one in
 * ASCII for clients that cannot read that, without %, which some decode (RFC 6266 appendix D).
 */
export function attachment(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|[%"\\]/gu, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Decodes `charset'language'percent-encoded`. */
function extendedValue(value: string): string | null {
  const match = /^([\w-]+)'[^']*'(.*)$/.exec(value);
  if (match === null) return null;
  const [, charset = '', encoded = ''] = match;
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (charset.toLowerCase() === 'utf-8') return utf8(bytes);
  return charset.toLowerCase() === 'iso-8859-1' ? bytes : null;
}

/** Decodes valid UTF-8 as such: servers send it although the standard says ISO 8859-1. */
function bytesAsText(bytes: string): string {
  return utf8(bytes) ?? bytes;
}

function utf8(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}
