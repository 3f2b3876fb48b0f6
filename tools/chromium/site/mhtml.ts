/** A page with what it shows, as browsers save it in one file: RFC 2557, of the kind that Chromium writes. */
export interface Part {
  /** Where it came from; null for what has no address of its own. */
  readonly location: string | null;
  /** As frames and style sheets of the page are called in it: `cid:…`. */
  readonly id: string | null;
  /** Without parameters: `text/html`. */
  readonly type: string;
  readonly content: Buffer;
}

/** Its parts, the page first. Throws Error if it is not one. */
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
  // The line end before the next boundary belongs to that (RFC 2046 5.1.1).
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

/** RFC 2045 6.7, as a text of a character a byte. */
const quotedPrintable = (body: string): string =>
  body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
