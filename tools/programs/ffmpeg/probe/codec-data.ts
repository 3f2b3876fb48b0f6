import { ConversionError } from '../../../../src/task/errors.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { callOf, type Program } from '../programs.ts';
import { filmInputArguments } from './input-safety.ts';

/**
 * Returns a digest of the decoder setup of each stream of a film: packets of two films can only be joined if their digests are equal.
 * Throws ConversionError `input_damaged`.
 */
export async function codecData(
  ffprobe: Program,
  { path, filename }: { readonly path: string; readonly filename: string },
  context: WorkContext,
): Promise<string> {
  const show = ['-show_data_hash', 'MD5', '-show_entries', 'stream=index,extradata_hash', '-print_format', 'compact'];
  const { exitCode, stdout, stderr } = await context.run(
    callOf(ffprobe, ['-v', 'error', ...show, ...filmInputArguments(path)], { acceptExitCodes: 'any' }),
  );
  if (exitCode === 0) return stdout;
  throw new ConversionError('input_damaged', `${filename} is damaged: its streams could not be read.`, {
    log: stderr.slice(-4096),
  });
}
