import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { engine } from '../../../engines/cad/engine.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { type EngineTask, engineTask } from '../../support/engine-context.ts';

const run = promisify(execFile);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const fixture = (name: string): string => here(`../../../fixtures/cad/${name}`);

/** Folder of foreign drawings; null if there is none. */
export const CORPUS = process.env.CORPORA_DIR ? join(process.env.CORPORA_DIR, 'cad') : null;

export async function localInput(path: string): Promise<LocalInput> {
  const { size } = await stat(path);
  return { id: 'input', path, filename: basename(path), size, format: await identify(path), decryptPassword: null };
}

export interface Conversion extends EngineTask {
  readonly output: OutputFile;
}

/** Converts a drawing with the engine, in a new folder below `folder`. */
export async function convert(
  folder: string,
  path: string,
  target: 'dwg' | 'dxf',
  options: Record<string, unknown> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Conversion> {
  await mkdir(folder, { recursive: true });
  const task = engineTask({ workFolder: await mkdtemp(join(folder, 'task-')), readable: [path], signal });
  const [output] = await engine.convert({ target, options, inputs: [await localInput(path)] }, task.context);
  if (output === undefined) throw new Error('a conversion has an output');
  return { ...task, output };
}

/** What an independent reader finds in a drawing. */
export interface Report {
  readonly version: string;
  /** Type to the number of its entities in all blocks and layouts. */
  readonly entities: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** DXF: errors that the audit cannot repair; `fixes` are those that it can. */
  readonly errors?: readonly string[];
  readonly fixes?: readonly string[];
  /** DXF: reason why a strict reader refuses it. */
  readonly refused?: string;
}

const MAX_OUTPUT = 16 * 1024 * 1024;

/** Reads DXF files with ezdxf, strictly. */
export async function readByEzdxf(paths: readonly string[]): Promise<Report[]> {
  const script = here('../../tools/formats/dwg/oracles/dxf.py');
  const { stdout } = await run('/usr/bin/python3', [script, ...paths], { maxBuffer: MAX_OUTPUT });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);
}

/** Returns the other reader of a DWG version: dwgdxf does not support R12. */
export const dwgReader = (version: string): 'dwgdxf' | 'libredwg' => (version === 'AC1009' ? 'libredwg' : 'dwgdxf');

/** Reads a DWG with another library in a separate process. */
export async function readDwg(reader: 'dwgdxf' | 'libredwg', path: string, dxf?: string): Promise<Report> {
  const script = here('../../tools/formats/dwg/oracles/dwg.ts');
  // Without optimising the library's code, which takes longer than reading the drawing.
  const args = ['--liftoff-only', script, reader, path, ...(dxf === undefined ? [] : [dxf])];
  const { stdout } = await run(process.execPath, args, { maxBuffer: MAX_OUTPUT });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report;
}
