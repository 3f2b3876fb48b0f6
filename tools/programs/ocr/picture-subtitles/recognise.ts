import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { partFolder, type WorkContext, within } from '../../../../src/work/context.ts';
import type { Cue } from '../../../formats/subtitles/model.ts';
import { timeText } from '../../../formats/subtitles/times.ts';
import { writeVtt } from '../../../formats/subtitles/vtt.ts';
import { type Film, type SubtitleTrack, shownSize } from '../../ffmpeg/probe/film.ts';
import type { Program } from '../../ffmpeg/programs.ts';
import { requireLanguages } from '../languages.ts';
import { readRecognition } from '../options.ts';
import { requireTesseract } from '../programs.ts';
import { MOST_EVENTS, readEvents, type Showing, showingsOf } from './events.ts';
import { type ReadPicture, readSubtitlePictures } from './read-pictures.ts';
import { type SubtitlePicture, takePictures } from './take-pictures.ts';
import { languagesOfTrack } from './track-language.ts';

/** A track whose subtitles are pictures. */
export interface PictureTrackSource {
  /** ffmpeg's arguments that open the file. */
  readonly open: readonly string[];
  readonly film: Film;
  readonly track: SubtitleTrack;
}

interface Reading {
  readonly ffmpeg: Program;
  readonly ffprobe: Program;
  readonly context: WorkContext;
  readonly filename: string;
  /** Value of the option `language`; undefined: the language that the track states. */
  readonly language: string | undefined;
}

/** Subtitles that follow each other within this time are one if they are the same, milliseconds. */
const GAP = 100;

/** A subtitle whose lower edge is above this share of the screen is at the top. */
const TOP = 1 / 3;

/** Times that a warning names. */
const NAMED = 20;

/**
 * Reads the text in the pictures of a subtitle track, and writes it as WebVTT with the times of the track; what is at the top of the screen
 * stays there. Returns the path. Throws ConversionError: `option_invalid` if no language is known, `program_missing`, `input_bomb`,
 * `input_empty` if there are no pictures, `conversion_failed` if nothing was read, and what the programs throw.
 */
export async function recogniseSubtitles(source: PictureTrackSource, reading: Reading): Promise<string> {
  const { open, film, track } = source;
  const { ffmpeg, ffprobe, context, filename, language } = reading;
  const asked = readRecognition({ ocr: true, ...(language !== undefined && { language }) }, 'text');
  const languages =
    language === undefined ? await languagesOfTrack(track.language, filename) : (asked?.languages ?? []);
  const structure = { find: 'text', segmentation: 6, orientation: 'never' } as const;
  const [installed] = await Promise.all([requireLanguages({ languages, structure }), requireTesseract('language')]);
  const { events, fileStart } = await readEvents(ffprobe, { open, index: track.index }, context);
  if (events.length > MOST_EVENTS) throw tooMany(filename);
  const folder = await partFolder(context, 'subtitle-pictures');
  const size = film.picture === null ? null : shownSize(film.picture);
  const taking = { ffmpeg, context: within(context, 5, 30), filename };
  const pictures = await takePictures({ open, track, film: size }, folder, taking);
  const shown = joinedShowings(showingsOf(events), pictures);
  if (shown.length === 0) {
    throw new ConversionError(
      'input_empty',
      `No picture of the subtitle track of ${filename} can be seen: it has none, or they are outside the screen.`,
    );
  }
  const names = [...new Set(shown.map(({ picture }) => picture.name))];
  const read = await readSubtitlePictures(names, folder, installed, within(context, 30, 95));
  const origin = hasClock(film) ? fileStart : 0;
  const cues = cuesOf(shown, read, origin);
  warnOfReading(shown, { read, cues, origin, filename }, context);
  const path = join(folder, 'read.vtt');
  await writeFile(path, writeVtt(cues, { keepsOwn: false }));
  return path;
}

/** Whether times count from where the file begins; in a file of subtitles alone, they are those of the film. */
const hasClock = ({ picture, sounds, formats }: Film): boolean =>
  picture !== null || sounds.length > 0 || formats.some((name) => name === 'mpegts' || name === 'mpeg');

