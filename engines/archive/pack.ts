import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ProgramCall } from '../../src/process/program-call.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Contents, Member } from '../../tools/formats/archives/members.ts';
import { passwordLine } from '../../tools/formats/archives/passwords.ts';
import { findProgram, findSevenZip } from '../../tools/formats/archives/programs.ts';
import * as sevenZip from '../../tools/formats/archives/sevenzip.ts';
import { fileCompressor, type Level, type StreamFormat, streamCompressor } from './compressors.ts';

/** What packing works with. */
export interface Packer {
  readonly context: WorkContext;
  /** Compression level of the output. */
  readonly level: Level;
  /** Reports the percentage of packing that is done. */
  readonly progress: (percent: number) => void;
}

export interface Container {
  readonly format: 'zip' | '7z';
  readonly password: string | null;
  /** Whether a password also hides names; only for 7z. */
  readonly encryptNames: boolean;
  /** Bytes of a volume. Null: a single file. */
  readonly volumeBytes: number | null;
}

/**
 * Packs everything into one zip or 7z, or volumes of one. A password encrypts contents (AES-256). Throws `option_unsupported` for volumes
 * of a zip that libarchive has to write, and for too many volumes.
 * @returns the paths of the archive or its volumes
 */
export async function packContainer(contents: Contents, container: Container, packer: Packer): Promise<string[]> {
  const { format, password, encryptNames, volumeBytes } = container;
  const archive = join(packer.context.workFolder, `packed.${format}`);
  const settings = {
    ...{ format, level: packer.level, encrypted: password !== null, encryptNames, volumeBytes },
    ...{ dated: contents.dated, links: hasLinks(contents) },
  };
  if (format === 'zip' && password !== null && needsLibarchive(password)) {
    if (volumeBytes !== null) throw unsupported('cannot split a zip whose password is not plain ASCII; use target 7z');
    await packWithLibarchive(contents, archive, password, packer);
  } else {
    const numbered = contents.ordered === true ? await numberMembers(contents, packer.context) : null;
    await packer.context.run({
      ...(await findSevenZip([])),
      // 7-Zip renames nothing in volumes.
      args: sevenZip.packArguments(archive, numbered === null ? settings : { ...settings, volumeBytes: null }),
      cwd: numbered?.root ?? contents.root,
      env: sevenZip.ENVIRONMENT,
      stdin: passwordLine(password),
      limits: outputLimits(contents),
      onStdout: sevenZip.percentages(packer.progress),
    });
    if (numbered !== null) {
      const hiddenBy = format === '7z' && encryptNames ? password : null;
      await restoreNames({ archive, format, hiddenBy }, numbered, packer.context);
      if (volumeBytes !== null) await splitIntoVolumes(archive, volumeBytes, packer.context);
    }
  }
  return volumeBytes === null ? [archive] : volumesOf(archive);
}

/** Files with numbers as names, in a chosen order: 7-Zip sorts what it packs by name. */
interface Numbered {
  readonly root: string;
  /** A file with the pairs of number and name. */
  readonly list: string;
  readonly limits: { readonly fileBytes: number };
}

/** Moves the members of contents, which are files, to numbered names. */
async function numberMembers(contents: Contents, { workFolder }: WorkContext): Promise<Numbered> {
  const root = join(workFolder, 'numbered');
  const list = join(workFolder, 'names');
  await mkdir(root);
  const lines: string[] = [];
  for (const [index, { path }] of contents.members.entries()) {
    // 7-Zip chooses filters by extension.
    const number = `${String(index + 1).padStart(6, '0')}${/\.[a-z0-9]{1,8}$/i.exec(path)?.[0] ?? ''}`;
    await rename(join(contents.root, path), join(root, number));
    lines.push(`"${number}"\n"${path}"\n`);
  }
  await writeFile(list, lines.join(''));
  return { root, list, limits: outputLimits(contents) };
}

/** Gives the entries of an archive of numbered files their names. */
async function restoreNames(
  { archive, format, hiddenBy }: { archive: string; format: 'zip' | '7z' | 'tar'; hiddenBy: string | null },
  { list, limits }: Numbered,
  context: WorkContext,
): Promise<void> {
  await context.run({
    ...(await findSevenZip([])),
    args: sevenZip.renameArguments(archive, list, format, hiddenBy !== null),
    env: sevenZip.ENVIRONMENT,
    stdin: passwordLine(hiddenBy).repeat(2),
    limits,
  });
}

/** Splits an archive as 7-Zip does. */
async function splitIntoVolumes(archive: string, bytes: number, { signal }: WorkContext): Promise<void> {
  const { size } = await stat(archive);
  for (let start = 0; start < size; start += bytes) {
    const volume = `${archive}.${String(start / bytes + 1).padStart(3, '0')}`;
    const part = createReadStream(archive, { start, end: start + bytes - 1 });
    await pipeline(part, createWriteStream(volume), { signal });
  }
  await rm(archive);
}

const MAX_VOLUMES = 999;

