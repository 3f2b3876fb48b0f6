import { open } from 'node:fs/promises';
import { byAudioFrames, endsWithinFrame } from '../../../../src/files/formats/audio-frames.ts';

/** Bytes read at each end of a file. An Ogg page is at most 65307 bytes long, so the tail holds the start of the last one. */
const WINDOW = 66 * 1024;
/** More than ten frames of any bitrate. */
const FRAMES_WINDOW = 32 * 1024;
/** Some writers count a few bytes of padding too many. */
const SLACK = 64;

/**
 * Returns true if a file ends before its own structure says it does, for formats whose probed duration does not show it: RIFF (WAV, AVI),
 * AIFF, Wave64, MMF, ASF (WMA, WMV), CAF, AU, Ogg, transport streams (which state no size, but have packets of equal size), and frames
 * without a container (MP3, ADTS, AC-3). Reads only the two ends of the file.
 */
export async function endsEarly(path: string, size: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, Math.min(WINDOW, size));
    if (head.toString('latin1', 0, 4) === 'OggS') {
      const from = Math.max(0, size - WINDOW);
      return !endsWithLastPage(await readAt(file, from, size - from));
    }
    const declared = declaredSize(head);
    if (declared !== null) return declared > size + SLACK;
    const packet = packetSize(head);
    if (packet !== null) return size % packet !== 0;
    if (!isFrames(head, size)) return false;
    const from = Math.max(0, size - FRAMES_WINDOW);
    return endsWithinFrame(await readAt(file, from, size - from));
  } finally {
    await file.close();
  }
}

/** Whether it is MP3 after its tag, or frames from the beginning on. */
const isFrames = (head: Buffer, size: number): boolean =>
  head.toString('latin1', 0, 3) === 'ID3' || byAudioFrames({ head, size }) !== null;

async function readAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const W64_RIFF = '726966662e91cf11a5d628db04c10000';
const ASF_HEADER = '3026b2758e66cf11a6d900aa0062ce6c';
const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

/** Returns the bytes of the whole file as its header states them; null if it states none or marks them as unknown. */
export function declaredSize(head: Buffer): number | null {
  if (head.length < 40) return null;
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'RIFF') return riffSize(head.readUInt32LE(4));
  if (magic === 'RIFX' || magic === 'FORM') return riffSize(head.readUInt32BE(4));
  if (magic === 'MMMD') return head.readUInt32BE(4) + 8;
  if (magic === 'caff') return cafSize(head);
  if (magic === '.snd') return auSize(head);
  const id = head.toString('hex', 0, 16);
  if (id === W64_RIFF) return number64(head, 16);
  if (id !== ASF_HEADER) return null;
  const properties = head.indexOf(ASF_FILE_PROPERTIES);
  return properties < 0 || properties + 48 > head.length ? null : number64(head, properties + 40);
}

/** Writers that could not seek back leave 0 or the highest number, signed or unsigned. */
function riffSize(size: number): number | null {
  return size === 0 || size >= 0x7fff0000 ? null : size + 8;
}

const CAF_HEADER = 8;
const CAF_CHUNK_HEADER = 12;

/** Returns the bytes up to the end of the samples, if all chunks before them are in the head. */
function cafSize(head: Buffer): number | null {
  for (let at = CAF_HEADER; at + CAF_CHUNK_HEADER <= head.length; ) {
    const size = Number(head.readBigInt64BE(at + 4));
    if (size < 0) return null;
    const end = at + CAF_CHUNK_HEADER + size;
    if (head.toString('latin1', at, at + 4) === 'data') return end;
    at = end;
  }
  return null;
}

const SYNC_BYTE = 0x47;
/** Bytes of a packet and offset of its sync byte: ISO/IEC 13818-1, and the same with a leading timestamp, as on Blu-ray. */
const PACKETS = [
  { size: 188, sync: 0 },
  { size: 192, sync: 4 },
];
const PACKETS_SEEN = 5;

/** Returns the packet size of a transport stream; null for other files. */
function packetSize(head: Buffer): number | null {
  const isOf = ({ size, sync }: (typeof PACKETS)[number]): boolean =>
    [...Array(PACKETS_SEEN).keys()].every((number) => head[number * size + sync] === SYNC_BYTE);
  return PACKETS.find(isOf)?.size ?? null;
}

const AU_UNKNOWN = 0xffffffff;

function auSize(head: Buffer): number | null {
  const size = head.readUInt32BE(8);
  return size === 0 || size === AU_UNKNOWN ? null : head.readUInt32BE(4) + size;
}

function number64(head: Buffer, offset: number): number | null {
  const size = Number(head.readBigUInt64LE(offset));
  return size > 0 && size < Number.MAX_SAFE_INTEGER ? size : null;
}

const PAGE_HEADER = 27;
const END_OF_STREAM = 4;

/** Returns true if the last page of an Ogg file is complete and marked as the last of its stream (RFC 3533). */
function endsWithLastPage(tail: Buffer): boolean {
  const start = tail.lastIndexOf('OggS');
  if (start < 0 || start + PAGE_HEADER > tail.length) return false;
  const segments = tail.readUInt8(start + 26);
  const table = tail.subarray(start + PAGE_HEADER, start + PAGE_HEADER + segments);
  if (table.length < segments) return false;
  const body = table.reduce((sum, length) => sum + length, 0);
  const complete = start + PAGE_HEADER + segments + body <= tail.length;
  return complete && (tail.readUInt8(start + 5) & END_OF_STREAM) !== 0;
}
