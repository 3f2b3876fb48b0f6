import type { Frames } from './frames.ts';

/** Opus plays at this rate, and Ogg counts samples at it. */
const RATE = 48000;
const OPUS_FRAME = RATE / 50;
const HEADERS = 2;
const BEGINS = 2;
const ENDS = 4;
const CAPTURE = Buffer.from('OggS');

/** Returns the frames of an Ogg file with one Opus stream. Null for other files. */
export function readOgg(file: Buffer): Frames | null {
  const packets: Buffer[] = [];
  let open: Buffer[] = [];
  let granule = 0n;
  for (let at = 0; at < file.length; ) {
    if (at + 27 > file.length || !file.subarray(at, at + 4).equals(CAPTURE)) return null;
    const position = file.readBigInt64LE(at + 6);
    if (position >= 0n) granule = position;
    const count = file[at + 26] ?? 0;
    const lacing = file.subarray(at + 27, at + 27 + count);
    let begin = at + 27 + count;
    let length = 0;
    for (const segment of lacing) {
      length += segment;
      if (segment === 255) continue;
      packets.push(Buffer.concat([...open, file.subarray(begin, begin + length)]));
      open = [];
      begin += length;
      length = 0;
    }
    if (length > 0) open.push(file.subarray(begin, begin + length));
    at = begin + length;
  }
  const frames = packets.slice(HEADERS);
  const padding = frames.length * OPUS_FRAME - Number(granule);
  if (open.length > 0 || frames.length === 0 || padding < 0 || padding > 4 * OPUS_FRAME) return null;
  return { frames, headers: packets.slice(0, HEADERS), padding };
}

/** Writes an Ogg file, a page per packet: ffmpeg copies it into pages of the usual size. */
export class OggWriter {
  #page = 0;
  #frames = 0;

  headers(packets: readonly Buffer[]): Buffer {
    return Buffer.concat(packets.map((packet) => this.#write(packet, 0n, 0)));
  }

  /** `padding`: samples at the end that are not played. Null: more frames follow. */
  frames(packets: readonly Buffer[], padding: number | null): Buffer {
    return Buffer.concat(
      packets.map((packet, number) => {
        this.#frames += 1;
        const isLast = padding !== null && number === packets.length - 1;
        const granule = this.#frames * OPUS_FRAME - (isLast ? padding : 0);
        return this.#write(packet, BigInt(granule), isLast ? ENDS : 0);
      }),
    );
  }

  #write(packet: Buffer, granule: bigint, flags: number): Buffer {
    const segments = Math.floor(packet.length / 255) + 1;
    const head = Buffer.alloc(27 + segments, 255);
    CAPTURE.copy(head);
    head[4] = 0;
    head[5] = this.#page === 0 ? BEGINS : flags;
    head.writeBigInt64LE(granule, 6);
    head.writeUInt32LE(1, 14);
    head.writeUInt32LE(this.#page, 18);
    head.writeUInt32LE(0, 22);
    head[26] = segments;
    head[27 + segments - 1] = packet.length % 255;
    const page = Buffer.concat([head, packet]);
    page.writeUInt32LE(checksum(page), 22);
    this.#page += 1;
    return page;
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** Returns Ogg's CRC-32: neither reflected nor inverted, unlike zlib's. */
function checksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) crc = (crc << 8) ^ (TABLE[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}
