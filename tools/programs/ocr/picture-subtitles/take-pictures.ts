import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foundPipeClosed } from '../../../../src/process/failures.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { ffmpegFailure } from '../../ffmpeg/failures.ts';
import { type FfmpegRuns, ffmpegCall } from '../../ffmpeg/ffmpeg.ts';
import { QUIET } from '../../ffmpeg/frames/pictures.ts';
import type { SubtitleTrack } from '../../ffmpeg/probe/film.ts';
import { missingModule } from '../pictures.ts';
import { ocrProgram } from '../programs.ts';

const SCRIPT = fileURLToPath(new URL('prepare.py', import.meta.url));

/** A picture of a subtitle, as dark letters on white. */
export interface SubtitlePicture {
  /** Name of its file; the same for the same picture. */
  readonly name: string;
  /** Its edges, as shares of the height of the screen. */
  readonly top: number;
  readonly bottom: number;
}

/** File with the times of the screens. */
const TIMES = 'times.txt';

/** All pictures of a film as files, bytes; a film has some 30 MB. */
const MOST_BYTES = 1024 ** 3;

/** Screen of DVB subtitles that state none (EN 300 743, 7.2.1), and of PAL. */
const USUAL_SCREEN = { width: 720, height: 576 };

/**
 * Writes the pictures of a track into `folder`, and returns those by the milliseconds at which they are shown. Throws ConversionError:
 * `input_bomb` for too large pictures, `program_missing`, and what running ffmpeg throws.
 */
export async function takePictures(
  {
    open,
    track,
    film,
  }: {
    readonly open: readonly string[];
    readonly track: SubtitleTrack;
    /** Size of the film; null if there is none. */
    readonly film: { readonly width: number; readonly height: number } | null;
  },
  folder: string,
  { ffmpeg, context, filename }: FfmpegRuns,
): Promise<ReadonlyMap<number, SubtitlePicture>> {
  const { width, height } = track.canvas ?? largest(film, USUAL_SCREEN);
  // Marks each frame, as only marked ones are listed with their times.
  const listed = ['settb=1/1000', 'metadata=add:key=at:value=0', `metadata=print:key=at:file=${TIMES}`];
  const args = [
    ...QUIET,
    ...['-copyts', '-canvas_size', `${width}x${height}`, ...open],
    ...['-filter_complex', `[0:${track.index}]${[...listed, 'format=bgra'].join(',')}[screens]`],
    ...['-map', '[screens]', '-fps_mode', 'passthrough', '-c:v', 'bmp', '-f', 'image2pipe', 'pipe:1'],
  ];
  const python = {
    ...(await ocrProgram('pictures')),
    args: ['-I', SCRIPT, folder, String(MOST_BYTES)],
    readable: [SCRIPT],
  };
  const [decoded, prepared] = await context.pipe([
    ffmpegCall(ffmpeg, args, { cwd: folder, device: null }),
    { ...python, acceptExitCodes: 'any' },
  ]);
  const [code, stderr] = [decoded?.exitCode ?? -1, decoded?.stderr ?? ''];
  if (code !== 0 && !foundPipeClosed(code, stderr)) throw ffmpegFailure(code, stderr, filename);
  if (prepared?.exitCode !== 0) throw unprepared(filename, prepared?.stderr ?? '');
  return picturesByTime(filename, folder);
}

async function picturesByTime(filename: string, folder: string): Promise<ReadonlyMap<number, SubtitlePicture>> {
  const answer: { shown?: (SubtitlePicture | null)[]; error?: string } = JSON.parse(
    await readFile(join(folder, 'shown.json'), 'utf8'),
  );
  if (answer.shown === undefined) {
    const message = `The subtitles of ${filename} are pictures that are too large together, or for a screen of more than 4096 × 4096 pixels.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_BYTES } });
  }
  const at = [...(await readFile(join(folder, TIMES), 'utf8')).matchAll(/^frame:\d+ +pts:(-?\d+)/gm)].map(([, pts]) =>
    Number(pts),
  );
  return new Map(
    answer.shown.flatMap((picture, index) => (picture === null ? [] : [[at[index] ?? -1, picture] as const])),
  );
}

const largest = (
  one: { readonly width: number; readonly height: number } | null,
  other: { readonly width: number; readonly height: number },
) => ({ width: Math.max(one?.width ?? 0, other.width), height: Math.max(one?.height ?? 0, other.height) });

function unprepared(filename: string, stderr: string): ConversionError {
  const message = `The pictures of the subtitles of ${filename} could not be prepared for text recognition.`;
  const failed = new ConversionError('conversion_failed', message, { log: stderr.slice(-4000) });
  return missingModule(failed) ?? failed;
}
