import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZipArchive } from 'archiver';
import type { OutputMetadata } from '../task/types.ts';

export interface PackOptions {
  allowMultiple: boolean;
  /** Used only with `allowMultiple`: above this number the files are packed into one zip anyway. */
  threshold: number | undefined;
}

/** A file with the name that the user will see, perhaps inside a zip. */
export interface PackedFile {
  readonly path: string;
  readonly filename: string;
}

/** One that becomes an output. */
export interface NamedFile extends PackedFile {
  readonly contentType: string;
  readonly inputIds: readonly string[];
  readonly metadata?: OutputMetadata;
  /** Files that were packed into it. */
  readonly parts?: readonly PackedFile[];
}

/** Whether the files of one conversion are packed into one zip (docs/interface.md, Jobs). A single file never is. */
export function mustPack(count: number, options: PackOptions): boolean {
  if (count <= 1) return false;
  if (!options.allowMultiple) return true;
  return options.threshold !== undefined && count > options.threshold;
}

/** One fixed date for all entries, so that the same files give the same bytes. A zip cannot have dates before 1980. */
const ENTRY_DATE = new Date(Date.UTC(1980, 0, 1));

/**
 * Packs files into `<folder>/<name>.zip`, in order. Stored, not deflated: outputs of engines are usually compressed already, and people who
 * want a small archive use the archive category.
 */
export async function packFiles(
  files: readonly NamedFile[],
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<NamedFile> {
  const path = join(folder, 'packed.zip');
  await writeZip(files, path, signal);
  return {
    path,
    filename: `${name}.zip`,
    contentType: 'application/zip',
    inputIds: [...new Set(files.flatMap((file) => file.inputIds))],
    parts: files,
  };
}

/** Packs files into the given file; names of entries may contain folders. */
export async function writeZip(files: readonly PackedFile[], path: string, signal: AbortSignal): Promise<void> {
  const { ZipArchive } = await import('archiver');
  // archiver stats four files at a time by default, and packs them in the order of the answers.
  const zip = new ZipArchive({ store: true, statConcurrency: 1 });
  for (const file of files) zip.file(file.path, { name: file.filename, date: ENTRY_DATE, mode: 0o644 });
  const written = pipeline(zip, createWriteStream(path), { signal });
  await Promise.all([zip.finalize(), written]);
}

/** A file for a zip that is created while it is sent. */
export interface StreamedFile {
  readonly filename: string;
  /** When it was made. Zip entries have local times, to two seconds (APPNOTE 4.4.6). */
  readonly date: Date;
  /** Called when the file is next, and not before. */
  open(): Promise<Readable>;
}

/**
 * Packs files that are not on this disk: the zip is created while it is read, so that neither memory nor disk holds it. The stream fails if
 * a file does.
 */
export async function packStreams(files: readonly StreamedFile[]): Promise<Readable> {
  const { ZipArchive } = await import('archiver');
  const zip = new ZipArchive({ store: true, forceLocalTime: true });
  const ended = new AbortController();
  zip.once('close', () => ended.abort());
  appendAll(zip, files, ended.signal).catch((error: Error) => zip.destroy(error));
  return zip;
}

async function appendAll(zip: ZipArchive, files: readonly StreamedFile[], signal: AbortSignal): Promise<void> {
  for (const { filename, date, open } of files) {
    const content = await open();
    try {
      signal.throwIfAborted();
      const packed = once(zip, 'entry', { signal });
      content.once('error', (error) => zip.destroy(error));
      zip.append(content, { name: filename, date, mode: 0o644 });
      await packed;
    } finally {
      content.destroy();
    }
  }
  await zip.finalize();
}
