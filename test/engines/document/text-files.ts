import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { validateConversion } from '../../../src/catalog/index.ts';
import { type Converted, convert, type Scratch } from './support.ts';

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

let made = 0;

/** Returns the path of a new folder with these files. */
export async function writeFiles(scratch: Scratch, files: Files): Promise<string> {
  const folder = scratch.path(`files-${++made}`);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Returns the path of a zip with these files. */
export async function zipFiles(scratch: Scratch, files: Files): Promise<string> {
  const folder = await writeFiles(scratch, files);
  await execa('zip', ['-qr', `${folder}.zip`, '.'], { cwd: folder });
  return `${folder}.zip`;
}

/** Converts a file with the defaults of all options. */
export const convertTo = (scratch: Scratch, target: string, path: string, given = {}): Promise<Converted> =>
  convert(scratch, path, {
    target,
    options: validateConversion({ category: 'document', target, options: given }).options,
  });
