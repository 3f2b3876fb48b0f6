/** A part of a page saved by browsers in one file with its resources: RFC 2557, as Chromium writes it. */
export interface Part {
  /** Original address; null for a part without one. */
  readonly location: string | null;
  /** Name of a frame or style sheet in the page: `cid:…`. */
  readonly id: string | null;
  /** Type without parameters: `text/html`. */
  readonly type: string;
  readonly content: Buffer;
}

/** Returns its parts, the page first. Throws Error if it is not MHTML. */
export function readMhtml(text: string): Part[] {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1];
  if (boundary === undefined) throw new Error('no MHTML: it names no boundary');
  const [, ...parts] = text.split(`--${boundary}`);
  return parts.filter((part) => !part.startsWith('--')).map(readPart);
}

function readPart(part: string): Part {
  const text = part.replace(/^\r?\n/, '');
  const end = /\r?\n\r?\n/.exec(text);
  const headers = readHeaders(text.slice(0, end?.index ?? 0));
  // The line end before the next boundary belongs to the boundary (RFC 2046 5.1.1).
  const body = end === null ? '' : text.slice(end.index + end[0].length).replace(/\r?\n$/, '');
  return {
    location: headers.get('content-location') ?? null,
    id: headers.get('content-id')?.replace(/^<|>$/g, '') ?? null,
    type: headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/octet-stream',
    content: decode(body, headers.get('content-transfer-encoding')?.toLowerCase()),
  };
}

function readHeaders(text: string): Map<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at <= 0 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
}

function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return Buffer.from(quotedPrintable(body), 'latin1');
  return Buffer.from(body, 'utf8');
}

/** Decodes RFC 2045 6.7 to a text with a character for each byte. */
const quotedPrintable = (body: string): string =>
  body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
