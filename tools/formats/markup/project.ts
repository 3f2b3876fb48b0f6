import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { extname, join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { archiveKindOf } from '../archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../archives/limits.ts';
import { unpack } from '../archives/unpack.ts';
import { isMarkdownName } from '../text/kinds.ts';
import { isMarkupName } from './languages.ts';

/** A text with the files that it may include or show. */
export interface Project {
  /** Absolute path of the folder in which addresses begin: that of the text. */
  readonly folder: string;
  /** Path of the text in it. */
  readonly main: string;
  /** Files in it, by their paths, with their sizes. */
  readonly files: ReadonlyMap<string, number>;
}

/** More files than a text needs. */
const MAX_FILES = 2000;

/** Names of main texts, the surest first. */
const MAIN_NAMES = [/^index\./i, /^main\./i, /^readme\./i];

/** Directories of zips that are larger belong to no project. */
const DIRECTORY_BYTES = 1024 ** 2;

/**
 * Returns the path of the main text in a zip of a text in a markup language or Markdown and its files, as far as its directory says; null
 * for any other file.
 * @throws ConversionError `input_wrong_type` if several texts could be the main one
 */
export function projectText(input: LocalInput): string | null {
  if (input.format?.name !== 'zip') return null;
  const paths = namesInZip(input.path).filter((name) => !name.endsWith('/'));
  const top = commonFolder(paths);
  return mainTextOf(
    paths.map((path) => path.slice(top.length)),
    input,
  );
}

/** Returns the names in the directory of a zip (APPNOTE.TXT 4.3.12); none if it is damaged, or too large. */
export function namesInZip(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, DIRECTORY_BYTES));
    const tail = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, size - buffer.length));
    const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    if (end === -1 || end + 22 > tail.length) return [];
    const names: string[] = [];
    let at = end - tail.readUInt32LE(end + 12);
    while (at >= 0 && at + 46 <= end && tail.readUInt32LE(at) === 0x02014b50 && names.length <= MAX_FILES) {
      const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
      names.push(tail.toString('utf8', at + 46, nameEnd));
      at = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
    }
    return names;
  } finally {
    closeSync(file);
  }
}

/**
 * Unpacks a zip of a text in a markup language or Markdown and its files. The text is at the top, or in the single folder that contains
 * everything: the one named index, main or README, otherwise the only one. Null: the zip contains no such text.
 * @throws ConversionError as unpacking does, and `input_wrong_type` if several texts could be the main one
 */
export async function unpackProject(
  input: LocalInput,
  context: WorkContext,
): Promise<{ readonly text: LocalInput; readonly project: Project } | null> {
  const kind = archiveKindOf(input);
  if (kind === null) throw new Error(`${input.format?.name} is not an archive`);
  const scope = { ...context, workFolder: await partFolder(context, 'project') };
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, maxEntries: MAX_FILES };
  const { root, members } = await unpack(kind, { input, context: scope, limits, progress: () => {} });
  const files = members.filter((each) => each.kind === 'file');
  const top = commonFolder(files.map(({ path }) => path));
  const named = files.map(({ path, size }) => [path.slice(top.length), size] as const);
  const main = mainTextOf(
    named.map(([path]) => path),
    input,
  );
  if (main === null) return null;
  const folder = join(root, top);
  const path = join(folder, main);
  const size = named.find(([each]) => each === main)?.[1] ?? 0;
  const format = await identify(path);
  return {
    text: { ...input, path, size, format, filename: main, decryptPassword: null },
    project: { folder, main, files: new Map(named) },
  };
}

const WEB_PAGE = /^index\.x?html?$/i;

/** Returns the path of the main text; null if there is none, or if the files are those of a web page. */
function mainTextOf(paths: readonly string[], input: LocalInput): string | null {
  if (paths.some((path) => WEB_PAGE.test(path))) return null;
  // A README often says what a paper beside it is.
  return mainOf(paths.filter(isMarkupName), input) ?? mainMarkdownOf(paths, input);
}

/**
 * Returns the path of the main Markdown text at the top of a folder; null if there is none.
 * @throws ConversionError `input_wrong_type` if several texts could be it
 */
export const mainMarkdownOf = (paths: readonly string[], input: LocalInput): string | null =>
  mainOf(paths.filter(isMarkdownName), input);

function mainOf(paths: readonly string[], { filename }: LocalInput): string | null {
  const texts = paths.filter((path) => !path.includes('/')).toSorted();
  for (const name of MAIN_NAMES) {
    const found = texts.filter((path) => name.test(path));
    if (found.length === 1) return found[0] ?? null;
  }
  if (texts.length < 2) return texts[0] ?? null;
  const message = `${filename} contains several texts (${texts.slice(0, 5).join(', ')}), so it is not known which of them is the main one. Name it index, main or README.`;
  throw new ConversionError('input_wrong_type', message);
}

/** Returns the folder that contains all paths, with a trailing slash; empty if there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? '';
  return paths.every((path) => path.startsWith(first)) ? first : '';
}

/** Files that no text includes as text. */
const NEVER_INCLUDED =
  /^\.(?:png|jpe?g|gif|webp|bmp|tiff?|svgz?|pdf|e?ps|emf|wmf|ico|avif|heic|mp[34]|zip|gz|[ot]tf|woff2?)$/i;

/** Largest file that a text may include, and all together, bytes. */
const LARGEST_INCLUDED = 16 * 1024 ** 2;
const ALL_INCLUDED = 64 * 1024 ** 2;

/** Returns the paths of files that the text may include. */
export function includableOf({ main, files }: Project): readonly string[] {
  let sum = 0;
  return [...files].flatMap(([path, size]) => {
    if (path === main || NEVER_INCLUDED.test(extname(path)) || size > LARGEST_INCLUDED) return [];
    sum += size;
    return sum > ALL_INCLUDED ? [] : [path];
  });
}

/** Pictures that pages show. */
const PICTURE = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

/** All pictures of a page together, bytes: they become part of it. */
const ALL_PICTURES = 64 * 1024 ** 2;

/** Returns the paths of pictures by their addresses in the text. Those beyond the limit are left out, and count as references. */
export function picturesOf({ folder, files }: Project): ReadonlyMap<string, string> {
  let sum = 0;
  const pictures = [...files].filter(([path, size]) => {
    if (!PICTURE.test(path)) return false;
    sum += size;
    return sum <= ALL_PICTURES;
  });
  return new Map(pictures.map(([path]) => [path, join(folder, path)]));
}

/** Returns the paths of bibliographies, and that of the only citation style. */
export function citationsOf({ files }: Project): {
  readonly bibliographies: readonly string[];
  readonly style: string | null;
} {
  const paths = [...files.keys()];
  const styles = paths.filter((path) => /\.csl$/i.test(path));
  return {
    bibliographies: paths.filter((path) => /\.bib$|(?:^|\/)references\.(?:json|ya?ml)$/i.test(path)),
    style: styles.length === 1 ? (styles[0] ?? null) : null,
  };
}
