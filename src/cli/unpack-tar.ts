import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, rm, symlink, utimes } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, extract } from 'tar-stream';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import { pluralize } from '../util/pluralize.ts';
import { shownPath } from './convert/output-plan.ts';

export interface UnpackOptions {
  /** Replace files that exist. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/** Where an archive was unpacked to, and the bytes of its files. */
export interface Unpacked {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes the files of a tar below a folder, and nothing anywhere else. A tar that has nothing but one file or folder with the folder's own
 * name goes beside it, so `papers/papers` is not made. Throws ConversionErrors `output_exists` before anything is written.
 */
export async function unpackTar(tar: string, folder: string, { force, signal }: UnpackOptions): Promise<Unpacked> {
  const names: string[] = [];
  for await (const entry of entriesOf(tar)) {
    if (entry.header.type !== 'directory') names.push(entry.header.name);
    entry.resume();
  }
  const tops = new Set(names.map((name) => name.split('/')[0]));
  const isNested = tops.size === 1 && tops.has(relative(dirname(folder), folder));
  const root = isNested ? dirname(folder) : folder;
  const existing = force ? [] : await existingOf(names.map((name) => inside(root, name)));
  if (existing[0] !== undefined) throw filesExist(existing[0], existing.length);
  const links: Link[] = [];
  let bytes = 0;
  await mkdir(root, { recursive: true });
  for await (const entry of entriesOf(tar)) {
    signal.throwIfAborted();
    const { name, type, size, linkname } = entry.header;
    const path = inside(root, name);
    if (type === 'directory') await mkdir(path, { recursive: true });
    else if (type === 'symlink') links.push({ path, target: linkname ?? '' });
    else await writeEntry(entry, path, force);
    entry.resume();
    bytes += size;
  }
  // Last, so that no file is written through one.
  for (const { path, target } of links) await makeLink({ path, target }, root, force);
  return { path: isNested ? folder : root, bytes };
}

interface Link {
  readonly path: string;
  readonly target: string;
}

async function* entriesOf(tar: string): AsyncGenerator<Entry> {
  const parser = extract();
  createReadStream(tar)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  yield* parser;
}

function filesExist(path: string, count: number): ConversionErrors {
  const more = count === 1 ? '' : ` and ${pluralize(count - 1, 'other file')}`;
  const message = `${shownPath(path)}${more} ${count === 1 ? 'exists' : 'exist'} already. Give --force to replace ${count === 1 ? 'it' : 'them'}, or another folder with --output.`;
  return new ConversionErrors([
    new ConversionError('output_exists', message, { details: { filename: basename(path) } }),
  ]);
}

/** Returns the path of a member. Throws for one outside, which the engine that made the tar never writes. */
function inside(root: string, name: string): string {
  const path = resolve(root, name);
  if (path.startsWith(root + sep) || path === root) return path;
  throw new ConversionErrors([new ConversionError('input_damaged', `The archive has a file outside of it: ${name}.`)]);
}

async function existingOf(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => ((await exists(path)) ? [path] : [])));
  return found.flat();
}

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

async function writeEntry(entry: Entry, path: string, force: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (force) await rm(path, { force: true });
  const isProgram = (entry.header.mode & 0o100) !== 0;
  // wx: neither a file nor what a link leads to is replaced.
  await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: isProgram ? 0o777 : 0o666 }));
  await utimes(path, entry.header.mtime, entry.header.mtime);
}

async function makeLink({ path, target }: Link, root: string, force: boolean): Promise<void> {
  inside(root, join(relative(root, dirname(path)), target));
  await mkdir(dirname(path), { recursive: true });
  if (force) await rm(path, { force: true });
  await symlink(target, path);
}
