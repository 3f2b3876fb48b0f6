import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import type { ReadFormat } from '../../../tools/formats/subtitles/model.ts';
import { rewriteInput, UNCHANGED } from '../../../tools/formats/subtitles/rewrite-input.ts';
import { writeUtf8 } from '../../../tools/formats/text/text-file.ts';
import type { FfmpegRuns } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import type { SubtitleTrack } from '../../../tools/programs/ffmpeg/probe/film.ts';
import { subtitleInputArguments } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { readReport } from '../../../tools/programs/ffmpeg/probe/probe.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import type { Material, Source } from '../sources.ts';
import type { SeenFilm } from './join-plan.ts';

/** Matches the language in a name of subtitles: `film.fr.srt`, `film.fra.vtt`. */
const LANGUAGE = /[._-]([a-z]{2,3})\.[a-z]+$/i;

/**
 * Adds subtitle files to a film, before its own ones and with the first of them as the default. Throws ConversionError `input_wrong_type`
 * for a malformed text.
 */
export async function addSubtitles(
  material: Material<SeenFilm>,
  inputs: readonly LocalInput[],
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Material<SeenFilm>> {
  const { film, sources } = material;
  const folder = await partFolder(runs.context, 'subtitles');
  const added: { readonly source: Source; readonly track: SubtitleTrack }[] = [];
  for (const [place, input] of inputs.entries()) {
    const path = await readable(input, join(folder, `${place}.txt`), { context: runs.context, folder });
    const track = await probe(input, path, { ffprobe, runs });
    added.push({
      source: { open: subtitleInputArguments(path), isCut: true, until: film.seconds },
      track: { ...track, file: sources.length + place, isUsual: place === 0 },
    });
  }
  const own = film.subtitles.map((track) => ({ ...track, isUsual: false }));
  return {
    ...material,
    film: { ...film, subtitles: [...added.map(({ track }) => track), ...own] },
    sources: [...sources, ...added.map(({ source }) => source)],
  };
}

/** Formats that ffmpeg does not read, or not with their styles; it gets them as ass. */
const REWRITTEN: Readonly<Record<string, ReadFormat>> = { ttml: 'ttml', sub: 'sub', sbv: 'sbv', lrc: 'lrc' };

/** Returns the path of subtitles that ffmpeg reads, in UTF-8. */
async function readable(
  input: LocalInput,
  path: string,
  work: { readonly context: WorkContext; readonly folder: string },
): Promise<string> {
  const from = (await isStyledVtt(input)) ? 'vtt' : REWRITTEN[input.format?.name ?? ''];
  if (from !== undefined) return rewriteInput(input, { ...UNCHANGED, from, to: 'ass' }, work);
  await writeUtf8(input.path, path);
  return path;
}

/** Bytes before the first cue that are searched for a style sheet. */
const HEAD_BYTES = 64 * 1024;

/** Whether it is WebVTT with a style sheet, of which ffmpeg 5.1 reads no cue. */
async function isStyledVtt({ path, format }: LocalInput): Promise<boolean> {
  if (format?.name !== 'vtt') return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return /^STYLE[ \t]*$/m.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

async function probe(
  { filename }: LocalInput,
  path: string,
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Omit<SubtitleTrack, 'file' | 'isUsual'>> {
  const { report, stderr } = await readReport(ffprobe, subtitleInputArguments(path), runs.context);
  const stream = report?.streams?.[0];
  if (stream?.codec_type !== 'subtitle') {
    const message = `${filename} holds no subtitles that could be read.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'merge' }, log: stderr.slice(-4096) });
  }
  const language = LANGUAGE.exec(filename)?.[1]?.toLowerCase() ?? null;
  return {
    ...{
      index: 0,
      codec: stream.codec_name ?? '',
      title: null,
      bitRate: null,
      edits: null,
      isText: true,
      isTeletext: false,
      isForced: false,
      canvas: null,
    },
    language: language === null ? null : threeLetters(language),
  };
}

/** Returns the ISO 639-2 code of the most common two-letter codes; null for others. */
function threeLetters(code: string): string | null {
  return code.length === 3 ? code : (CODES[code] ?? null);
}

// biome-ignore format: a table
const CODES: Readonly<Record<string, string>> = {
  ar: 'ara', bg: 'bul', cs: 'ces', da: 'dan', de: 'deu', el: 'ell', en: 'eng', es: 'spa', et: 'est', fa: 'fas', fi: 'fin', fr: 'fra',
  he: 'heb', hi: 'hin', hr: 'hrv', hu: 'hun', id: 'ind', it: 'ita', ja: 'jpn', ko: 'kor', lt: 'lit', lv: 'lav', nl: 'nld', no: 'nor',
  pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus', sk: 'slk', sl: 'slv', sr: 'srp', sv: 'swe', th: 'tha', tr: 'tur', uk: 'ukr', vi: 'vie',
  zh: 'zho',
};
