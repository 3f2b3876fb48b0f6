import { mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { ImageOptions } from '../options.ts';
import { decodersOf } from '../sources.ts';
import { type Decoder, INPUT, type Pictures } from './decoder.ts';

/** What goes on with the pictures of one input. Its warnings count only where it succeeds. */
export type Use<Result> = (pictures: Pictures, context: WorkContext) => Promise<Result>;

/**
 * Unpacks an input by the first decoder of its format that can read it, and hands its pictures to `use`; when that finds them
 * damaged, the next decoder is asked. Throws ConversionError `input_wrong_type`, and what the first decoder says.
 */
export async function withPictures<Result>(
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
  use: Use<Result>,
): Promise<Result> {
  const decoders = await decodersOf(input);
  let first: unknown;
  for (const decoder of decoders) {
    try {
      return await attempt(decoder, input, options, context, use);
    } catch (error) {
      first ??= error;
      if (!isForTheNext(error)) throw error;
    }
  }
  throw first;
}

async function attempt<Result>(
  decoder: Decoder,
  input: LocalInput,
  options: ImageOptions,
  context: WorkContext,
  use: Use<Result>,
): Promise<Result> {
  const warnings: Parameters<WorkContext['warn']>[] = [];
  const known = new Set<string>();
  // Of many pages one warning is enough.
  const warn: WorkContext['warn'] = (...warning) => {
    const [code, message] = warning;
    if (known.has(`${code} ${message}`)) return;
    known.add(`${code} ${message}`);
    warnings.push(warning);
  };
  const folder = await mkdtemp(join(context.workFolder, 'unpacked-'));
  await symlink(input.path, join(folder, INPUT));
  const heard = { ...context, warn };
  const result = await use(await decoder.unpack({ input, options, context: heard, folder }), heard);
  for (const warning of warnings) context.warn(...warning);
  return result;
}

/** What another decoder may do better; a program that is missing or crashes is one decoder less. */
const FOR_THE_NEXT: ReadonlySet<string> = new Set(['input_damaged', 'program_missing', 'engine_crashed']);

const isForTheNext = (error: unknown): boolean => error instanceof ConversionError && FOR_THE_NEXT.has(error.code);
