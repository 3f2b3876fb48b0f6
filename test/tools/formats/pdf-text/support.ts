import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { PdfInput } from '../../../../tools/formats/pdf-text/open.ts';
import { pdfToHtml, type ReflowedPdf } from '../../../../tools/formats/pdf-text/reflow.ts';
import type { Shape } from '../../../../tools/formats/pdf-text/reflow-job.ts';
import { pdfToReadingText } from '../../../../tools/formats/pdf-text/text.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';

const PYTHON = '/usr/bin/python3';
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** x, baseline from the top, size, font, string. */
export type Text = [number, number, number, 'regular' | 'bold' | 'italic' | 'serif' | 'fixed', string];

export interface PageDescription {
  readonly text?: readonly Text[];
  /** x, y, width, height, address. */
  readonly links?: readonly [number, number, number, number, string][];
  /** x, y, width, height, pixels on each side. */
  readonly pictures?: readonly [number, number, number, number, number][];
  /** Lines: x0, y0, x1, y1. */
  readonly rules?: readonly [number, number, number, number][];
  /** Text that runs diagonally over the page in large letters, like a watermark. */
  readonly diagonal?: string;
  /** The same, drawn before all other text. */
  readonly behind?: string;
}

/** Content that read_html.py found. */
export interface ReadHtml {
  readonly blocks: readonly [string, string][];
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly bold: readonly string[];
  readonly italic: readonly string[];
  readonly links: readonly [string, string][];
  readonly pictures: readonly [string, string][];
  readonly rtl: readonly string[];
  readonly depths: Readonly<Record<string, number>>;
}

/** A folder for one test file, with the context of a task for each conversion. */
export class Scratch extends ScratchFolder {
  #count = 0;

  static async make(): Promise<Scratch> {
    return new Scratch(await makeScratchFolder('pdf'));
  }

  async pdf(pages: readonly PageDescription[], name = `made-${++this.#count}.pdf`): Promise<string> {
    await execa(PYTHON, [script('make_pdf.py'), this.path(name)], { input: JSON.stringify({ pages }) });
    return this.path(name);
  }

  /** Prints an HTML file with LibreOffice Writer. */
  async printed(html: string): Promise<string> {
    const name = `printed-${++this.#count}`;
    await writeFile(
      this.path(`${name}.html`),
      `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`,
    );
    await soffice(this, 'HTML (StarWriter)', 'pdf:writer_pdf_Export', this.path(`${name}.html`));
    return this.path(`${name}.pdf`);
  }

  async task(
    input: string,
  ): Promise<{ context: WorkContext; warnings: string[]; calls: ProgramCall[]; workFolder: string }> {
    const workFolder = this.path(`work-${++this.#count}`);
    await mkdir(workFolder);
    const { signal } = new AbortController();
    const { context, codes, calls } = engineTask({ workFolder, readable: [input], signal });
    return { context, warnings: codes, calls, workFolder };
  }

  async reflow(
    path: string,
    shape: Shape = 'text',
    password: string | null = null,
  ): Promise<ReadHtml & ReflowedPdf & { warnings: string[] }> {
    const { context, workFolder, warnings } = await this.task(path);
    const input: PdfInput = { path, password };
    const result = await pdfToHtml(input, shape, workFolder, context);
    return { ...(await readHtml(result.html)), ...result, warnings };
  }

  /** Returns the plain text in reading order. */
  async readingText(path: string): Promise<string> {
    const { context, workFolder } = await this.task(path);
    return readFile((await pdfToReadingText({ path, password: null }, workFolder, context)).path, 'utf8');
  }
}

export async function readHtml(path: string): Promise<ReadHtml> {
  return JSON.parse((await execa(PYTHON, [script('read_html.py'), path])).stdout);
}

/** Converts a file with LibreOffice, with a separate profile, into the scratch folder. */
export async function soffice(scratch: Scratch, importFilter: string, target: string, file: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${scratch.path('profile')}`;
  const args = [
    '--headless',
    profile,
    `--infilter=${importFilter}`,
    '--convert-to',
    target,
    '--outdir',
    scratch.folder,
    file,
  ];
  await execa('/usr/bin/soffice', args, { timeout: patience(100_000) });
}
