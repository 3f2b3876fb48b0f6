import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Result of an attempt: its outputs, or the code of a documented error. Anything else is thrown. */
export type Made =
  | { readonly outputs: readonly string[]; readonly warnings: readonly string[] }
  | { readonly refused: string };

/** One file through one conversion. */
export interface Attempt {
  /** Absolute path. */
  readonly file: string;
  /** Name in the table: `archive/zip`. */
  readonly name: string;
  /** Whether it is another program for comparison, whose errors are counted without failing the run. */
  readonly isReference?: boolean;
  /** Writes into an empty folder. */
  make(folder: string): Promise<Made>;
  /** Throws what is wrong with the outputs. `warnings`: warnings reported for them. */
  verify(outputs: readonly string[], warnings: readonly string[]): Promise<void>;
}

export interface Outcome extends Pick<Attempt, 'file' | 'name'> {
  readonly isReference: boolean;
  /** `converted`, the code of a documented error, or what is wrong. */
  readonly result: string;
  readonly kind: 'converted' | 'refused' | 'wrong';
  readonly seconds: number;
}

/** Never throws. */
export async function tryOut({ file, name, isReference = false, make, verify }: Attempt): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-corpus-'));
  const started = performance.now();
  const outcome = (kind: Outcome['kind'], result: string): Outcome => {
    return { file, name, isReference, kind, result, seconds: (performance.now() - started) / 1000 };
  };
  try {
    const made = await make(folder);
    if ('refused' in made) return outcome('refused', made.refused);
    await verify(made.outputs, made.warnings);
    return outcome('converted', 'converted');
  } catch (error) {
    return outcome('wrong', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
