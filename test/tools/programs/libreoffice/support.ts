import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { execa } from 'execa';
import { afterAll } from 'vitest';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import { findPython } from '../../../../src/process/python.ts';
import { convertOffice, type OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeJob, OfficeLoad, OfficeResult, OfficeStore } from '../../../../tools/programs/libreoffice/job.ts';
import { engineTask } from '../../../support/engine-context.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

export const PDF: OfficeStore = { name: 'out.pdf', filter: 'writer_pdf_Export' };

export interface OfficeRun
  extends Pick<OfficeJob, 'changes' | 'showHidden' | 'plainPages' | 'storedValues' | 'fitWidth' | 'updateIndexes'> {
  readonly input: string;
  readonly load?: Partial<OfficeLoad>;
  readonly store?: readonly OfficeStore[];
  readonly signal?: AbortSignal;
  /** Cold: gets the call before it runs, and may change it. */
  readonly onCall?: (call: ProgramCall) => ProgramCall | Promise<ProgramCall>;
}

export interface OfficeOutcome {
  readonly result: OfficeResult;
  /** Sorted names of the outputs. */
  readonly names: readonly string[];
  /** Absolute path of an output. */
  path(name: string): string;
}

/** A folder for inputs and for the work folders of conversions, removed by `close`. */
export class Bench {
  readonly folder: string;
  #runs = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Bench> {
    return new Bench(await realpath(await mkdtemp(join(tmpdir(), 'convertd-soffice-test-'))));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes a file of the bench, outside every work folder. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Makes a file with make_office.py. */
  async make(
    kind: 'docx' | 'changed-docx' | 'linked-docx' | 'xlsx' | 'xlsx-letter',
    name: string,
    text: string,
  ): Promise<string> {
    const path = join(this.folder, name);
    await execa(findPython(), [join(HERE, 'make_office.py'), kind, path, text]);
    return path;
  }

  async workFolder(): Promise<string> {
    this.#runs += 1;
    const folder = join(this.folder, `work-${this.#runs}`);
    await mkdir(join(folder, 'out'), { recursive: true });
    return folder;
  }

  /** Runs LibreOffice like an engine. Any file besides the outputs in the work folder fails the test. */
  async convert(
    way: OfficeWay,
    { input, load, store = [PDF], signal, onCall, ...asked }: OfficeRun,
  ): Promise<OfficeOutcome> {
    const workFolder = await this.workFolder();
    const folder = join(workFolder, 'out');
    const scope = { workFolder, readable: [input], signal: signal ?? new AbortController().signal };
    const job: OfficeJob = { input, name: basename(input), load: { filter: null, ...load }, store, ...asked };
    const [settled] = await Promise.allSettled([convertOffice(job, folder, engineTask(scope, onCall).context, way)]);
    const left = (await readdir(workFolder)).filter((name) => name !== 'out');
    if (left.length > 0) throw new Error(`left in the work folder: ${left.join(', ')}`);
    if (settled.status === 'rejected') throw settled.reason;
    return { result: settled.value, names: (await readdir(folder)).sort(), path: (name) => join(folder, name) };
  }
}

export async function textOf(pdf: string): Promise<string> {
  return (await execa('pdftotext', [pdf, '-'])).stdout;
}

export async function pictureCount(pdf: string): Promise<number> {
  const lines = (await execa('pdfimages', ['-list', pdf])).stdout.split('\n');
  return lines.length - 2;
}

/** Width and height of the first page in points, rounded. */
export async function pageSize(pdf: string): Promise<[number, number]> {
  const { stdout } = await execa('pdfinfo', [pdf]);
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? [];
  return [Math.round(Number(width)), Math.round(Number(height))];
}

/** Returns one file of a zip package, such as an office file's XML. */
export async function partOf(path: string, part: string): Promise<string> {
  return (await execa('unzip', ['-p', path, part])).stdout;
}

/** A picture of 8 x 8 gray pixels. */
export function pngPicture(): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc(8 * 9, 0x77).map((value, index) => (index % 9 === 0 ? 0 : value));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Opens the bench of a test file; it is closed after the tests. */
export async function useBench(): Promise<Bench> {
  const bench = await Bench.open();
  afterAll(async () => {
    await bench.close();
  });
  return bench;
}
