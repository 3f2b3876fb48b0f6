import { type ByteSource, has, latin1, u16be, u16le, u32be, u32le } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** Recognises RIFF, IFF, Ogg, ASF, FLV and RealMedia, containers whose form or streams identify the content. */
export function byMediaContainer({ head }: ByteSource): FormatName | null {
  const magic = latin1(head, 0, 4);
  switch (magic) {
    case 'RIFF':
    case 'RIFX':
    case 'RF64':
    case 'BW64':
      return RIFF_FORMS.get(latin1(head, 8, 12)) ?? null;
    case 'FORM':
    case 'FOR4':
      return IFF_FORMS.get(latin1(head, 8, 12)) ?? null;
    case 'OggS':
      return oggStreams(head);
    case '\x30\x26\xb2\x75':
      return asfStreams(head);
    case '.RMF':
      return 'rm';
    default:
      return null;
  }
}

const RIFF_FORMS: ReadonlyMap<string, FormatName> = new Map([
  ['WAVE', 'wav'],
  ['AVI ', 'avi'],
  ['AVIX', 'avi'],
  ['AMV ', 'amv'],
  ['WEBP', 'webp'],
  ['QLCM', 'qcp'],
  ['RMID', 'mid'],
  ['ACON', 'ani'],
]);

const IFF_FORMS: ReadonlyMap<string, FormatName> = new Map([
  ['AIFF', 'aiff'],
  ['AIFC', 'aiff'],
  ['8SVX', '8svx'],
  ['ILBM', 'iff'],
  ['PBM ', 'iff'],
]);

/** First bytes of the first packet of each stream. */
const OGG_CODECS: readonly (readonly [string, FormatName])[] = [
  ['\x80theora', 'ogv'],
  ['BBCD\x00', 'ogv'],
  ['OVP80', 'ogv'],
  ['\x01video', 'ogm'],
  ['OpusHead', 'opus'],
  ['\x01vorbis', 'ogg'],
  ['\x7fFLAC', 'oga'],
  ['Speex   ', 'spx'],
];

/** Every stream begins with a page of its own at the start of the file. Video takes precedence over sound. */
function oggStreams(head: Buffer): FormatName {
  const found = new Set<FormatName>();
  for (let at = 0; has(head, at, 'OggS'); ) {
    const segments = head[at + 26] ?? 0;
    const packet = at + 27 + segments;
    if (((head[at + 5] ?? 0) & 2) === 0) break;
    const codec = OGG_CODECS.find(([start]) => has(head, packet, start));
    if (codec !== undefined) found.add(codec[1]);
    at = packet;
    for (const length of head.subarray(at - segments, at)) at += length;
  }
  return OGG_CODECS.find(([, name]) => found.has(name))?.[1] ?? 'ogx';
}

/** Stream Properties Object and the stream types in it (ASF specification 3.3). */
const STREAM_PROPERTIES = '\x91\x07\xdc\xb7\xb7\xa9\xcf\x11\x8e\xe6\x00\xc0\x0c\x20\x53\x65';
const AUDIO_STREAM = '\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';
const VIDEO_STREAM = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';

