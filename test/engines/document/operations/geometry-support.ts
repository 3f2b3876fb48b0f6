import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { ProgramLimits } from '../../../../src/process/program-call.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { type EngineTask, engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';

/** A folder for one test file. */
export class Scratch extends ScratchFolder {
  #made = 0;

  static async make(): Promise<Scratch> {
    return new Scratch(await makeScratchFolder('geometry'));
  }

  /** Writes a PDF of these objects, the first of which is the catalog. */
  async pdf(objects: readonly string[]): Promise<string> {
    const path = join(this.folder, `made-${++this.#made}.pdf`);
    let text = '%PDF-1.7\n';
    const offsets = objects.map((object, index) => {
      const offset = text.length;
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const start = text.length;
    text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
    text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
    await writeFile(path, text, 'latin1');
    return path;
  }

  async task(path: string, limits: Partial<ProgramLimits> = {}): Promise<EngineTask> {
    const workFolder = await mkdtemp(join(this.folder, 'work-'));
    const scope = { workFolder, readable: [path], signal: new AbortController().signal };
    return engineTask(scope, (call) => ({ ...call, limits: { ...call.limits, ...limits } }));
  }

  /** @param limits limits of its programs, if they are to be tighter */
  async run(
    operation: Operation,
    path: string,
    options: Partial<PdfOptions>,
    limits: Partial<ProgramLimits> = {},
  ): Promise<Changed> {
    const { context, codes, warnings } = await this.task(path, limits);
    const { workFolder } = context;
    let folders = 0;
    const newFolder = async () => {
      const folder = join(workFolder, `step-${++folders}`);
      await mkdir(folder);
      return folder;
    };
    const all: PdfOptions = { linearize: false, allow_multiple_outputs: false, ...options };
    const files = await operation.run([{ path, pages: 1 }], { options: all, context, newFolder });
    const [file] = files;
    if (file === undefined) throw new Error('no file was made');
    return { file, path: file.path, warnings: codes, messages: warnings.map(({ message }) => message) };
  }
}

export interface Changed {
  readonly file: PdfFile;
  readonly path: string;
  /** Codes of the warnings. */
  readonly warnings: readonly string[];
  /** Texts of the warnings. */
  readonly messages: readonly string[];
}

export interface PageParts {
  /** Additional entries of the page. */
  readonly page?: string;
  readonly content?: string;
  readonly resources?: string;
  /** Additional entries of the catalog. */
  readonly catalog?: string;
  /** Additional objects, from number 6 on. */
  readonly objects?: readonly string[];
}

export const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

export const stream = (data: string, dict = ''): string =>
  `<<${dict}/Length ${data.length}>>stream\n${data}\nendstream`;

export const word = (x: number, y: number, text: string): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET\n`;

/** Words near the corners of 200 x 100 points. */
export const CORNERS = word(10, 80, 'NW') + word(160, 80, 'NE') + word(10, 12, 'SW') + word(160, 12, 'SE');

export const WIDE_BOX = '/MediaBox[0 0 200 100]';

/** Returns the objects of a one-page document: 1 catalog, 2 page tree, 3 page, 4 content, 5 font. */
export function onePage({
  page = WIDE_BOX,
  content = CORNERS,
  resources = '',
  catalog = '',
  objects = [],
}: PageParts = {}) {
  return [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${page}>>`,
    stream(content),
    FONT,
    ...objects,
  ];
}

