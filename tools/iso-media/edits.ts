import { boxesIn, contentOf } from './boxes.ts';
import { BoxFile, type FileBox } from './file-boxes.ts';

/** What an edit list (ISO/IEC 14496-12, 8.6.6) does to the samples of a track. */
export interface TrackEdits {
  /** Samples before the first that is shown, seconds: decoded, and not shown. */
  readonly hiddenStart: number;
  /** The same after the last. */
  readonly hiddenEnd: number;
  /** Parts that are shown one after the other, or again. */
  readonly parts: number;
}

/** Of more there is no use. */
const MOST_TRACKS = 256;
const LARGEST_LIST = 1024 * 1024;

/** The edits of the tracks of an MP4 or QuickTime file by the ids of these; none for a track that shows all its samples in order. */
export function readEdits(path: string): Promise<ReadonlyMap<number, TrackEdits>> {
  return BoxFile.use(path, async (file) => {
    const top = await file.list(0, file.size, ({ type }) => type === 'moov');
    const [movie] = await inside(file, top, 'moov');
    if (movie === undefined) return new Map();
    const [head] = await bytesOf(file, movie, 'mvhd');
    const tracks = movie.filter(({ type }) => type === 'trak').slice(0, MOST_TRACKS);
    const edits = new Map<number, TrackEdits>();
    for (const track of tracks) {
      const boxes = await file.list(track.content, track.end);
      const found = await editsOf(file, boxes, timeOf(head).scale);
      if (found !== null) edits.set(idOf((await bytesOf(file, boxes, 'tkhd'))[0]), found);
    }
    return edits;
  });
}

/** Of a track, by its `tkhd`. */
function idOf(head: Buffer | undefined): number {
  const at = head?.[0] === 1 ? 20 : 12;
  return head === undefined || head.length < at + 4 ? 0 : head.readUInt32BE(at);
}

async function editsOf(file: BoxFile, boxes: readonly FileBox[], movieScale: number): Promise<TrackEdits | null> {
  const [list] = await bytesOf(file, boxes, 'edts');
  const [media = []] = await inside(file, boxes, 'mdia');
  const [head] = await bytesOf(file, media, 'mdhd');
  const entries = entriesOf(contentOf(list === undefined ? [] : boxesIn(list), 'elst'));
  const shown = entries.filter(({ mediaTime }) => mediaTime >= 0);
  const [first] = shown;
  const { scale, duration } = timeOf(head);
  if (first === undefined || scale === 0 || movieScale === 0) return null;
  const [minf = []] = await inside(file, media, 'minf');
  const [samples = []] = await inside(file, minf, 'stbl');
  const start = first.mediaTime / scale - (await firstOffset(file, samples)) / scale;
  const last = shown.reduce((end, { mediaTime, length }) => Math.max(end, mediaTime / scale + length / movieScale), 0);
  // Length 0: to the end, as fragmented files have it.
  const end = shown.some(({ length }) => length === 0) ? 0 : duration / scale - last;
  const edits = { hiddenStart: Math.max(0, start), hiddenEnd: Math.max(0, end), parts: shown.length };
  return edits.hiddenStart + edits.hiddenEnd > 0 || edits.parts > 1 ? edits : null;
}

/** By how much the first sample is shown later than it is decoded, in units of its media: samples are stored in another order than shown. */
async function firstOffset(file: BoxFile, samples: readonly FileBox[]): Promise<number> {
  const box = samples.find(({ type }) => type === 'ctts');
  if (box === undefined) return 0;
  const bytes = await file.read(box.content, Math.min(16, box.end - box.content));
  return bytes.length < 16 ? 0 : bytes.readInt32BE(12);
}

async function inside(file: BoxFile, boxes: readonly FileBox[], type: string): Promise<FileBox[][]> {
  const box = boxes.find((each) => each.type === type);
  return box === undefined ? [] : [await file.list(box.content, box.end)];
}

async function bytesOf(file: BoxFile, boxes: readonly FileBox[], type: string): Promise<Buffer[]> {
  const box = boxes.find((each) => each.type === type && each.end - each.content <= LARGEST_LIST);
  return box === undefined ? [] : [await file.read(box.content, box.end - box.content)];
}

/** Units a second, and length, of `mvhd` and `mdhd`. */
function timeOf(head: Buffer | undefined): { scale: number; duration: number } {
  if (head === undefined || head.length < 20) return { scale: 0, duration: 0 };
  if (head[0] === 0) return { scale: head.readUInt32BE(12), duration: head.readUInt32BE(16) };
  if (head.length < 32) return { scale: 0, duration: 0 };
  return { scale: head.readUInt32BE(20), duration: Number(head.readBigUInt64BE(24)) };
}

interface Entry {
  /** In units of the film. */
  readonly length: number;
  /** In units of the media; negative: nothing is shown. */
  readonly mediaTime: number;
}

function entriesOf(list: Buffer | null): Entry[] {
  if (list === null || list.length < 8) return [];
  const isLong = list[0] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(list.readUInt32BE(4), Math.floor((list.length - 8) / bytes));
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * bytes;
    if (!isLong) return { length: list.readUInt32BE(at), mediaTime: list.readInt32BE(at + 4) };
    return { length: Number(list.readBigUInt64BE(at)), mediaTime: Number(list.readBigInt64BE(at + 8)) };
  });
}
