import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { engine } from '../../../engines/document/engine.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import { outputFilename } from '../../../src/runner/naming.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { engineTask } from '../../support/engine-context.ts';

/** Returns the path of a file in fixtures/document. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/document/${name}`, import.meta.url));

const READER = fileURLToPath(new URL('./read_document.py', import.meta.url));

/** A folder for one test file, removed by `remove`. */
export interface Scratch {
  readonly folder: string;
  path(name: string): string;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-document-test-'));
  return { folder, path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface ConvertOptions {
  readonly target: string;
  readonly filename?: string;
  readonly password?: string;
  readonly options?: OptionValues;
}

export interface Converted {
  readonly outputs: readonly (OutputFile & { readonly filename: string })[];
  readonly warnings: readonly { code: string; message: string; details: object }[];
  readonly progress: readonly number[];
}

let runs = 0;

/** Runs the engine like the runner, with programs sandboxed to a separate work folder inside `scratch`. */
export function convert(scratch: Scratch, path: string, how: ConvertOptions): Promise<Converted> {
  return convertAll(scratch, [path], how);
}

/** The same with several inputs that are combined. */
export async function convertAll(scratch: Scratch, paths: readonly string[], how: ConvertOptions): Promise<Converted> {
  const workFolder = scratch.path(`work-${++runs}`);
  await mkdir(workFolder);
  const inputs = await Promise.all(paths.map((path) => toInput(path, how)));
  const { signal } = new AbortController();
  const { context, warnings, progress } = engineTask({ workFolder, readable: paths, signal });
  const outputs = await engine.convert({ target: how.target, options: how.options ?? {}, inputs }, context);
  const named = outputs.map((output) => ({ ...output, filename: outputFilename(output, inputs, undefined) }));
  return { outputs: named, warnings, progress };
}

export async function toInput(path: string, { filename, password }: Partial<ConvertOptions> = {}): Promise<LocalInput> {
  return {
    id: 'input',
    path,
    filename: filename ?? basename(path),
    size: (await stat(path)).size,
    format: await identify(path),
    decryptPassword: password ?? null,
  };
}

/** Returns the path of the only output. */
export function onlyOutput({ outputs }: Converted): string {
  const [output] = outputs;
  if (output === undefined || outputs.length !== 1) throw new Error(`expected one output, got ${outputs.length}`);
  return output.path;
}

/** What Python or poppler, which did not write our outputs, find in a document. */
export interface Contents {
  readonly text: string;
  readonly sheets: readonly (readonly [name: string, rows: readonly (readonly string[])[]])[];
  readonly pictures: number;
  readonly formulas: number;
  /** Names of a package's members, or an HTML page's tags. */
  readonly parts: readonly string[];
}

export async function read(path: string, format: string): Promise<Contents> {
  if (format === 'pdf') return readPdf(path);
  const { stdout } = await execa('/usr/bin/python3', [READER, path, format], { maxBuffer: 64 * 1024 ** 2 });
  return JSON.parse(stdout);
}

async function readPdf(path: string): Promise<Contents> {
  await execa('qpdf', ['--check', path]);
  const text = await execa('pdftotext', [path, '-']);
  const images = await execa('pdfimages', ['-list', path]);
  return { text: text.stdout, sheets: [], pictures: images.stdout.split('\n').length - 2, formulas: 0, parts: [] };
}

/** Returns pdfinfo's value for a name such as `Page size`. */
export async function pdfFact(path: string, name: string): Promise<string> {
  const { stdout } = await execa('pdfinfo', [path]);
  return new RegExp(`^${name}: +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
}

/** Removes white space and the marks of PDF's line ends, because each format breaks lines differently. */
export const compact = (text: string): string => text.replace(/[\s\u00ad]+/g, '');
