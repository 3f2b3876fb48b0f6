/** One parameter: a name, and a token or a quoted string (RFC 9110 5.6.6). */
const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/**
 * The file name that a Content-Disposition header proposes (RFC 6266), or null. `filename*` (RFC 8187) wins over `filename`.
 * The name is as the server sent it: make it safe before use.
 * @param header header value, each byte one character, as HTTP parsers hand it over
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
 * The Content-Disposition that makes a browser save the file under its name (RFC 6266): the name in UTF-8 (RFC 8187), and
 * for what does not read that, one in ASCII, without the % that some undo (RFC 6266 appendix D).
 */
export function attachment(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|[%"\\]/gu, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** `charset'language'percent-encoded`. */
function extendedValue(value: string): string | null {
  const match = /^([\w-]+)'[^']*'(.*)$/.exec(value);
  if (match === null) return null;
  const [, charset = '', encoded = ''] = match;
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (charset.toLowerCase() === 'utf-8') return utf8(bytes);
  return charset.toLowerCase() === 'iso-8859-1' ? bytes : null;
}

/** Servers send UTF-8 though the standard says ISO 8859-1: what is valid UTF-8 is read as such. */
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
