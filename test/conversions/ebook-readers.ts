import { inflateSync } from 'node:zlib';

/* Small readers of book formats that otherwise only calibre reads, which wrote the books. */

/** Reads a PalmDOC or a Mobipocket based on it: its kind, its text, and its EXTH records by number. */
export function readPalm(file: Buffer): { kind: string; text: string; notes: Record<number, string> } {
  const begins = Array.from({ length: file.readUInt16BE(76) }, (_, index) => file.readUInt32BE(78 + 8 * index));
  const record = (index: number) => file.subarray(begins[index], begins[index + 1]);
  const head = record(0);
  const [length, count] = [head.readUInt32BE(4), head.readUInt16BE(8)];
  const parts = Array.from({ length: count }, (_, index) => unpack(record(index + 1)));
  // Mobipocket has a longer record, which states the encoding.
  const charset = head.length > 32 && head.readUInt32BE(28) === 65_001 ? 'utf-8' : 'windows-1252';
  return {
    kind: file.toString('latin1', 60, 68),
    text: new TextDecoder(charset).decode(Buffer.concat(parts).subarray(0, length)),
    notes: notesIn(head),
  };
}

/** Unpacks PalmDOC's LZ77. */
function unpack(packed: Buffer): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < packed.length; ) {
    const code = packed[at++] ?? 0;
    if (code === 0 || (code >= 0x09 && code < 0x80)) bytes.push(code);
    else if (code <= 0x08) for (const end = at + code; at < end; ) bytes.push(packed[at++] ?? 0);
    else if (code >= 0xc0) bytes.push(0x20, code ^ 0x80);
    else {
      const pair = (code << 8) | (packed[at++] ?? 0);
      const back = (pair >> 3) & 0x7ff;
      for (let left = (pair & 7) + 3; left > 0; left--) bytes.push(bytes.at(-back) ?? 0);
    }
  }
  return Buffer.from(bytes);
}

/** Returns the EXTH records: 100 is an author, 503 the title. */
function notesIn(head: Buffer): Record<number, string> {
  const notes: Record<number, string> = {};
  const start = head.indexOf('EXTH');
  if (start < 0) return notes;
  let at = start + 12;
  for (let left = head.readUInt32BE(start + 8); left > 0; left--) {
    const [kind, size] = [head.readUInt32BE(at), head.readUInt32BE(at + 4)];
    const value = head.toString('utf8', at + 8, at + size);
    notes[kind] = notes[kind] === undefined ? value : `${notes[kind]} & ${value}`;
    at += size;
  }
  return notes;
}

/** Returns the text of a TCR, in which each byte represents one of 256 listed pieces. */
export function readTcr(file: Buffer): string {
  const magic = '!!8-Bit!!';
  if (!file.toString('latin1').startsWith(magic)) throw new Error('no TCR');
  let at = magic.length;
  const pieces = Array.from({ length: 256 }, () => {
    const size = file[at] ?? 0;
    at += size + 1;
    return file.subarray(at - size, at);
  });
  return Buffer.concat([...file.subarray(at)].map((code) => pieces[code] ?? Buffer.alloc(0))).toString('utf8');
}

/** Returns the metadata and the text of an LRF: both are zlib streams. */
export function readLrf(file: Buffer): { info: string; text: string } {
  if (file.toString('utf16le', 0, 6) !== 'LRF') throw new Error('no LRF');
  const streams: Buffer[] = [];
  for (let at = file.indexOf('x\x9c', 0, 'latin1'); at >= 0; at = file.indexOf('x\x9c', at + 1, 'latin1')) {
    try {
      streams.push(inflateSync(file.subarray(at)));
    } catch {
      // Two bytes of a picture.
    }
  }
  const [info, ...others] = streams;
  return { info: info?.toString('utf8') ?? '', text: others.map(textOf).join(' ') };
}

/** Returns the runs of letters in a stream, each of which follows its tag and length. */
function textOf(stream: Buffer): string {
  const TEXT = 0xf5cc;
  let text = '';
  for (let at = 0; at + 4 <= stream.length; at += 2) {
    if (stream.readUInt16LE(at) !== TEXT) continue;
    const end = at + 4 + stream.readUInt16LE(at + 2);
    text += `${stream.toString('utf16le', at + 4, end)} `;
    at = end - 2;
  }
  return text;
}
