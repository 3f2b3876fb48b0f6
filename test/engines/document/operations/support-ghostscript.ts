import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Operation, PdfJob, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { ProgramCall, ProgramLimits } from '../../../../src/process/program-call.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';

const PYTHON = '/usr/bin/python3';
const MAKER = fileURLToPath(new URL('./make_color_pdf.py', import.meta.url));

/** Arguments of make_color_pdf.py. */
export interface Wanted {
  readonly pages?: number;
  readonly image?: readonly string[];
  readonly dpi?: number;
  readonly pixels?: number;
  readonly inline?: boolean;
  readonly rich?: boolean;
  readonly version?: string;
  readonly packed?: boolean;
  readonly rotate?: number;
  readonly cropbox?: readonly number[];
  /** Content of every page, instead of the usual one. */
  readonly content?: string;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly details: Record<string, unknown>;
}

export interface Outcome {
  readonly path: string;
  readonly pages: number;
  readonly warnings: readonly Warning[];
  readonly progress: readonly number[];
  readonly calls: readonly ProgramCall[];
}

/** A folder for one test file, with a job for each run of an operation. */
export class Bench extends ScratchFolder {
  #count = 0;

  static async make(): Promise<Bench> {
    return new Bench(await makeScratchFolder('distill'));
  }

  async pdf(wanted: Wanted): Promise<string> {
    const path = this.path(`made-${++this.#count}.pdf`);
    await execa(PYTHON, [MAKER, path], { input: JSON.stringify(wanted) });
    return path;
  }

  /** Runs an operation on one file like the engine. `limits` are lowered for files that must reach them. */
  async run(
    operation: Operation,
    path: string,
    asked: Partial<PdfOptions>,
    limits: Partial<ProgramLimits> = {},
  ): Promise<Outcome> {
    const workFolder = this.path(`work-${++this.#count}%d`);
    await mkdir(workFolder);
    const scope = { workFolder, readable: [path], signal: new AbortController().signal };
    const lowered = (call: ProgramCall) => ({ ...call, limits: { ...call.limits, ...limits } });
    const { context: heard, warnings, progress, calls } = engineTask(scope, lowered);
    // It hears of single programs alone.
    const pipe = (piped: readonly ProgramCall[]) => {
      calls.push(...piped);
      return heard.pipe(piped.map(lowered));
    };
    const context = { ...heard, pipe };
    const options: PdfOptions = { allow_multiple_outputs: false, linearize: false, ...asked };
    const job: PdfJob = { options, context, newFolder: () => mkdtemp(join(workFolder, 'step-')) };
    const input: PdfFile = { path, pages: await pageCount(path) };
    const [file, ...rest] = await operation.run([input], job);
    if (file === undefined || rest.length > 0) throw new Error('expected one PDF');
    return { path: file.path, pages: file.pages, warnings, progress, calls };
  }
}

async function pageCount(path: string): Promise<number> {
  return Number((await execa('qpdf', ['--show-npages', path], { reject: false })).stdout);
}

/** Returns pdfinfo's value for a name such as `PDF version`. */
export async function fact(path: string, name: string, args: readonly string[] = []): Promise<string> {
  const { stdout } = await execa('pdfinfo', [...args, path]);
  return new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
}

export interface ListedImage {
  readonly page: number;
  readonly type: string;
  readonly width: number;
  readonly color: string;
  readonly bits: number;
  readonly encoding: string;
  readonly dpi: number;
}

/** Returns the images of a PDF, by pdfimages. */
export async function images(path: string): Promise<ListedImage[]> {
  const { stdout } = await execa('pdfimages', ['-list', path]);
  const rows = stdout.split('\n').slice(2);
  return rows.map((row) => {
    const cells = row.trim().split(/ +/);
    const number = (index: number): number => Number(cells[index]);
    const text = (index: number): string => cells[index] ?? '';
    return {
      page: number(0),
      type: text(2),
      width: number(3),
      color: text(5),
      bits: number(7),
      encoding: text(8),
      dpi: number(12),
    };
  });
}

export async function text(path: string): Promise<string> {
  return (await execa('pdftotext', [path, '-'])).stdout.replace(/\s+/g, ' ').trim();
}

/** Returns the average colour of an area on the first page, 0 to 255 each; in pixels at 72 dpi from the top left. */
export async function colorAt(path: string, x: number, y: number, size = 8): Promise<number[]> {
  const place = ['-x', x, '-y', y, '-W', size, '-H', size].map(String);
  const { stdout } = await execa('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', ...place, path], {
    encoding: 'buffer',
  });
  const data = stdout.subarray(stdout.length - size * size * 3);
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < data.length; at += 3) sum += data[at] ?? 0;
    return Math.round(sum / (size * size));
  });
}

/** Returns the catalog of a PDF, by qpdf. */
export async function catalog(path: string): Promise<Record<string, unknown>> {
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=qpdf', path], { maxBuffer: 2 ** 28 });
  const objects = JSON.parse(stdout).qpdf[1];
  return objects[`obj:${objects.trailer.value['/Root']}`].value;
}

/** Throws if the file is not sound. */
export async function check(path: string): Promise<void> {
  await execa('qpdf', ['--check', path]);
}

export async function bytes(path: string): Promise<Buffer> {
  return readFile(path);
}

/** Returns the luma quantization table of a PDF's first JPEG, and that of libjpeg at a quality. */
export async function quantization(path: string, folder: string, quality: number): Promise<[number[], number[]]> {
  await execa('pdfimages', ['-j', path, join(folder, 'extracted')]);
  const script = `
import glob, io, json, sys
from PIL import Image
found = Image.open(sorted(glob.glob(sys.argv[1] + "*.jpg"))[0]).quantization[0]
out = io.BytesIO()
Image.new("RGB", (8, 8)).save(out, "JPEG", quality=int(sys.argv[2]))
print(json.dumps([list(found), list(Image.open(out).quantization[0])]))`;
  return JSON.parse((await execa(PYTHON, ['-c', script, join(folder, 'extracted'), String(quality)])).stdout);
}

/** Returns the average difference of the displayed first pages, 0 to 255. */
export async function difference(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(firstPage));
  if (a === undefined || b === undefined || a.length !== b.length) throw new Error('the pages differ in size');
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

async function firstPage(path: string): Promise<Uint8Array> {
  const args = ['-r', '50', '-f', '1', '-l', '1', '-cropbox', path];
  return (await execa('pdftoppm', args, { encoding: 'buffer' })).stdout;
}
