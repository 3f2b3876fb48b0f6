import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isBelow } from '../../files/fetch/local-source.ts';
import { openFolder, RefusedPath } from '../../files/folders/opened-folder.ts';
import { badRequest } from '../bad-request.ts';

/** Absolute paths. Links are followed when the watch begins, but not afterwards. */
export interface Places {
  readonly input: string;
  readonly output: string;
  readonly failed: string;
}

export interface PlaceFlags {
  output: string;
  /** Folder for inputs that could not be converted; default: `failed` in the watched folder. */
  failed?: string;
}

/**
 * Finds the folders of a watch, and creates the one for outputs.
 * @param folder as it was typed
 * @throws ConversionErrors for a mistake in the command line; the system's error if a folder cannot be created
 */
export async function openPlaces(folder: string, flags: PlaceFlags): Promise<Places> {
  const input = await realpath(folder).catch(() => null);
  if (input === null || !(await stat(input)).isDirectory()) throw badRequest(`${folder} is not a folder.`);
  const [output, failed] = await Promise.all(
    [flags.output, flags.failed ?? join(input, 'failed')].map((each) => withoutLinks(resolve(each), input)),
  );
  if (output === undefined || failed === undefined) throw new Error('two paths have two ends');
  if (output === input)
    throw badRequest('The outputs need a folder of their own: what is put into the watched one is converted.');
  if (failed === input) throw badRequest('Inputs that fail need a folder of their own (--failed).');
  await makeOutput(output);
  return { input, output, failed };
}

async function makeOutput(output: string): Promise<void> {
  try {
    await (await openFolder(output, { make: true })).close();
  } catch (error) {
    if (!(error instanceof RefusedPath)) throw error;
    throw badRequest(`${error.message} in a watched folder. Give the folder that it leads to.`);
  }
}

/** The kernel's limit. */
const MOST_LINKS = 40;

/**
 * Resolves the links of a path, except those in the watched folder, which others may have made. A missing path counts as a folder.
 * @param path absolute
 */
async function withoutLinks(path: string, watched: string): Promise<string> {
  const names = path.split(sep);
  let links = 0;
  let real: string = sep;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(real, name);
    const isOwn = real === watched || isBelow(real, watched);
    const target = name === '' || name === '..' || isOwn ? null : await readlink(next).catch(() => null);
    if (target === null) real = name === '..' ? dirname(real) : next;
    else {
      links += 1;
      if (links > MOST_LINKS) throw badRequest(`${path} leads through too many symbolic links.`);
      names.unshift(...target.split(sep));
      if (isAbsolute(target)) real = sep;
    }
  }
  return real;
}
