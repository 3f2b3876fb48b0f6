import { lstat, realpath } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { ConversionError } from '../task/errors.ts';
import type { OutputFile } from './engine.ts';

/**
 * A program that was taken over by its input could leave a link to a system file where its output should be. Nothing
 * leaves the work folder unless it is a regular file that really lies in it. Throws `conversion_failed`.
 * @param workFolder its real path, without links
 */
export async function checkOutputs(outputs: readonly OutputFile[], workFolder: string): Promise<void> {
  if (outputs.length === 0) throw new ConversionError('conversion_failed', 'The conversion produced no file.');
  await checkFiles(outputs, workFolder);
}

/** The same of files that are on their way. Throws `conversion_failed`. */
export async function checkFiles(
  outputs: readonly Pick<OutputFile, 'path' | 'extension'>[],
  workFolder: string,
): Promise<void> {
  for (const { path, extension } of outputs) {
    const [stats, inside] = await Promise.all([
      lstat(path).catch(() => null),
      isDirectlyIn(workFolder, path) || isWithin(workFolder, path),
    ]);
    if (!(inside && stats?.isFile())) {
      throw new ConversionError('conversion_failed', `The conversion did not leave a regular ${extension} file.`, {
        log: `not a regular file of the work folder: ${path}`,
      });
    }
  }
}

/** No folder between them could be a link. */
const isDirectlyIn = (folder: string, path: string): boolean => dirname(path) === folder;

/** False where it is not there. */
const isWithin = (folder: string, path: string): Promise<boolean> =>
  realpath(path).then(
    (real) => !relative(folder, real).startsWith('..'),
    () => false,
  );