function asfStreams(head: Buffer): FormatName | null {
  if (!has(head, 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c')) return null;
  let audio = false;
  // Objects of the header, each a GUID and a size; at most as many as fit at the smallest size.
  for (let at = 30; at + 24 <= head.length; ) {
    if (has(head, at, STREAM_PROPERTIES)) {
      if (has(head, at + 24, VIDEO_STREAM)) return 'wmv';
      audio ||= has(head, at + 24, AUDIO_STREAM);
    }
    const size = u32le(head, at + 16) + u32le(head, at + 20) * 2 ** 32;
    if (size < 24) break;
    at += size;
  }
  return audio ? 'wma' : 'asf';
}

/** Recognises MPEG transport streams: a sync byte every 188, 192 (with time codes) or 204 bytes (with error correction). */
export function byTransportPackets({ head }: ByteSource): FormatName | null {
  for (const [start, packet] of [
    [0, 188],
    [4, 192],
    [0, 204],
  ] as const) {
    const packets = Math.min(8, Math.floor((head.length - start) / packet));
    const isSync = (index: number): boolean => head[start + index * packet] === 0x47;
    if (packets >= 3 && Array.from({ length: packets }, (_, index) => index).every(isSync)) return 'mts';
  }
  return null;
}

/** Elements of Matroska (RFC 9559): ids include their length marker. */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const VIDEO_TRACK = 1;
const AUDIO_TRACK = 2;

const MAX_ELEMENTS = 300;

/** Recognises Matroska and WebM: as audio if the tracks are within reach and none is video. */
export async function byMatroskaTracks(source: ByteSource): Promise<FormatName | null> {
  if (u32be(source.head, 0) !== EBML) return null;
  const types = new Set<number>();
  let docType = '';
  let left = MAX_ELEMENTS;
  const walk = async (start: number, end: number): Promise<void> => {
    for (let at = start; at < end && left > 0 && !types.has(VIDEO_TRACK); left--) {
      const element = readElement(await source.read(at, 12));
      if (element === null) return;
      const content = at + element.headerBytes;
      const next = Math.min(content + element.size, end);
      if ([EBML, SEGMENT, TRACKS, TRACK_ENTRY].includes(element.id)) await walk(content, next);
      if (element.id === DOC_TYPE)
        docType = (await source.read(content, Math.min(element.size, 16))).toString('latin1');
      if (element.id === TRACK_TYPE) types.add((await source.read(content, 1))[0] ?? 0);
      if (element.id === TRACKS) return;
      at = next;
    }
  };
  await walk(0, source.size);
  const audio = types.has(AUDIO_TRACK) && !types.has(VIDEO_TRACK);
  if (docType.startsWith('webm')) return audio ? 'weba' : 'webm';
  return docType.startsWith('matroska') ? (audio ? 'mka' : 'mkv') : null;
}

/** Reads the header of a Matroska element; null: it is damaged. */
export function readElement(bytes: Buffer): { id: number; size: number; headerBytes: number } | null {
  const idBytes = Math.clz32(bytes[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(bytes[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || bytes.length < idBytes + sizeBytes) return null;
  const id = bytes.readUIntBE(0, idBytes);
  let size = (bytes[idBytes] ?? 0) & (0xff >> sizeBytes);
  let unknown = size === 0xff >> sizeBytes;
  for (let index = 1; index < sizeBytes; index++) {
    const byte = bytes[idBytes + index] ?? 0;
    size = size * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return { id, size: unknown ? Number.MAX_SAFE_INTEGER / 2 : size, headerBytes: idBytes + sizeBytes };
}

/** Recognises Blu-ray subtitles: segments of 13 bytes and their data, whose kinds are known (US 2009/0185789 A1). */
export function byPgsSegments({ head, size }: ByteSource): FormatName | null {
  const isSegment = (at: number): boolean => has(head, at, 'PG') && PGS_SEGMENTS.has(head[at + 10] ?? 0);
  const next = 13 + u16be(head, 11);
  return isSegment(0) && (next === size || next >= head.length || isSegment(next)) ? 'sup' : null;
}

/** Palette, object, composition, window, end. */
const PGS_SEGMENTS: ReadonlySet<number> = new Set([0x14, 0x15, 0x16, 0x17, 0x80]);

/** Recognises MPEG program streams, and FLV, SWF and MIDI by further fields that must be plausible. */
export function byStartCode({ head }: ByteSource): FormatName | null {
  if (has(head, 0, '\x00\x00\x01\xba')) return 'mpg';
  if (has(head, 0, 'FLV\x01') && ((head[4] ?? 0xff) & 0xfa) === 0 && u32be(head, 5) >= 9) return 'flv';
  if (/^[FCZ]WS/.test(latin1(head, 0, 3)) && (head[3] ?? 0) < 60 && u32le(head, 4) > 8) return 'swf';
  if (has(head, 0, 'MThd\x00\x00\x00') && u16le(head, 6) !== -1) return 'mid';
  return null;
}
