import { mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { allDone } from '../../../src/util/concurrency.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { LookedAt } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import { lookOn } from '../pools.ts';
import { decodersOf } from '../sources.ts';
import { type Decoder, INPUT, type Pictures } from './decoder.ts';
import { ALWAYS, SECOND } from './second-decoders.ts';
import { type Look, type Opinion, verdictOn } from './second-opinion.ts';

/** Processes the pictures of one input. Its warnings count only if it succeeds. */
export type Use<Result> = (pictures: Pictures, context: WorkContext, look: LookedAt) => Promise<Used<Result>>;

export interface Used<Result> {
  readonly result: Result;
  /** The first picture that needs a second decoder. Null: no picture is in doubt. */
  readonly doubted: DoubtedPicture | null;
}

export interface DoubtedPicture {
  /** Index in the input, from 0. */
  readonly index: number;
  readonly look: Look;
  /** Number of requested pages or frames of the input. */
  readonly wanted: number;
}

/**
 * Unpacks an input with the first decoder of its format that can read it, and passes its pictures to `use`; if that finds them damaged, the
 * next decoder is tried. A second decoder also unpacks a picture that may be wrong, and if it gets more out of it, everything is repeated
 * with this decoder. Throws ConversionError `input_wrong_type`, and the first decoder's error.
 */
export async function withPictures<Result>(
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
  use: Use<Result>,
): Promise<Result> {
  const decoders = await decodersOf(input);
  const errors: ConversionError[] = [];
  for (const decoder of decoders) {
    try {
      return await withSecondOpinion(decoder, input, options, context, use);
    } catch (error) {
      if (!isForTheNext(error)) throw error;
      errors.push(error);
    }
  }
  // A decoder that recognises an unsupported variant outranks one that reports damage.
  throw errors.find(({ code }) => code === 'input_wrong_type') ?? errors[0];
}

async function withSecondOpinion<Result>(
  decoder: Decoder,
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
  use: Use<Result>,
): Promise<Result> {
  const format = input.format?.name ?? '';
  const always = ALWAYS.has(format);
  // Usually the first picture is requested. Both decoders run at once: one after the other took 1.2 times as long.
  const [first, early] = await allDone([
    attempt(decoder, input, options, context, (pictures, heard, warnings) =>
      use(pictures, heard, always || warnings.some(isOfDamage) ? 'always' : 'where it is plain or damaged'),
    ),
    always ? secondOpinion(0, decoder, input, options, context) : Promise.resolve(null),
  ]);
  const { doubted } = first.result;
  const opinion = doubted && { look: doubted.look, isWarned: first.warnings.some(isOfDamage) };
  const asked = (index: number): Promise<SecondOpinion | null> =>
    index === 0 && always ? Promise.resolve(early) : secondOpinion(index, decoder, input, options, context);
  const second = doubted && opinion && (await asked(doubted.index));
  const verdict = second && opinion ? verdictOn(opinion, second.opinion) : 'first';
  // If it has fewer pictures than requested, some would be lost.
  if (second && verdict === 'second' && doubted.wanted <= second.count) {
    const better = await attempt(second.decoder, input, options, context, (pictures, heard) =>
      use(pictures, heard, 'never'),
    );
    for (const warning of better.warnings) context.warn(...warning);
    return better.result.result;
  }
  for (const warning of first.warnings) context.warn(...warning);
  if (second && verdict !== 'first') {
    const message = `Two programs see this picture differently, ${decoder.name} and ${second.decoder.name}. What ${decoder.name} sees was converted: compare the result with the original.`;
    context.warn('output_limited', message);
  }
  return first.result.result;
}

interface SecondOpinion {
  readonly decoder: Decoder;
  readonly opinion: Opinion;
  /** Number of pictures that it unpacked; 1 if it does not know. */
  readonly count: number;
}

/** Returns what the first working decoder other than `first` makes of one picture of the input; null if there is none. */
async function secondOpinion(
  index: number,
  first: Decoder,
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
): Promise<SecondOpinion | null> {
  for (const decoder of SECOND[input.format?.name ?? ''] ?? []) {
    if (decoder.name === first.name) continue;
    try {
      const { result: seen, warnings } = await attempt(decoder, input, options, context, async (pictures, heard) => {
        const count = pictures.count ?? 1;
        if (index >= count) return null;
        const { path, reading, page } = await pictures.picture(index);
        const look = await lookOn({ input: INPUT, reading, page }, path, heard);
        return look === null ? null : { look, count };
      });
      if (seen !== null) {
        const opinion = { look: seen.look, isWarned: warnings.some(isOfDamage) };
        return { decoder, opinion, count: seen.count };
      }
    } catch (error) {
      if (!isForTheNext(error)) throw error;
    }
  }
  return null;
}

type Warning = Parameters<WorkContext['warn']>;

const isOfDamage = ([code]: Warning): boolean => code === 'input_damaged' || code === 'input_truncated';

/** Returns the result of `use` on what a decoder unpacks, and the warnings of both. */
async function attempt<Result>(
  decoder: Decoder,
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
  use: (pictures: Pictures, heard: WorkContext, warnings: readonly Warning[]) => Promise<Result>,
): Promise<{ readonly result: Result; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const known = new Set<string>();
  // One warning is enough for many pages.
  const warn: WorkContext['warn'] = (...warning) => {
    const [code, message] = warning;
    if (known.has(`${code} ${message}`)) return;
    known.add(`${code} ${message}`);
    warnings.push(warning);
  };
  const folder = decoder.readsInPlace ? context.workFolder : await unpackingFolder(input, context);
  const heard = { ...context, warn };
  const pictures = await decoder.unpack({ input, options, context: heard, folder });
  return { result: await use(pictures, heard, warnings), warnings };
}

/** Returns a new folder that holds a link to the input, always named `input`. */
export async function unpackingFolder(input: LocalInput, { workFolder }: WorkContext): Promise<string> {
  const folder = await mkdtemp(join(workFolder, 'unpacked-'));
  await symlink(input.path, join(folder, INPUT));
  return folder;
}

/** Errors after which another decoder may do better; a program that is missing or crashes is skipped. */
const FOR_THE_NEXT: ReadonlySet<string> = new Set([
  'input_damaged',
  'input_wrong_type',
  'program_missing',
  'engine_crashed',
]);

const isForTheNext = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && FOR_THE_NEXT.has(error.code);
