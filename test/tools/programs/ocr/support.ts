import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { recognitionOf } from '../../../../engines/document/recognition.ts';
import type { Target } from '../../../../engines/document/targets.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { Recognition } from '../../../../tools/programs/ocr/options.ts';
import type { PageInput } from '../../../../tools/programs/ocr/pages.ts';
import { type EngineTask, engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';

const PYTHON = '/usr/bin/python3';
const MAKER = fileURLToPath(new URL('make_pages.py', import.meta.url));

/** x, y, size in points, string, colour. */
export type DrawnText = [number, number, number, string, string?];

export interface DrawnPage {
  readonly width?: number;
  readonly height?: number;
  readonly text: readonly DrawnText[];
  readonly background?: string;
  /** Degrees clockwise. */
  readonly turn?: number;
  readonly skew?: number;
  readonly shadow?: boolean;
}

/** The context of a conversion, and what it did with it. */
export interface Task extends EngineTask {
  readonly folder: string;
}

/** A folder for one test file, with a work folder for each task inside. */
export class Scratch extends ScratchFolder {
  #count = 0;

  static async make(): Promise<Scratch> {
    return new Scratch(await makeScratchFolder('ocr'));
  }

  /** Draws pages into a file of the format in its name. */
  async draw(
    name: string,
    pages: readonly DrawnPage[],
    how: { dpi?: number; exif?: number; quality?: number } = {},
  ): Promise<string> {
    await execa(PYTHON, [MAKER, this.path(name)], { input: JSON.stringify({ pages, ...how }) });
    return this.path(name);
  }

  async python(code: string, ...args: string[]): Promise<string> {
    return (await execa(PYTHON, ['-c', code, ...args])).stdout;
  }

  async task(input: string, signal: AbortSignal = new AbortController().signal): Promise<Task> {
    const folder = this.path(`work-${++this.#count}`);
    await mkdir(folder);
    const scope = { workFolder: folder, readable: [input], signal };
    return { ...engineTask(scope), folder };
  }

  /** Runs one of the functions that recognise text. */
  async recognise(
    way: (
      input: PageInput,
      recognition: Recognition,
      folder: string,
      context: WorkContext,
    ) => Promise<{ path: string }>,
    path: string,
    options: OptionValues = {},
    target: Target = 'txt',
  ): Promise<Task & { path: string }> {
    const task = await this.task(path);
    const result = await way(inputOf(path), recognition(options, target), task.folder, task.context);
    return { ...task, ...result };
  }
}

export function inputOf(path: string): PageInput {
  return { kind: path.endsWith('.pdf') ? 'pdf' : 'picture', path };
}

export function recognition(options: OptionValues = {}, target: Target = 'txt'): Recognition {
  const read = recognitionOf(target, { ocr: true, ...options });
  if (read === null) throw new Error('recognition was asked for');
  return read;
}

export const textOf = (path: string): Promise<string> => readFile(path, 'utf8');

/** Returns the text that tesseract's own command reads. */
export async function tesseractText(picture: string, languages: string, ...args: string[]): Promise<string> {
  const env = { OMP_THREAD_LIMIT: '1' };
  return (await execa('tesseract', [picture, 'stdout', '-l', languages, ...args], { env })).stdout;
}

/** Returns the share of characters to change in `text` to get the truth; white space counts as one space. */
export function characterErrorRate(text: string, truth: string): number {
  const [one, other] = [text, truth].map((each) => [...each.normalize('NFC').replace(/\s+/g, ' ').trim()]) as [
    string[],
    string[],
  ];
  let row = other.map((_, index) => index + 1);
  for (const [above, letter] of one.entries()) {
    let diagonal = above;
    let left = above + 1;
    row = row.map((up, index) => {
      left = Math.min(up + 1, left + 1, diagonal + (letter === other[index] ? 0 : 1));
      diagonal = up;
      return left;
    });
  }
  return (row.at(-1) ?? one.length) / Math.max(1, other.length);
}

/** Returns the code of the error with which a promise rejects. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => ({ code: 'no error' }),
    (thrown: unknown) => thrown as { code?: string },
  );
  return error.code ?? String(error);
}
