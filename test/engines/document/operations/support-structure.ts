import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { makePdf, type PdfToMake } from './make-pdf-structure.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Operated {
  readonly files: readonly PdfFile[];
  readonly warnings: readonly Warning[];
  readonly calls: readonly ProgramCall[];
  readonly workFolder: string;
}

/** Adds the defaults of the catalog. */
export const optionsOf = (options: Partial<PdfOptions>): PdfOptions =>
  ({ allow_multiple_outputs: false, linearize: false, ...options }) as PdfOptions;

/** A folder for one test file. */
export class Scratch extends ScratchFolder {
  #count = 0;

  static async make(): Promise<Scratch> {
    return new Scratch(await makeScratchFolder('operations'));
  }

  async pdf(pdf: PdfToMake): Promise<PdfFile> {
    const path = await makePdf(this.path(`made-${++this.#count}.pdf`), pdf);
    return { path, pages: pdf.pages.length };
  }

  /** Makes a PDF of pages with the text `page 1` and so on. */
  pages(count: number, more: Omit<PdfToMake, 'pages'> = {}): Promise<PdfFile> {
    return this.pdf({ pages: Array.from({ length: count }, (_, index) => ({ text: `page ${index + 1}` })), ...more });
  }

  /** Runs one operation like the engine, with sandboxed programs. */
  async run(operation: Operation, files: readonly PdfFile[], options: Partial<PdfOptions>): Promise<Operated> {
    const { context, newFolder, ...seen } = await this.job(files);
    const made = await operation.run(files, { options: optionsOf(options), context, newFolder });
    return { files: made, ...seen };
  }

  /** Returns the context of operations on these files, and what is observed of it. */
  async job(files: readonly PdfFile[]) {
    const workFolder = this.path(`work-${++this.#count}`);
    await mkdir(workFolder);
    const { signal } = new AbortController();
    const { context, warnings, calls } = engineTask({ workFolder, readable: files.map(({ path }) => path), signal });
    let folders = 0;
    const newFolder = async (): Promise<string> => {
      const folder = join(workFolder, `step-${++folders}`);
      await mkdir(folder);
      return folder;
    };
    return { context, newFolder, warnings, calls, workFolder };
  }
}

/** Returns the text of each page, by poppler. */
export async function pageTexts(path: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await execa('pdftotext', [...args, path, '-'], { stripFinalNewline: false });
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());
}

/** Returns pdfinfo's value for a name. */
export async function fact(path: string, name: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execa('pdfinfo', [...args, path]);
  return new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
}

/** Returns the bookmarks, by poppler: title, indented by two blanks for each level, and page. */
export async function outlineOf(path: string): Promise<string[]> {
  const { stdout } = await execa('pdftohtml', ['-xml', '-i', '-stdout', path]);
  const lines: string[] = [];
  let depth = -1;
  for (const [tag, page, title] of stdout.matchAll(/<outline>|<\/outline>|<item(?: page="(\d+)")?>([^<]*)<\/item>/g)) {
    if (tag === '<outline>') depth += 1;
    else if (tag === '</outline>') depth -= 1;
    else lines.push(`${'  '.repeat(depth)}${title} → ${page ?? 'nowhere'}`);
  }
  return lines;
}

/** Returns the names of attached files, by poppler. */
export async function attachmentsOf(path: string): Promise<string[]> {
  const { stdout } = await execa('pdfdetach', ['-list', path]);
  return [...stdout.matchAll(/^\d+: (.*)$/gm)].map(([, name]) => name ?? '').sort();
}

/** Returns every regular file below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns colours of a page drawn by poppler, 8 bits each of red, green and blue; x and y from 0 to 1, from the top left. */
export async function colourAt(path: string, page: number, points: readonly (readonly [number, number])[]) {
  const args = ['-r', '36', '-f', `${page}`, '-l', `${page}`, path];
  const { stdout } = await execa('pdftoppm', args, { encoding: 'buffer' });
  const image = Buffer.from(stdout);
  const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(image.subarray(0, 40).toString('latin1')) ?? [];
  if (head === undefined) throw new Error('pdftoppm made no picture');
  return points.map(([x, y]) => {
    const column = Math.min(Number(width) - 1, Math.floor(x * Number(width)));
    const row = Math.min(Number(height) - 1, Math.floor(y * Number(height)));
    const at = head.length + 3 * (row * Number(width) + column);
    return [...image.subarray(at, at + 3)];
  });
}