/** Returns the volumes. A single volume is the whole archive. */
async function volumesOf(archive: string): Promise<string[]> {
  const folder = dirname(archive);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(archive)}.`)).sort();
  const [only] = names;
  if (names.length > MAX_VOLUMES)
    throw unsupported(`makes ${names.length} volumes, and at most ${MAX_VOLUMES} are made`);
  if (only === undefined || names.length > 1) return names.map((name) => join(folder, name));
  await rename(join(folder, only), archive);
  return [archive];
}

const unsupported = (why: string): ConversionError =>
  new ConversionError('option_unsupported', `The volume_size ${why}.`, { details: { option: 'volume_size' } });

/** Inputs packed directly may also be links, which we made: contents have either kind. */
const hasLinks = ({ members }: Contents): boolean => members.some(({ kind }) => kind === 'link');

/** Returns a limit that no packer exceeds for its input; the default limit of programs is for outputs of another size. */
function outputLimits({ members }: Contents): { fileBytes: number } {
  const names = members.reduce((total, { path }) => total + Buffer.byteLength(path), 0);
  const bytes = members.reduce((total, { size }) => total + size, 0);
  return { fileBytes: Math.ceil(bytes * 1.1) + 4 * names + members.length * 4096 + 1024 ** 2 };
}

/** Whether 7-Zip refuses to write a zip with this password. It reads such zips, as others do, as UTF-8. */
export function needsLibarchive(password: string): boolean {
  return /[^\x20-\x7e]/.test(password);
}

/** Makes the same zip with libarchive, which uses the password's bytes unchanged: UTF-8. */
async function packWithLibarchive(
  contents: Contents,
  archive: string,
  password: string,
  packer: Packer,
): Promise<void> {
  const { context, progress } = packer;
  const list = join(context.workFolder, 'members');
  await writeFile(list, contents.members.map(({ path }) => `${path}\0`).join(''));
  let packed = 0;
  await context.run({
    ...(await findProgram('bsdtar')),
    args: [
      ...['-c', '-v', '-f', archive, '--format', 'zip', '--options', 'zip:encryption=aes256'],
      // The list has every member: without -n, those of a folder would be packed twice.
      ...['--uid', '0', '--gid', '0', '-n', '--null', '-T', list],
    ],
    cwd: contents.root,
    env: sevenZip.ENVIRONMENT,
    stdin: passwordLine(password),
    limits: outputLimits(contents),
    onStderr: () => {
      packed += 1;
      progress(Math.min(100, (packed / contents.members.length) * 100));
    },
  });
}

/**
 * Packs everything into a tar, and compresses it.
 * @param format null: only the tar
 * @returns the path of the tar, tar.gz and so on
 */
export async function packTar(contents: Contents, format: StreamFormat | null, packer: Packer): Promise<string> {
  const { context, progress, level } = packer;
  const numbered = contents.ordered === true ? await numberMembers(contents, context) : null;
  const packed = join(context.workFolder, format === null || numbered !== null ? 'packed.tar' : `packed.tar.${format}`);
  const tar: ProgramCall = {
    ...(await findSevenZip([])),
    args: sevenZip.tarArguments({ dated: contents.dated, links: hasLinks(contents) }),
    cwd: numbered?.root ?? contents.root,
    env: sevenZip.ENVIRONMENT,
    onStderr: sevenZip.percentages(progress),
  };
  const limits = outputLimits(contents);
  if (numbered !== null) {
    await context.run({ ...tar, stdoutFile: packed, limits });
    await restoreNames({ archive: packed, format: 'tar', hiddenBy: null }, numbered, context);
    if (format === null) return packed;
    const file = { path: 'packed.tar', kind: 'file', size: (await stat(packed)).size, inputId: '' } as const;
    return packStream({ ...contents, root: context.workFolder }, file, format, packer);
  }
  if (format === null) await context.run({ ...tar, stdoutFile: packed, limits });
  else await context.pipe([tar, { ...(await streamCompressor(format, level, packed)), limits }]);
  return packed;
}

/** Compresses one file of the contents. @returns the path of the gz or bz2 */
export async function packStream(
  contents: Contents,
  file: Member,
  format: StreamFormat,
  packer: Packer,
): Promise<string> {
  const { context, progress, level } = packer;
  const packed = join(context.workFolder, `packed.${format}`);
  // The compressors report no progress; dd does, once a second, and costs next to nothing.
  const reader: ProgramCall = {
    name: 'dd',
    path: '/usr/bin/dd',
    args: [`if=${join(contents.root, file.path)}`, 'bs=1M', 'status=progress'],
    onStderr: (line) => progress(Math.min(100, (bytesRead(line) / Math.max(file.size, 1)) * 100)),
  };
  await context.pipe([reader, { ...(await streamCompressor(format, level, packed)), limits: outputLimits(contents) }]);
  return packed;
}

/** Files per call: enough for the start of the program not to matter. */
const BATCH = 64;

/**
 * Compresses each file to a stream of its own.
 * @returns each file with the path of its gz or bz2
 */
export async function packEach(
  contents: Contents,
  format: StreamFormat,
  { context, progress, level }: Packer,
): Promise<{ member: Member; path: string }[]> {
  const folder = join(context.workFolder, 'streams');
  await mkdir(folder);
  const files = contents.members.filter(({ kind }) => kind === 'file');
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    // Numbers as names: the compressors look at extensions, and skip names that end in .gz.
    const names = batch.map((_, index) => String(start + index));
    for (const [index, { path }] of batch.entries()) {
      await rename(join(contents.root, path), join(folder, String(start + index)));
    }
    await context.run({ ...(await fileCompressor(format, level, names)), cwd: folder, limits: outputLimits(contents) });
    progress(((start + batch.length) / files.length) * 100);
  }
  return files.map((member, index) => ({ member, path: join(folder, `${index}.${format}`) }));
}

/** Reads dd's report, `104857600 bytes (105 MB, 100 MiB) copied, 1 s, 105 MB/s`. */
function bytesRead(line: string): number {
  return Number(/^(\d+) bytes/.exec(line)?.[1] ?? 0);
}
