import { boxesIn, contentOf } from './boxes.ts';
import { BoxFile, type FileBox } from './file-boxes.ts';

/** Effect of an edit list (ISO/IEC 14496-12, 8.6.6) on the samples of a track. */
export interface TrackEdits {
  /** Samples before the first shown one, seconds: decoded, but not shown. */
  readonly hiddenStart: number;
  /** Samples after the last shown one, seconds. */
  readonly hiddenEnd: number;
  /** Number of parts, which are shown one after the other, or repeated. */
  readonly parts: number;
  /** Times after the first part when nothing new is shown: empty edits, and those that hold a sample. In order. */
  readonly pauses: readonly Pause[];
  /** Number of parts that are played faster or slower than they were recorded. */
  readonly otherRates: number;
  /** End of the last part, seconds from the beginning of the film; null if the list does not say. */
  readonly end: number | null;
}

/** Seconds from the beginning of the film, which is its first shown sample. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** Most tracks that are read. */
const MOST_TRACKS = 256;
const LARGEST_LIST = 1024 * 1024;

/**
 * Reads the edits of an MP4 or QuickTime file by track id; none for a track that shows all its samples in order. `beginning`: time of the
 * film's first shown sample, seconds by its own clock.
 */
export function readEdits(path: string, beginning: number): Promise<ReadonlyMap<number, TrackEdits>> {
  return BoxFile.use(path, async (file) => {
    const movie = await file.movie();
    const [head] = await bytesOf(file, movie, 'mvhd');
    const tracks = movie.filter(({ type }) => type === 'trak').slice(0, MOST_TRACKS);
    const edits = new Map<number, TrackEdits>();
    for (const track of tracks) {
      const boxes = await file.list(track.content, track.end);
      const found = await editsOf(file, boxes, { scale: timeOf(head).scale, beginning });
      if (found !== null) edits.set(idOf((await bytesOf(file, boxes, 'tkhd'))[0]), found);
    }
    return edits;
  });
}

/** Returns the id of a track from its `tkhd`. */
function idOf(head: Buffer | undefined): number {
  const at = head?.[0] === 1 ? 20 : 12;
  return head === undefined || head.length < at + 4 ? 0 : head.readUInt32BE(at);
}

async function editsOf(
  file: BoxFile,
  boxes: readonly FileBox[],
  { scale: movieScale, beginning }: { readonly scale: number; readonly beginning: number },
): Promise<TrackEdits | null> {
  const [list] = await bytesOf(file, boxes, 'edts');
  const media = await file.inside(boxes, 'mdia');
  const [head] = await bytesOf(file, media, 'mdhd');
  const entries = entriesOf(contentOf(list === undefined ? [] : boxesIn(list), 'elst'));
  const shown = entries.filter(({ mediaTime }) => mediaTime >= 0);
  const [first] = shown;
  const { scale, duration } = timeOf(head);
  if (first === undefined || scale === 0 || movieScale === 0) return null;
  const samples = await file.inside(await file.inside(media, 'minf'), 'stbl');
  const start = first.mediaTime / scale - (await firstOffset(file, samples)) / scale;
  const last = shown.reduce((end, { mediaTime, length }) => Math.max(end, mediaTime / scale + length / movieScale), 0);
  // Length 0 means to the end, as in fragmented files.
  const isOpen = shown.some(({ length }) => length === 0);
  const end = isOpen ? 0 : duration / scale - last;
  const edits = {
    ...{ hiddenStart: Math.max(0, start), hiddenEnd: Math.max(0, end), parts: shown.length },
    ...{
      pauses: pausesOf(entries, movieScale, beginning),
      end: isOpen ? null : lengthOf(entries, movieScale) - beginning,
    },
    otherRates: shown.filter(({ rate }) => rate !== 0 && rate !== 1).length,
  };
  const { hiddenStart, hiddenEnd, parts, pauses, otherRates } = edits;
  return hiddenStart + hiddenEnd > 0 || parts > 1 || pauses.length > 0 || otherRates > 0 ? edits : null;
}

const lengthOf = (entries: readonly Entry[], scale: number): number =>
  entries.reduce((sum, { length }) => sum + length, 0) / scale;

/** Each becomes part of ffmpeg's arguments, whose length is limited; no film has nearly as many. */
const MOST_PAUSES = 500;

/** How long a held sample is shown at its own time before what follows counts as hidden, seconds. */
const DWELL_SECONDS = 0.005;

function pausesOf(entries: readonly Entry[], scale: number, beginning: number): Pause[] {
  const first = entries.findIndex(({ mediaTime }) => mediaTime >= 0);
  let from = -beginning;
  const pauses = entries.flatMap(({ length, mediaTime, rate }, index) => {
    const to = from + length / scale;
    const isEmpty = mediaTime < 0 && index > first;
    const pause = { from: from + (isEmpty ? 0 : DWELL_SECONDS), to };
    from = to;
    return (isEmpty || (mediaTime >= 0 && rate === 0)) && pause.to > pause.from ? [pause] : [];
  });
  return pauses.slice(0, MOST_PAUSES);
}

/** Returns how much later the first sample is shown than decoded, in units of its media: the stored order differs from the shown one. */
async function firstOffset(file: BoxFile, samples: readonly FileBox[]): Promise<number> {
  const box = samples.find(({ type }) => type === 'ctts');
  if (box === undefined) return 0;
  const bytes = await file.read(box.content, Math.min(16, box.end - box.content));
  return bytes.length < 16 ? 0 : bytes.readInt32BE(12);
}

async function bytesOf(file: BoxFile, boxes: readonly FileBox[], type: string): Promise<Buffer[]> {
  const box = boxes.find((each) => each.type === type && each.end - each.content <= LARGEST_LIST);
  return box === undefined ? [] : [await file.read(box.content, box.end - box.content)];
}

/** Returns units per second, and length, from `mvhd` or `mdhd`. */
function timeOf(head: Buffer | undefined): { scale: number; duration: number } {
  if (head === undefined || head.length < 20) return { scale: 0, duration: 0 };
  if (head[0] === 0) return { scale: head.readUInt32BE(12), duration: head.readUInt32BE(16) };
  if (head.length < 32) return { scale: 0, duration: 0 };
  return { scale: head.readUInt32BE(20), duration: Number(head.readBigUInt64BE(24)) };
}

interface Entry {
  /** Length in units of the film. */
  readonly length: number;
  /** Time in units of the media; negative if nothing is shown. */
  readonly mediaTime: number;
  /** Seconds of the media per second of the film; 0: one sample is shown for the whole length. */
  readonly rate: number;
}

function entriesOf(list: Buffer | null): Entry[] {
  if (list === null || list.length < 8) return [];
  const isLong = list[0] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(list.readUInt32BE(4), Math.floor((list.length - 8) / bytes));
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * bytes;
    const rate = list.readInt32BE(at + bytes - 4) / 0x10000;
    if (!isLong) return { length: list.readUInt32BE(at), mediaTime: list.readInt32BE(at + 4), rate };
    return { length: Number(list.readBigUInt64BE(at)), mediaTime: Number(list.readBigInt64BE(at + 8)), rate };
  });
}
