import { readFile } from 'node:fs/promises';
import { convertPart } from '../../src/runner/part.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';

/** Returns the digests of a file, in hex, made by the category hash. */
export async function checksumsOf(input: LocalInput, context: WorkContext): Promise<{ md5: string; sha256: string }> {
  const digest = async (target: 'md5' | 'sha256'): Promise<string> => {
    const { path } = await convertPart('hash', { target, options: {}, inputs: [input] }, context);
    return (await readFile(path, 'utf8')).trim();
  };
  const [md5, sha256] = await Promise.all([digest('md5'), digest('sha256')]);
  return { md5, sha256 };
}
