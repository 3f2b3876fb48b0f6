/** Most bytes of a tag that is read. */
const MOST_BYTES = 64 * 1024;

/** Text frames and ffprobe's names for them. */
const NAMES: Readonly<Record<string, string>> = {
  TALB: 'album',
  TCOM: 'composer',
  TCON: 'genre',
  TCOP: 'copyright',
  TENC: 'encoded_by',
  TIT2: 'title',
  TLAN: 'language',
  TPE1: 'artist',
  TPE2: 'album_artist',
  TPE3: 'performer',
  TPOS: 'disc',
  TPUB: 'publisher',
  TRCK: 'track',
  TSSE: 'encoder',
};

/** A tag before the frames of MPEG audio. */
export interface Id3 {
  /** Bytes of the whole tag. */
  readonly bytes: number;
  readonly tags: Map<string, string>;
}

/**
 * Reads an ID3v2.3 or 2.4 tag that has nothing but text, with the same result as ffprobe. Null if it has pictures, chapters, comments in
 * languages, flags, or anything else that this reader does not support.
 */
export function readId3(head: Buffer): Id3 | null {
  const version = head.readUInt8(3);
  if ((version !== 3 && version !== 4) || head.readUInt16BE(4) % 256 !== 0) return null;
  const bytes = 10 + synchsafe(head, 6);
  if (bytes > MOST_BYTES || bytes > head.length) return null;
  const tags = new Map<string, string>();
  for (let at = 10; at < bytes; ) {
    // The rest is padding.
    if (head[at] === 0) return head.subarray(at, bytes).every((byte) => byte === 0) ? { bytes, tags } : null;
    if (at + 11 > bytes) return null;
    const id = head.toString('latin1', at, at + 4);
    const length = version === 4 ? synchsafe(head, at + 4) : head.readUInt32BE(at + 4);
    const end = at + 10 + length;
    if (head.readUInt16BE(at + 8) !== 0 || length < 2 || end > bytes) return null;
    const texts = textsOf(head.subarray(at + 10, end));
    const [first, second] = texts ?? [];
    const isPair = id === 'TXXX';
    const name = isPair ? first : NAMES[id];
    const value = isPair ? second : first;
    if (texts?.length !== (isPair ? 2 : 1) || !name || !value || tags.has(name)) return null;
    // ffprobe turns genre numbers into names.
    if (!/^[\w -]+$/.test(name) || (id === 'TCON' && /^\W*\d/.test(value))) return null;
    tags.set(name, value);
    at = end;
  }
  return { bytes, tags };
}

function synchsafe(buffer: Buffer, at: number): number {
  const value = buffer.readUInt32BE(at);
  if ((value & 0x80808080) !== 0) throw new RangeError('not synchsafe');
  return ((value >>> 24) << 21) | (((value >>> 16) & 127) << 14) | (((value >>> 8) & 127) << 7) | (value & 127);
}

const LATIN1 = 0;
const UTF16 = 1;
const UTF8 = 3;

/** Returns the texts of a frame, which end with a zero or with the frame; null if malformed. */
function textsOf(body: Buffer): string[] | null {
  const encoding = body.readUInt8(0);
  const content = body.subarray(1);
  let text: string;
  if (encoding === LATIN1) text = content.toString('latin1');
  else if (encoding === UTF8) text = content.toString('utf8');
  else if (encoding === UTF16 && content.length % 2 === 0) text = content.toString('utf16le');
  else return null;
  if (text.includes('\ufffd') || !text.isWellFormed()) return null;
  const texts = text.replace(/\0$/, '').split('\0');
  if (encoding !== UTF16) return texts;
  // Each begins with a byte order mark; this is the usual one.
  return texts.every((each) => each.startsWith('\ufeff')) ? texts.map((each) => each.slice(1)) : null;
}
