import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docBookOf } from './asciidoc.ts';
import { cleanTree, type TakenOut, TooDeep, type Tree, type TreeOptions } from './ast.ts';
import { type Picture, type PictureOptions, Pictures } from './pictures.ts';

/** Names in a job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'output';

export type CleanOptions = PictureOptions & TreeOptions;

export type CleanJob = CleanOptions & { readonly job: 'clean' };

/** AsciiDoc to DocBook. */
export interface AsciiDocJob {
  readonly job: 'asciidoc';
  /** Names in the job's folder of the files that may be included, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Cleaned {
  /** Whether the document names its title. */
  readonly hasTitle: boolean;
  readonly pictures: readonly Picture[];
  readonly missing: readonly string[];
  readonly remote: number;
  readonly leftOut: number;
  readonly taken: TakenOut;
}

export interface Read {
  /** Targets of includes that were not followed. */
  readonly missing: readonly string[];
}

/** Cleans a tree; null: it is nested too deeply. Runs in the worker process. */
export async function cleanFile(job: CleanJob, folder: string): Promise<Cleaned | null> {
  const pictures = new Pictures(job);
  const tree = JSON.parse(await readFile(join(folder, INPUT), 'utf8')) as Tree;
  try {
    const { tree: clean, taken } = cleanTree(tree, pictures, job);
    await writeFile(join(folder, OUTPUT), JSON.stringify(clean));
    for (const [name, bytes] of pictures.written) await writeFile(join(folder, name), bytes);
    const { missing, remote, leftOut, used } = pictures;
    const hasTitle = clean.meta.title !== undefined;
    return { hasTitle, pictures: [...used.values()], missing: [...missing], remote, leftOut, taken };
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

/** Converts AsciiDoc in UTF-8 to DocBook. Runs in the worker process. */
export async function readAsciiDoc({ files }: AsciiDocJob, folder: string): Promise<Read> {
  const text = await readFile(join(folder, INPUT), 'utf8');
  const missing = new Set<string>();
  const xml = await docBookOf(text, async (path) => {
    const name = Object.hasOwn(files, path) ? files[path] : undefined;
    if (name !== undefined) return readFile(join(folder, name), 'utf8');
    missing.add(path);
    return null;
  });
  await writeFile(join(folder, OUTPUT), xml);
  return { missing: [...missing] };
}