interface Shown extends Showing {
  readonly picture: SubtitlePicture;
}

/** Returns what is shown when; the same picture several times in a row is one. */
function joinedShowings(showings: readonly Showing[], pictures: ReadonlyMap<number, SubtitlePicture>): Shown[] {
  const shown: Shown[] = [];
  for (const showing of showings) {
    // ffprobe and ffmpeg may round differently.
    const picture = [0, -1, 1].map((off) => pictures.get(showing.start + off)).find((each) => each !== undefined);
    const last = shown.at(-1);
    if (picture === undefined) continue;
    if (last !== undefined && last.picture.name === picture.name && showing.start - last.end <= GAP) {
      shown[shown.length - 1] = { ...last, end: showing.end };
    } else shown.push({ ...showing, picture });
  }
  return shown;
}

function cuesOf(shown: readonly Shown[], read: ReadonlyMap<string, ReadPicture>, origin: number): Cue[] {
  const cues: Cue[] = [];
  for (const { picture, ...times } of shown) {
    const text = read.get(picture.name)?.text ?? '';
    if (text === '') continue;
    const [start, end] = [Math.max(0, times.start - origin), Math.max(0, times.end - origin)];
    const last = cues.at(-1);
    // Letters that fade in and out are several pictures.
    if (last !== undefined && last.spans[0]?.text === text && start - last.end <= GAP) {
      cues[cues.length - 1] = { ...last, end };
    } else cues.push({ start, end, spans: [{ text }], ...(picture.bottom < TOP && { place: { anchor: 8 } }) });
  }
  return cues;
}

function warnOfReading(
  shown: readonly Shown[],
  {
    read,
    cues,
    origin,
    filename,
  }: {
    readonly read: ReadonlyMap<string, ReadPicture>;
    readonly cues: readonly Cue[];
    readonly origin: number;
    readonly filename: string;
  },
  context: WorkContext,
): void {
  const of = (matches: (picture: ReadPicture) => boolean): Shown[] =>
    shown.filter(({ picture }) => matches(read.get(picture.name) ?? { text: '', isSure: false }));
  const times = (those: readonly Shown[]): string[] =>
    those.slice(0, NAMED).map(({ start }) => timeText(Math.max(0, start - origin), { sign: '.' }));
  const unread = of(({ text }) => text === '');
  if (cues.length === 0) {
    const message = `No text was recognised in the ${pluralize(shown.length, 'picture')} that ${filename} has as subtitles. Give option language if it is another one.`;
    throw new ConversionError('conversion_failed', message, {
      details: { option: 'language', pictures: shown.length },
    });
  }
  const unsure = of(({ text, isSure }) => text !== '' && !isSure);
  const rest =
    unsure.length === 0
      ? ''
      : ` ${unsure.length} of them ${unsure.length === 1 ? 'is' : 'are'} uncertain: ${listed(times(unsure), unsure)}.`;
  const message = `The subtitles of ${filename} are pictures. Their text was recognised and may have mistakes; colours and fonts are left out.${rest}`;
  context.warn('output_limited', message, {
    pictures: shown.length,
    subtitles: cues.length,
    uncertain: unsure.length,
    ...(unsure.length > 0 && { uncertain_at: times(unsure) }),
  });
  if (unread.length === 0) return;
  const lost = `No text was recognised in ${pluralize(unread.length, 'picture')} of ${filename}, which ${unread.length === 1 ? 'is' : 'are'} left out: ${listed(times(unread), unread)}.`;
  context.warn('output_limited', lost, { unread: unread.length, unread_at: times(unread) });
}

const listed = (times: readonly string[], all: readonly unknown[]): string =>
  `${times.join(', ')}${all.length > times.length ? ' and later' : ''}`;

function tooMany(filename: string): ConversionError {
  const message = `The subtitle track of ${filename} has more than ${MOST_EVENTS} pictures, the most that are read at once.`;
  return new ConversionError('input_bomb', message, { details: { limit: MOST_EVENTS } });
}
