import { stat } from 'node:fs/promises';
import { identify } from '../../src/files/identify.ts';
import type { LocalInput } from '../../src/work/context.ts';

/** A file that was made of an input, under the name and id of that input; what it is, its content says. */
export async function standIn(input: LocalInput, path: string): Promise<LocalInput> {
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  return { ...input, path, size, format, decryptPassword: null };
}
