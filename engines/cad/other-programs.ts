import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locateProgram } from '../../src/process/programs.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { DWG2DXF, ODA_CONVERTER } from './programs.ts';

/** These programs read a file that we wrote in seconds; a file that takes longer is damaged. */
const TIME_LIMIT_MS = 5 * 60_000;
const LIMITS = { wallMs: TIME_LIMIT_MS, memoryBytes: 4 * 1024 ** 3 } as const;

export interface OpenedByOther {
  /** Name of the program that opened it, for messages. */
  readonly program: string;
  /** The drawing as a DXF file in the work folder. */
  readonly input: LocalInput;
}

/** Converts a DWG that we cannot open to DXF with another installed program; null if none is installed, or none can open it either. */
export async function openByOther(input: LocalInput, context: WorkContext): Promise<OpenedByOther | null> {
  for (const { name, convert } of CONVERTERS) {
    try {
      const path = await convert(input, context);
      if (path === null) continue;
      const { size } = await stat(path);
      if (size > 0) return { program: name, input: { ...input, path, size } };
    } catch (error) {
      // No file was made, or the program failed: the next one may do better.
      if (context.signal.aborted || (error instanceof ConversionError && !FAILURES.has(error.code))) throw error;
    }
  }
  return null;
}

const FAILURES: ReadonlySet<string> = new Set([
  'conversion_failed',
  'conversion_timeout',
  'engine_crashed',
  'limit_memory',
]);

interface Converter {
  readonly name: string;
  /** Returns the path of the DXF that it should have made; null if the program is not installed. */
  readonly convert: (input: LocalInput, context: WorkContext) => Promise<string | null>;
}

const CONVERTERS: readonly Converter[] = [
  { name: 'LibreDWG', convert: byLibreDwg },
  { name: 'ODA File Converter', convert: byOda },
];

async function byLibreDwg(input: LocalInput, context: WorkContext): Promise<string | null> {
  const path = await locateProgram(DWG2DXF);
  if (path === null) return null;
  const made = join(context.workFolder, 'libredwg.dxf');
  // The exit code also reports input that it did not understand; only the written file matters.
  await context.run({
    name: DWG2DXF.name,
    path,
    args: ['-y', '-o', made, input.path],
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  return made;
}

/** Converts every file of a folder without showing a window: `ODAFileConverter IN OUT version format recursive audit filter`. */
async function byOda(input: LocalInput, context: WorkContext): Promise<string | null> {
  const path = await locateProgram(ODA_CONVERTER);
  if (path === null) return null;
  const [from, to] = ['oda-in', 'oda-out'].map((name) => join(context.workFolder, name)) as [string, string];
  await mkdir(from);
  await mkdir(to);
  await copyFile(input.path, join(from, 'drawing.dwg'));
  await context.run({
    name: ODA_CONVERTER.name,
    path,
    args: [from, to, 'ACAD2018', 'DXF', '0', '1', '*.dwg'],
    env: { QT_QPA_PLATFORM: 'offscreen' },
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  return join(to, 'drawing.dxf');
}
