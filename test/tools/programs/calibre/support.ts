import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { execa } from 'execa';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import { readyLaunchServer } from '../../../../src/process/supervisor/launch-server.ts';
import { type BookWay, convertBook } from '../../../../tools/programs/calibre/convert.ts';
import type { BookJob, InputFormat } from '../../../../tools/programs/calibre/job.ts';
import { closeBookPools } from '../../../../tools/programs/calibre/pool.ts';
import { engineTask } from '../../../support/engine-context.ts';

export interface BookRun {
  readonly input: string;
  readonly format: InputFormat;
  /** Extension of the output. */
  readonly to: string;
  readonly name?: string;
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (percent: number) => void;
}

export interface Book {
  /** Path of the only output. */
  readonly path: string;
  readonly progress: readonly number[];
  readonly calls: readonly ProgramCall[];
}

/** A folder for inputs, work folders and worker processes. Its name in their environment identifies all processes of a test. */
export class Bench {
  readonly folder: string;
  readonly #temporary = process.env.TMPDIR;
  #runs = 0;

  private constructor(folder: string) {
    this.folder = folder;
    process.env.TMPDIR = folder;
  }

  static async open(): Promise<Bench> {
    // A process that stays from other tests has another folder.
    await closeBookPools();
    // The launch server stays for later tests, with its folder.
    await readyLaunchServer();
    return new Bench(await realpath(await mkdtemp(join(tmpdir(), 'convertd-book-test-'))));
  }

  async close(): Promise<void> {
    await closeBookPools();
    if (this.#temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = this.#temporary;
    await rm(this.folder, { recursive: true, force: true });
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  async newFolder(): Promise<string> {
    this.#runs += 1;
    const folder = join(this.folder, `folder-${this.#runs}`);
    await mkdir(folder);
    return folder;
  }

  /** Runs calibre like the engine. Any file besides the only output fails the test. */
  async convert(way: BookWay, run: BookRun): Promise<Book> {
    const workFolder = await this.newFolder();
    const folder = join(workFolder, 'out');
    await mkdir(folder);
    const signal = run.signal ?? new AbortController().signal;
    const { context, progress, calls } = engineTask({ workFolder, readable: [run.input], signal });
    const { input, format, to, name = 'book', args = [], onProgress } = run;
    const job: BookJob = { input, name, format, output: `out.${to}`, args };
    const heard = {
      ...context,
      progress(percent: number) {
        context.progress(percent);
        onProgress?.(percent);
      },
    };
    const [settled] = await Promise.allSettled([convertBook(job, folder, heard, way)]);
    const left = (await readdir(workFolder)).filter((each) => each !== 'out');
    if (left.length > 0) throw new Error(`left in the work folder: ${left.join(', ')}`);
    if (settled.status === 'rejected') throw settled.reason;
    const made = await readdir(folder);
    if (made.length !== 1 || made[0] !== job.output) throw new Error(`made: ${made.join(', ')}`);
    return { path: join(folder, job.output), progress, calls };
  }

  /** Runs calibre without a sandbox, like a user. */
  async convertPlainly(input: string, to: string, args: readonly string[] = []): Promise<string> {
    const folder = await this.newFolder();
    const output = join(folder, `out.${to}`);
    await execa('ebook-convert', [input, output, ...args], {
      env: {
        HOME: folder,
        QT_QPA_PLATFORM: 'offscreen',
        QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
      },
    });
    return output;
  }

  /** Returns the ids of all processes that were started with this folder in their environment. */
  async processes(): Promise<number[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    const found = await Promise.all(
      pids.map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
        return environment.includes(this.folder) ? [Number(pid)] : [];
      }),
    );
    return found.flat();
  }

  /** Returns the process that converts a book now: not a supervisor, and not in the folder where worker processes wait. */
  async converting(): Promise<number | undefined> {
    const pids = await this.processes();
    for (const pid of pids) {
      const at = await readlink(`/proc/${pid}/cwd`).catch(() => '/jobs');
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const isOther = words.startsWith('/usr/bin/bwrap') || words.includes('supervise.main');
      if (!isOther && !at.endsWith('/jobs')) return pid;
    }
    return undefined;
  }
}

/** Returns all readable text of a file: parts of packages and streams of PDFs are unpacked, letters of two bytes are read as one. */
export async function everythingIn(path: string): Promise<string> {
  const output = { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const;
  const bytes = await readFile(path);
  let unpacked: Uint8Array = bytes;
  if (bytes.subarray(0, 2).toString() === 'PK') unpacked = (await execa('unzip', ['-p', path], output)).stdout;
  if (bytes.subarray(0, 4).toString() === '%PDF')
    unpacked = (await execa('qpdf', ['--qdf', '--stream-data=uncompress', path, '-'], output)).stdout;
  const text = Buffer.concat([bytes, unpacked]).toString('latin1');
  return `${text}\n${text.replaceAll('\0', '')}`;
}

const part = async (path: string, name: string): Promise<string> => (await execa('unzip', ['-p', path, name])).stdout;
const within = (text: string, element: string): string =>
  new RegExp(`<${element}[^>]*>([^<]*)<`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** Extension of a book's file to a function that reads the title without calibre. */
export const TITLE_OF: Readonly<Record<string, (path: string) => Promise<string>>> = {
  epub: async (path) => within(await part(path, 'content.opf'), 'dc:title'),
  docx: async (path) => within(await part(path, 'docProps/core.xml'), 'dc:title'),
  fb2: async (path) => within(await readFile(path, 'utf8'), 'book-title'),
  pdf: async (path) => /^Title:\s+(.*)$/m.exec((await execa('pdfinfo', [path])).stdout)?.[1] ?? '',
  // The full name of a Mobipocket book: its place in the first record and its length are in that record.
  azw3: async (path) => {
    const file = await readFile(path);
    const record = file.readUInt32BE(78);
    const name = record + file.readUInt32BE(record + 84);
    return file.subarray(name, name + file.readUInt32BE(record + 88)).toString();
  },
  // The description of a BBeB book: XML in the compressed block after the header, whose first four bytes are its length.
  lrf: async (path) => within(inflateSync((await readFile(path)).subarray(0x58)).toString(), 'Title'),
};