/** Returns the objects of pages with P1, P2, … near their upper left corner. */
export function manyPages(count: number, page = '/MediaBox[0 0 100 140]'): string[] {
  const kids = Array.from({ length: count }, (_, index) => `${4 + index * 2} 0 R`);
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${count}/Resources<</Font<</F 3 0 R>>>>>>`,
    FONT,
    ...kids.flatMap((_, index) => [
      `<</Type/Page/Parent 2 0 R/Contents ${5 + index * 2} 0 R${page}>>`,
      stream(word(10, 120, `P${index + 1}`)),
    ]),
  ];
}

/** A word and the position of its middle, points from the upper left corner. */
export interface ReadWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ReadPage {
  readonly width: number;
  readonly height: number;
  /** Word → left and top, points from the upper left corner. */
  readonly words: Readonly<Record<string, readonly [left: number, top: number]>>;
  /** Every word, including repeated ones. */
  readonly placed: readonly ReadWord[];
}

/** Returns what pdftotext finds on each displayed page. Its sizes are those before rotation. */
export async function readPages(path: string): Promise<ReadPage[]> {
  const info = await execa('pdfinfo', ['-f', '1', '-l', '3000', path]);
  const turns = [...info.stdout.matchAll(/^Page +\d+ rot: +(\d+)/gm)].map(([, turn]) => Number(turn));
  const { stdout } = await execa('pdftotext', ['-bbox', path, '-']);
  const pages = stdout.split('<page ').slice(1);
  return pages.map((page, index) => {
    const sides = (/width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? []).slice(1).map(Number);
    const [width = 0, height = 0] = (turns[index] ?? 0) % 180 === 0 ? sides : sides.reverse();
    const found = [
      ...page.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g),
    ];
    const words = Object.fromEntries(found.map(([, x, y, , , text]) => [text ?? '', [Number(x), Number(y)] as const]));
    const placed = found.map(([, left, top, right, bottom, text]) => ({
      text: text ?? '',
      x: (Number(left) + Number(right)) / 2,
      y: (Number(top) + Number(bottom)) / 2,
      width: Number(right) - Number(left),
      height: Number(bottom) - Number(top),
    }));
    return { width, height, words, placed };
  });
}

export const wordsOf = (pages: readonly ReadPage[]): string[] => pages.map((page) => Object.keys(page.words).join(' '));

/** Returns the rounded width and height of each page, by pdfinfo. */
export async function sizes(path: string): Promise<string[]> {
  const { stdout } = await execa('pdfinfo', ['-f', '1', '-l', '100', path]);
  return [...stdout.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+)/gm)].map(
    ([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`,
  );
}

/** Returns the named destinations by pdfinfo: page and kind with its coordinates. */
export async function destinations(path: string): Promise<Record<string, string>> {
  const { stdout } = await execa('pdfinfo', ['-dests', path]);
  const lines = [...stdout.matchAll(/^ *(\d+) \[ (.*?) *\] +"(.*)"$/gm)];
  return Object.fromEntries(
    lines.map(([, page, place, name]) => [name ?? '', `${page}: ${place?.replace(/ +/g, ' ')}`]),
  );
}

/** Returns the addresses of links: `page address`. */
export async function links(path: string): Promise<string[]> {
  const { stdout } = await execa('pdfinfo', ['-url', path]);
  return [...stdout.matchAll(/^ *(\d+) +\S+ +(\S+)$/gm)].map(([, page, address]) => `${page} ${address}`);
}

export type Color = 'white' | 'black' | 'red' | 'green' | 'blue' | 'other';

/** Draws a page with pdftoppm, one pixel per point. @returns function from points from the upper left corner to the color */
export async function drawn(path: string, page = 1): Promise<(x: number, y: number) => Color> {
  const root = `${path}-page-${page}`;
  await execa('pdftoppm', ['-r', '72', '-f', `${page}`, '-l', `${page}`, '-singlefile', path, root]);
  const image = await readFile(`${root}.ppm`);
  const [head = '', width = ''] = /^P6\s(\d+)\s\d+\s255\s/.exec(image.toString('latin1', 0, 40)) ?? [];
  return (x, y) => {
    const at = head.length + (Math.round(y) * Number(width) + Math.round(x)) * 3;
    return colorOf([...image.subarray(at, at + 3)]);
  };
}

/** Whether anything is drawn in an area of a page. */
export async function ink(path: string, page = 1) {
  const at = await drawn(path, page);
  return ([x, y, width, height]: readonly [number, number, number, number]): boolean =>
    Array.from({ length: width * height }, (_, index) => at(x + (index % width), y + Math.floor(index / width))).some(
      (color) => color !== 'white',
    );
}

function colorOf([red = 0, green = 0, blue = 0]: readonly number[]): Color {
  const bits = [red, green, blue].map((value) => (value > 170 ? '1' : value < 85 ? '0' : '?')).join('');
  const names: Readonly<Record<string, Color>> = {
    111: 'white',
    '000': 'black',
    100: 'red',
    '010': 'green',
    '001': 'blue',
  };
  return names[bits] ?? 'other';
}

/** Throws if qpdf finds an error. */
export async function check(path: string): Promise<void> {
  await execa('qpdf', ['--check', path]);
}
