import { createHash } from 'node:crypto';
import { safeFilename } from '../files/filename.ts';
import type { LocalInput, OutputFile } from './engine.ts';

/**
 * The name a user sees: `output_filename`, or what the engine chose, or the first input's name without its extension;
 * then the suffix that tells outputs apart, and the extension.
 */
export function outputFilename(
  output: OutputFile,
  inputs: readonly LocalInput[],
  outputName: string | undefined,
): string {
  const basename = outputName || output.basename || stem(inputs[0]?.filename ?? 'output');
  return safeFilename(`${basename}${output.suffix ?? ''}.${output.extension}`);
}

/** A file name without its last extension; a leading dot is part of the name. */
export function stem(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
}

/** Gives every output of one run its own name: the second `talk.mp3` becomes `talk-2.mp3`. Names are compared without case. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(filename: string): string {
    let candidate = filename;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number += 1) {
      const base = stem(filename);
      candidate = `${base}-${number}${filename.slice(base.length)}`;
    }
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/**
 * The same task and file name give the same id, so that a repeated delivery reports the same outputs. Not a secret: the job service
 * gives each output an id of its own, for its download link. UUID version 8 (RFC 9562).
 */
export function outputId(taskId: string, filename: string): string {
  const hex = createHash('sha256').update(`${taskId}/${filename}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
