import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramCall } from '../../src/process/command.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Contents, Member } from '../../tools/archives/members.ts';
import { passwordLine } from '../../tools/archives/passwords.ts';
import { findProgram, findSevenZip } from '../../tools/archives/programs.ts';
import * as sevenZip from '../../tools/archives/sevenzip.ts';

/** What packing works with. */
export interface Packer {
  readonly context: WorkContext;
  /** Percent of the packing that is done. */
  readonly progress: (percent: number) => void;
}

export interface Container {
  readonly format: 'zip' | '7z';
  readonly password: string | null;
}

/**
 * Packs everything into one zip or 7z. A password encrypts contents (AES-256) and, in a 7z, names too.
 * @returns the path of the archive
 */
export async function packContainer(
  contents: Contents,
  { format, password }: Container,
  packer: Packer,
): Promise<string> {
  const archive = join(packer.context.workFolder, `packed.${format}`);
  const settings = { format, encrypted: password !== null, dated: contents.dated };
  if (format === 'zip' && password !== null && needsLibarchive(password)) {
    await packWithLibarchive(contents, archive, password, packer);
  } else {
    await packer.context.run({
      ...(await findSevenZip([])),
      args: sevenZip.packArguments(archive, settings),
      cwd: contents.root,
      env: sevenZip.ENVIRONMENT,
      stdin: passwordLine(password),
      limits: outputLimits(contents),
      onStdout: sevenZip.percentages(packer.progress),
    });
  }
  return archive;
}

/** No packer makes more of its input than this; programs' usual limit is for outputs of another size. */
function outputLimits({ members }: Contents): { fileBytes: number } {
  const names = members.reduce((total, { path }) => total + Buffer.byteLength(path), 0);
  const bytes = members.reduce((total, { size }) => total + size, 0);
  return { fileBytes: Math.ceil(bytes * 1.1) + 4 * names + members.length * 4096 + 1024 ** 2 };
}

/** 7-Zip refuses to write zips with other passwords, and reads them, as others do, as UTF-8. */
export function needsLibarchive(password: string): boolean {
  return /[^\x20-\x7e]/.test(password);
}

/** The same zip by libarchive, which takes the password's bytes as they are: UTF-8. */
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
      // Each member is in the list: without -n, those of a folder would be packed twice.
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

export type StreamFormat = 'gz' | 'bz2';

/**
 * Programs for one stream. Measured on a tar of 200 MB (processor seconds, output MB): pigz 4.1, 82.6; 7-Zip's gzip at its
 * fast level 2.5, 84.0, at its default 12.1, 81.1, and on one core only; lbzip2 7.3, 79.6; 7-Zip's bzip2 11.6, 79.9.
 * Both write the same bytes whatever the number of threads. `-n`, `-m`: neither name nor time in the header.
 */
const COMPRESSORS = {
  gz: { program: 'pigz', args: ['-n', '-m'] },
  bz2: { program: 'lbzip2', args: [] },
} as const;

/** Packs everything into a tar and compresses that. @returns the path of the tar.gz or tar.bz2 */
export async function packTar(
  contents: Contents,
  format: StreamFormat,
  { context, progress }: Packer,
): Promise<string> {
  const packed = join(context.workFolder, `packed.tar.${format}`);
  const tar: ProgramCall = {
    ...(await findSevenZip([])),
    args: sevenZip.tarArguments(contents.dated),
    cwd: contents.root,
    env: sevenZip.ENVIRONMENT,
    onStderr: sevenZip.percentages(progress),
  };
  await context.pipe([tar, { ...(await compressor(format, packed)), limits: outputLimits(contents) }]);
  return packed;
}

/** Compresses one file of the contents. @returns the path of the gz or bz2 */
export async function packStream(
  contents: Contents,
  file: Member,
  format: StreamFormat,
  packer: Packer,
): Promise<string> {
  const { context, progress } = packer;
  const packed = join(context.workFolder, `packed.${format}`);
  // The compressors report no progress; dd does, once a second, and costs next to nothing.
  const reader: ProgramCall = {
    name: 'dd',
    path: '/usr/bin/dd',
    args: [`if=${join(contents.root, file.path)}`, 'bs=1M', 'status=progress'],
    onStderr: (line) => progress(Math.min(100, (bytesRead(line) / Math.max(file.size, 1)) * 100)),
  };
  await context.pipe([reader, { ...(await compressor(format, packed)), limits: outputLimits(contents) }]);
  return packed;
}

/** Files a call; more than a few, so that starting the program does not count. */
const BATCH = 64;

/**
 * Compresses each file into a stream of its own.
 * @returns each file with the path of its gz or bz2
 */
export async function packEach(
  contents: Contents,
  format: StreamFormat,
  { context, progress }: Packer,
): Promise<{ member: Member; path: string }[]> {
  const { program, args } = COMPRESSORS[format];
  const folder = join(context.workFolder, 'streams');
  await mkdir(folder);
  const files = contents.members.filter(({ kind }) => kind === 'file');
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    // Numbers for names: the compressors look at extensions, and skip what ends in .gz.
    const names = batch.map((_, index) => String(start + index));
    for (const [index, { path }] of batch.entries()) {
      await rename(join(contents.root, path), join(folder, String(start + index)));
    }
    // --force: our links to inputs too.
    await context.run({
      ...(await findProgram(program)),
      args: [...args, '--keep', '--force', '--', ...names],
      cwd: folder,
      limits: outputLimits(contents),
    });
    progress(((start + batch.length) / files.length) * 100);
  }
  return files.map((member, index) => ({ member, path: join(folder, `${index}.${format}`) }));
}

/** `104857600 bytes (105 MB, 100 MiB) copied, 1 s, 105 MB/s`. */
function bytesRead(line: string): number {
  return Number(/^(\d+) bytes/.exec(line)?.[1] ?? 0);
}

async function compressor(format: StreamFormat, packed: string): Promise<ProgramCall> {
  const { program, args } = COMPRESSORS[format];
  return { ...(await findProgram(program)), args: [...args, '-c'], stdoutFile: packed };
}
