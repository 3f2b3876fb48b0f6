import { createHash } from 'node:crypto';
import { safeFilename, stem } from '../files/filename.ts';
import type { LocalInput } from '../work/context.ts';
import type { OutputFile } from './engine.ts';

/**
 * Returns the name that a user sees: `output_filename`, the engine's choice, or the first input's name without its extension; then the
 * suffix that distinguishes outputs, and the extension.
 */
export function outputFilename(
  output: OutputFile,
  inputs: readonly LocalInput[],
  outputName: string | undefined,
): string {
  const basename = outputName || output.basename || stem(inputs[0]?.filename ?? 'output');
  return safeFilename(`${basename}${output.suffix ?? ''}.${output.extension}`);
}

/**
 * Returns the same id for the same task and file name, so that a repeated delivery reports the same outputs. Not a secret: the job service
 * gives each output an id of its own, for its download link. UUID version 8 (RFC 9562).
 */
export function outputId(taskId: string, filename: string): string {
  const hex = createHash('sha256').update(`${taskId}/${filename}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
