import { readFile, writeFile } from 'node:fs/promises';
import { detectFileEncoding } from '../text/text-file.ts';
import { readAss, writeAss } from './ass.ts';
import { changeTimes, extendToRead, type TimeChanges } from './change.ts';
import { writeCues } from './cues.ts';
import { lostIn } from './losses.ts';
import { readLrc, writeLrc } from './lrc.ts';
import { readMicrodvd } from './microdvd.ts';
import { type Counts, type Cue, type ReadFormat, type Subtitles, textOf, type WrittenFormat } from './model.ts';
import { readSbv } from './sbv.ts';
import { readSrt, writeSrt } from './srt.ts';
import { readTtml } from './ttml.ts';
import { writeTtml } from './ttml-write.ts';
import { readVtt, writeVtt } from './vtt.ts';
import { wrapCues } from './wrap.ts';

/** How subtitles are read, changed and written. */
export interface Rewriting {
  readonly from: ReadFormat;
  readonly to: WrittenFormat;
  /** Name that TextDecoder knows; null: recognised. */
  readonly encoding: string | null;
  /** MicroDVD only: frames a second; null: as the file says. */
  readonly frameRate: number | null;
  readonly times: TimeChanges;
  /** Most characters in a line; null: lines stay. */
  readonly lineLength: number | null;
  /** Characters a second that people read; null: ends stay. */
  readonly readingSpeed: number | null;
}

/** What happened to the cues, as numbers of them. */
export interface Rewritten {
  readonly read: number;
  readonly written: number;
  readonly encoding: string;
  /** False if the encoding was guessed, or parts of the text are invalid in it. */
  readonly confident: boolean;
  /** With times that cannot be read. */
  readonly unread: number;
  readonly before: number;
  readonly outside: number;
  readonly tooLong: number;
  readonly divided: number;
  readonly tooFast: number;
  readonly lost: Counts;
  /** Frames a second that were assumed for MicroDVD; null: they are known. */
  readonly assumedRate: number | null;
}

/** Rewrites a file of subtitles. Runs in the worker process of texts. */
export async function rewriteFile(input: string, output: string, how: Rewriting): Promise<Rewritten> {
  const { text, ...encoding } = await decode(input, how.encoding);
  const read = readText(text, how);
  const timed = changeTimes(read.cues, how.times, how.from === 'ass' ? 'relative' : 'absolute');
  const wrapped =
    how.lineLength === null ? { cues: timed.cues, tooLong: 0, divided: 0 } : wrapCues(timed.cues, how.lineLength);
  const { cues, tooFast } =
    how.readingSpeed === null ? { cues: wrapped.cues, tooFast: 0 } : extendToRead(wrapped.cues, how.readingSpeed);
  const isSame = how.from === how.to;
  await writeFile(output, writeText(cues, how.to, { isSame, head: isSame ? read.head : undefined }));
  return {
    ...encoding,
    read: read.cues.length,
    written: cues.length,
    unread: read.unread,
    before: timed.before,
    outside: timed.outside,
    tooLong: wrapped.tooLong,
    divided: wrapped.divided,
    tooFast,
    lost:
      how.to === 'txt'
        ? {}
        : isSame && cues.every(({ own }) => own !== undefined)
          ? {}
          : { ...lostIn(how.to, cues), ...read.beyond },
    assumedRate: read.assumedRate,
  };
}

async function decode(path: string, asked: string | null) {
  const bytes = await readFile(path);
  const detected = await detectFileEncoding(path, declaredEncoding);
  // WebVTT may contain null characters, which make it look like UTF-16.
  const isVtt = bytes.subarray(0, 6).toString('latin1') === 'WEBVTT';
  const found = isVtt && detected.name.startsWith('utf-16') ? { name: 'utf-8', confident: true } : detected;
  // A byte order mark decides which UTF-16 it is.
  const isUtf16 = asked?.startsWith('utf-16') === true && found.name.startsWith('utf-16');
  const encoding = asked === null || isUtf16 ? found.name : asked;
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, confident: (asked !== null || found.confident) && !text.includes('\ufffd') };
}

/** Returns the encoding that an XML declaration names. */
function declaredEncoding(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? null;
}

type Read = Subtitles & { readonly assumedRate: number | null };

function readText(text: string, { from, frameRate }: Rewriting): Read {
  if (from !== 'sub') return { ...READERS[from](text), assumedRate: null };
  const { rate, isAssumed, ...read } = readMicrodvd(text, frameRate);
  return { ...read, assumedRate: isAssumed ? rate : null };
}

const READERS: Readonly<Record<Exclude<ReadFormat, 'sub'>, (text: string) => Subtitles>> = {
  srt: readSrt,
  vtt: readVtt,
  ass: readAss,
  ttml: readTtml,
  sbv: readSbv,
  lrc: readLrc,
};

interface Kept {
  /** Whether cues are written in their own words. */
  readonly isSame: boolean;
  readonly head: string | undefined;
}

function writeText(cues: readonly Cue[], to: WrittenFormat, { isSame, head }: Kept): string {
  switch (to) {
    case 'srt':
      return writeSrt(cues, isSame);
    case 'vtt':
      return writeVtt(cues, { keepsOwn: isSame, head });
    case 'ass':
      return writeAss(cues, head);
    case 'ttml':
      return writeTtml(cues);
    case 'lrc':
      return writeLrc(cues);
    case 'cues':
      return writeCues(cues);
    case 'txt':
      return `${cues.map(textOf).join('\n')}\n`;
  }
}
