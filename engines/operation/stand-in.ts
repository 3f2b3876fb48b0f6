import { stat } from 'node:fs/promises';
import { identify } from '../../src/files/identify.ts';
import type { LocalInput } from '../../src/work/context.ts';

/** Returns a file made from an input, with the name and id of that input; its type is detected from the content. */
export async function standIn(input: LocalInput, path: string): Promise<LocalInput> {
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  return { ...input, path, size, format, decryptPassword: null };
}
