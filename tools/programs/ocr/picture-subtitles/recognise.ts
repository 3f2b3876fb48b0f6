import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { pluralize } from '../../../../src/util/pluralize.ts';
import { partFolder, type WorkContext, within } from '../../../../src/work/context.ts';
import type { Cue } from '../../../formats/subtitles/model.ts';
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
import { warnOfReading } from './warnings.ts';

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
  const { events, fileStart, tick } = await readEvents(ffprobe, { open, index: track.index }, context);
  if (events.length > MOST_EVENTS) throw tooMany(filename);
  const folder = await partFolder(context, 'subtitle-pictures');
  const size = film.picture === null ? null : shownSize(film.picture);
  const taking = { ffmpeg, context: within(context, 5, 30), filename };
  const pictures = await takePictures({ open, track, film: size }, folder, taking);
  const showings = showingsOf(events).map((showing) => ({ ...showing, picture: pictureAt(showing, pictures, tick) }));
  const shown = joined(showings.filter(isSeen));
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
  const unread = [...shown.filter(({ picture }) => read.get(picture.name)?.text === ''), ...unseen(showings)];
  if (cues.length === 0) throw nothingRead(filename, shown.length);
  const unsure = shown.filter(({ picture }) => {
    const found = read.get(picture.name);
    return found !== undefined && found.text !== '' && !found.isSure;
  });
  const counts = { pictures: shown.length, subtitles: cues.length, unsure, unread };
  warnOfReading(counts, { origin, filename, context });
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

const isSeen = (showing: Showing & { readonly picture: SubtitlePicture | null }): showing is Shown =>
  showing.picture !== null;

/** Returns the picture that is shown then; null if the screen is empty. ffmpeg rounds the times to those of the track. */
function pictureAt(
  { start }: Showing,
  pictures: ReadonlyMap<number, SubtitlePicture>,
  tick: number,
): SubtitlePicture | null {
  const at = Math.round(Math.round(start / tick) * tick);
  return pictures.get(at) ?? pictures.get(at - 1) ?? pictures.get(at + 1) ?? null;
}

/** Joins showings of the same picture in a row. */
function joined(showings: readonly Shown[]): Shown[] {
  const shown: Shown[] = [];
  for (const showing of showings) {
    const last = shown.at(-1);
    if (last !== undefined && last.picture.name === showing.picture.name && showing.start - last.end <= GAP) {
      shown[shown.length - 1] = { ...last, end: showing.end };
    } else shown.push(showing);
  }
  return shown;
}

/** Returns when a picture should be shown and the screen is empty; not where letters fade in or out, beside a picture. */
function unseen(showings: readonly (Showing & { readonly picture: SubtitlePicture | null })[]): readonly Showing[] {
  return showings.filter(({ start, end, picture }, index) => {
    if (picture !== null) return false;
    const [before, after] = [showings[index - 1], showings[index + 1]];
    const isAfter = before !== undefined && before.picture !== null && start - before.end <= GAP;
    const isBefore = after !== undefined && after.picture !== null && after.start - end <= GAP;
    return !isAfter && !isBefore;
  });
}

function nothingRead(filename: string, pictures: number): ConversionError {
  const message = `No text was recognised in the ${pluralize(pictures, 'picture')} that ${filename} has as subtitles. Give option language if it is another one.`;
  return new ConversionError('conversion_failed', message, { details: { option: 'language', pictures } });
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

function tooMany(filename: string): ConversionError {
  const message = `The subtitle track of ${filename} has more than ${MOST_EVENTS} pictures, the most that are read at once.`;
  return new ConversionError('input_bomb', message, { details: { limit: MOST_EVENTS } });
}
