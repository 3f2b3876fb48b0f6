import { lstat, realpath } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { ConversionError } from '../task/errors.ts';
import type { OutputFile } from './engine.ts';

/**
 * Refuses outputs that are not regular files inside the work folder: a program that was taken over by its input could leave a link to a
 * system file where its output should be. Throws `conversion_failed`.
 * @param workFolder its real path, without links
 */
export async function checkOutputs(outputs: readonly OutputFile[], workFolder: string): Promise<void> {
  if (outputs.length === 0) throw new ConversionError('conversion_failed', 'The conversion produced no file.');
  await checkFiles(outputs, workFolder);
}

/** Checks intermediate files in the same way. Throws `conversion_failed`. */
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

/** If the file is directly in the folder, no folder between them can be a link. */
const isDirectlyIn = (folder: string, path: string): boolean => dirname(path) === folder;

/** False if it does not exist. */
const isWithin = (folder: string, path: string): Promise<boolean> =>
  realpath(path).then(
    (real) => !relative(folder, real).startsWith('..'),
    () => false,
  );
