import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { engine } from '../../../engines/ebook/engine.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';

/** Returns the path of a file in fixtures/ebook. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/ebook/${name}`, import.meta.url));

export interface ConvertOptions {
  readonly target: string;
  readonly filename?: string;
  readonly password?: string;
  /** Path of the second input. */
  readonly second?: string;
  readonly options?: OptionValues;
}

export interface Converted {
  /** Path of the only output. */
  readonly path: string;
  readonly warnings: readonly { code: string; message: string; details: Record<string, unknown> }[];
  readonly progress: readonly number[];
}

/** A folder for one test file, with a work folder for each conversion. */
export class Bench extends ScratchFolder {
  #count = 0;

  static async make(): Promise<Bench> {
    return new Bench(await makeScratchFolder('ebook'));
  }

  /** Runs the engine like the runner: options checked and defaulted, programs sandboxed to a separate work folder. */
  async convert(path: string, { target, options = {}, ...how }: ConvertOptions): Promise<Converted> {
    const workFolder = this.path(`work-${++this.#count}`);
    await mkdir(workFolder);
    const { signal } = new AbortController();
    const paths = [path, ...(how.second === undefined ? [] : [how.second])];
    const { context, warnings, progress } = engineTask({ workFolder, readable: paths, signal });
    const checked = validateConversion({ category: 'ebook', target, options });
    const inputs = await Promise.all(paths.map((each) => toInput(each, each === path ? how : {})));
    const [output, ...others] = await engine.convert({ target, options: checked.options, inputs }, context);
    if (output === undefined || others.length > 0) throw new Error('expected one output');
    return { path: output.path, warnings, progress };
  }

  /** The same for several conversions, a limited number at a time. */
  async convertAll<Key extends string>(
    path: string,
    wanted: Readonly<Record<Key, ConvertOptions>>,
  ): Promise<Record<Key, Converted>> {
    const made: Partial<Record<Key, Converted>> = {};
    const waiting = Object.entries<ConvertOptions>(wanted) as [Key, ConvertOptions][];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        made[next[0]] = await this.convert(path, next[1]);
      }
    };
    await Promise.all([work(), work()]);
    return made as Record<Key, Converted>;
  }

  /** Unpacks a zip into a folder and returns it. */
  async unzip(path: string): Promise<string> {
    const folder = this.path(`unzipped-${++this.#count}`);
    await execa('unzip', ['-q', path, '-d', folder]);
    return folder;
  }

  /** Decodes the parts of books with calibre, unchanged, into a folder each. */
  async decodeAll<Key extends string>(books: Readonly<Record<Key, string>>): Promise<Record<Key, string>> {
    const folders = Object.fromEntries(
      Object.keys(books).map((key) => [key, this.path(`parts-${++this.#count}`)]),
    ) as Record<Key, string>;
    const work = (Object.keys(books) as Key[]).map((key) => [books[key], folders[key]]);
    await execa('calibre-debug', ['--run-without-debug', '-e', DECODER, '--', JSON.stringify(work)]);
    return folders;
  }
}

const DECODER = fileURLToPath(new URL('./decode.py', import.meta.url));

/** Returns the words of all pages in a folder of parts, without tags. */
export async function wordsIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.x?html?$/.test(name)).sort();
  const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return plainText(pages.join('\n'));
}

/** Removes tags from markup and collapses white space. */
export function plainText(markup: string): string {
  const text = markup.replace(/<style[^>]*>.*?<\/style>/gs, '').replace(/<[^>]*>/g, ' ');
  const entities: Readonly<Record<string, string>> = { '&quot;': '"', '&mdash;': '—', '&amp;': '&' };
  return text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity).replace(/\s+/g, ' ');
}

export async function toInput(path: string, how: Partial<ConvertOptions> = {}): Promise<LocalInput> {
  return {
    id: 'input',
    path,
    filename: how.filename ?? basename(path),
    size: (await stat(path)).size,
    format: await identify(path),
    decryptPassword: how.password ?? null,
  };
}

export const codesOf = ({ warnings }: Converted): string[] => warnings.map(({ code }) => code);

/** `ebook-meta` for each file, in one process. */
const META = `import sys
from calibre.ebooks.metadata.cli import main
for path in sys.argv[1:]:
    main(['ebook-meta', path])
    print('\\f', flush=True)`;

/** Returns names and values that `ebook-meta` prints for each book. */
export async function metasOf<Key extends string>(
  books: Readonly<Record<Key, string>>,
): Promise<Record<Key, ReadonlyMap<string, string>>> {
  const keys = Object.keys(books) as Key[];
  const { stdout } = await execa('calibre-debug', ['-c', META, ...keys.map((key) => books[key])]);
  const texts = stdout.split('\f\n');
  return Object.fromEntries(keys.map((key, index) => [key, metaIn(texts[index] ?? '')])) as Record<
    Key,
    ReadonlyMap<string, string>
  >;
}

function metaIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^([\w()]+)\s*: (.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

export interface Word {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the words of a PDF with their positions, points from the upper left corner, by pdftotext. */
export async function wordsOf(path: string): Promise<readonly Word[]> {
  const { stdout } = await execa('pdftotext', ['-bbox', path, '-']);
  let page = 0;
  return stdout.split('\n').flatMap((line) => {
    if (line.includes('<page ')) page += 1;
    const [, left, top, right, bottom, text] =
      /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)<\/word>/.exec(line) ?? [];
    if (text === undefined) return [];
    const [l, t, r, b] = [left, top, right, bottom].map(Number) as [number, number, number, number];
    return [{ text, page, left: l, top: t, right: r, bottom: b }];
  });
}

/** Returns pdfinfo's value for a name such as `Page size`. */
export async function pdfFact(path: string, name: string): Promise<string> {
  const { stdout } = await execa('pdfinfo', [path]);
  return new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
}

/** Returns the size in pixels of the picture in a folder whose name matches, by ImageMagick. */
export async function sizeOf(folder: string, name: RegExp): Promise<{ width: number; height: number }> {
  const file = (await readdir(folder, { recursive: true })).find((each) => name.test(each));
  if (file === undefined) throw new Error(`no picture ${name} in the book`);
  const { stdout } = await execa('identify', ['-format', '%w %h', join(folder, file)]);
  const [width = 0, height = 0] = stdout.split(' ').map(Number);
  return { width, height };
}
