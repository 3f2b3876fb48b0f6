import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { Reading } from '../job.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES } from '../limits.ts';
import type { ImageOptions } from '../options.ts';

/** One picture of an input, in a file that the process of pixels reads. */
export interface Source {
  readonly path: string;
  readonly reading: Reading;
  /** From 0: of this file. */
  readonly page: number;
  /** Dots an inch, where the decoder knows. */
  readonly density: number | null;
  readonly isDrawn: boolean;
  /** Milliseconds of each frame of an animation, where the decoder knows better than the file. */
  readonly delay?: readonly number[];
  /** What is left to be done with the pixels. */
  readonly options: ImageOptions;
}

/** The pictures of an input: its pages, frames or only one. */
export interface Pictures {
  /** null: the file itself says, to who reads its first picture. */
  readonly count: number | null;
  /** They are frames of an animation, which may stay one. */
  readonly moves?: boolean;
  /** Paths of SVGs of our own making, one a picture: the target svg takes those, not their pixels. */
  readonly svgs?: readonly string[];
  /** Makes one of them, `index` from 0. Asked once for each, in order. */
  picture(index: number): Promise<Source>;
}

/** What a decoder works with. */
export interface Unpacking {
  readonly input: LocalInput;
  readonly options: ImageOptions;
  readonly context: WorkContext;
  /**
   * Of this decoder alone, in the work folder. It holds a link to the input, named `input` whatever the input is called. Of a decoder that
   * reads in place it is the work folder itself, without a link.
   */
  readonly folder: string;
}

/** The input in the folder of an Unpacking: programs take brackets, colons and percent signs in the name of a file for more. */
export const INPUT = 'input';

/** Who unpacks formats that the process of pixels does not read itself. A file each in this folder; sources.ts says who does what. */
export interface Decoder {
  /** What the documentation calls it. */
  readonly name: string;
  /** Without one of these it does nothing. */
  readonly programs: readonly ProgramPlaces[];
  /** Whether it leaves the input to the process of pixels, where it lies, and makes no files; default false. */
  readonly readsInPlace?: boolean;
  /**
   * Throws ConversionError: `input_damaged` where it cannot read the input, `input_wrong_type` where it does not know this kind of
   * it (the next decoder of the format is asked then), `program_missing`, `input_bomb`, `limit_*` and whatever ends the task.
   */
  unpack(unpacking: Unpacking): Promise<Pictures>;
}

const GiB = 1024 ** 3;

/** Of a program that unpacks one input. */
export const DECODER_LIMITS = {
  wallMs: 10 * 60_000,
  cpuSeconds: 300,
  memoryBytes: 2 * GiB,
  fileBytes: 4 * GiB,
  processes: 64,
};

/** Pictures that a decoder has written, a file each, in this order. */
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

/** What a program has written, by the last number in each name. Throws ConversionError `input_damaged` if there is nothing. */
export async function written(folder: string, extension: string, log: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
  if (names.length === 0) throw unreadable(log);
  const number = (name: string): number => Number(/(\d+)\D*$/.exec(name)?.[1] ?? 0);
  return names.toSorted((one, other) => number(one) - number(other)).map((name) => join(folder, name));
}

/** @param log what the program said */
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

/** Runs a decoder's program in its folder, whatever its exit code. Throws `program_missing`, and what running a program does. */
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
