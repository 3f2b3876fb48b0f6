import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Reading } from '../job.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES } from '../limits.ts';
import type { ImageOptions } from '../options.ts';

/** One picture of an input, in a file that the pixel process reads. */
export interface Source {
  readonly path: string;
  readonly reading: Reading;
  /** Page of this file, from 0. */
  readonly page: number;
  /** Dots per inch, if the decoder knows. */
  readonly density: number | null;
  readonly isDrawn: boolean;
  /** Duration of each frame of an animation, ms, if the decoder knows better than the file. */
  readonly delay?: readonly number[];
  /** Options that are still to be applied to the pixels. */
  readonly options: ImageOptions;
}

/** The pictures of an input: its pages or frames, or a single one. */
export interface Pictures {
  /** Number of pictures. Null: the process that reads the first picture learns it from the file. */
  readonly count: number | null;
  /** Whether they are frames of an animation, which may stay one. */
  readonly moves?: boolean;
  /** Makes the picture `index`, from 0. Called once for each picture, in order. */
  picture(index: number): Promise<Source>;
}

/** What a decoder works with. */
export interface Unpacking {
  readonly input: LocalInput;
  readonly options: ImageOptions;
  readonly context: WorkContext;
  /**
   * Folder of this decoder alone, in the work folder. It holds a link to the input, always named `input`. For a decoder that reads in place
   * it is the work folder itself, without a link.
   */
  readonly folder: string;
}

/** Name of the input in the folder of an Unpacking: programs interpret brackets, colons and percent signs in file names. */
export const INPUT = 'input';

/** Unpacks formats that the pixel process does not read itself. Each decoder has a file in this folder; sources.ts assigns them. */
export interface Decoder {
  /** Name of the decoder in the documentation. */
  readonly name: string;
  /** Programs that the decoder cannot work without. */
  readonly programs: readonly ProgramPlaces[];
  /** Whether the decoder makes no files and leaves the input in place for the pixel process; default false. */
  readonly readsInPlace?: boolean;
  /**
   * Throws ConversionError: `input_damaged` if it cannot read the input, `input_wrong_type` if it does not know this variant (the next
   * decoder of the format is then tried), `program_missing`, `input_bomb`, `limit_*` and whatever ends the task.
   */
  unpack(unpacking: Unpacking): Promise<Pictures>;
}

const GiB = 1024 ** 3;

/** Limits of a program that unpacks one input. */
export const DECODER_LIMITS = {
  wallMs: 10 * 60_000,
  cpuSeconds: 300,
  memoryBytes: 2 * GiB,
  fileBytes: 4 * GiB,
  processes: 64,
};

/** Returns pictures that a decoder has written, a file each, in this order. */
export function picturesIn(paths: readonly string[], { options }: Unpacking, density: number | null = null): Pictures {
  if (paths.length > MAX_PAGES) throw tooManyPages(paths.length);
  return {
    count: paths.length,
    async picture(index) {
      const path = paths[index];
      if (path === undefined) throw new Error(`there is no picture ${index}`);
      return { path, reading: 'unpacked', page: 0, density, isDrawn: false, options };
    },
  };
}

/** Returns a program's files, ordered by the last number in each name. Throws ConversionError `input_damaged` if there are none. */
export async function written(folder: string, extension: string, log: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
  if (names.length === 0) throw unreadable(log);
  const number = (name: string): number => Number(/(\d+)\D*$/.exec(name)?.[1] ?? 0);
  return names.toSorted((one, other) => number(one) - number(other)).map((name) => join(folder, name));
}

/** @param log output of the program */
export function damaged(log: string): ConversionError {
  return new ConversionError('input_damaged', 'The picture is damaged: it cannot be decoded.', {
    log: log.slice(-4000),
  });
}

/** @param what follows `kind`: `a TIFF of samples of 24 bits` */
export function unsupported(what: string, log = ''): ConversionError {
  const message = `The picture is ${what}, which cannot be unpacked here. Save it in another kind of the format, or as a PNG.`;
  return new ConversionError('input_wrong_type', message, { log: log.slice(-4000) });
}

/** Messages of programs about unsupported pictures; for damaged ones they state the error. */
const NOT_KNOWN =
  /not (?:yet )?(?:supported|implemented)|un(?:supported|implemented)|patch ?welcome|unknown (?:compression|pixel mode|data type)/i;

/** The error of a program that decoded nothing: its message distinguishes damaged pictures from unsupported ones. */
export const unreadable = (log: string): ConversionError =>
  NOT_KNOWN.test(log) ? unsupported('in a variant that its format allows but few programs write', log) : damaged(log);

/** Runs a decoder's program in its folder, whatever its exit code. Throws `program_missing`, and what running a program throws. */
export async function runDecoder(program: ProgramPlaces, args: readonly string[], { context, folder }: Unpacking) {
  return context.run({
    name: program.name,
    path: await findProgram(program),
    args,
    cwd: folder,
    limits: DECODER_LIMITS,
    acceptExitCodes: 'any',
  });
}
