import { fileURLToPath } from 'node:url';
import type { ProgramCall, ProgramResult } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { PdfWork } from '../qpdf/pdf-work.ts';
import { pikepdfProgram } from './programs.ts';

const GiB = 1024 ** 3;

const LIMITS = { cpuSeconds: 300, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** Line that Python prints if a module is missing, which is not an error of the file. */
const NOT_INSTALLED =
  /^ModuleNotFoundError: No module named '(?:pikepdf|PIL|fontTools|cairo|gi)|^ValueError: Namespace Pango/m;

/**
 * Runs a Python script that prints one JSON value, and returns it. Throws ConversionError `program_missing`, `input_damaged` if pikepdf
 * cannot read the file, `conversion_failed` or `limit_*`.
 */
export async function runPikepdfScript(
  script: URL,
  args: readonly string[],
  { context }: Pick<PdfWork, 'context'>,
  further: ScriptSettings = {},
): Promise<unknown> {
  return answerOf(await context.run(await pikepdfCall(script, args, further)));
}

/** Further settings of a script. */
export interface ScriptSettings {
  /** Folder of modules that it imports; Python lists it. */
  readonly modules?: URL;
  /** Further files and folders that it may read. */
  readonly readable?: readonly string[];
  /** Its standard input. */
  readonly stdin?: string;
}

/** Returns the call of such a script. Throws ConversionError `program_missing`. */
export async function pikepdfCall(
  script: URL,
  args: readonly string[],
  { modules, readable = [], stdin }: ScriptSettings = {},
): Promise<ProgramCall> {
  const path = fileURLToPath(script);
  return {
    ...(await pikepdfProgram()),
    // Only the system's own modules, and no __pycache__.
    args: ['-I', '-B', path, ...args],
    readable: [path, ...(modules === undefined ? [] : [fileURLToPath(modules)]), ...readable],
    ...(stdin !== undefined && { stdin }),
    limits: LIMITS,
    acceptExitCodes: 'any',
  };
}

/** Returns the JSON value in the last printed line. Throws as runPikepdfScript. */
export function answerOf(result: ProgramResult): unknown {
  if (result.exitCode === 0) return JSON.parse(result.stdout.trimEnd().split('\n').at(-1) ?? '');
  const log = result.stderr.slice(-4000);
  if (NOT_INSTALLED.test(log)) {
    throw new ConversionError(
      'program_missing',
      'A module of Python is not installed. Install the packages python3-pikepdf, python3-pil, python3-fonttools, python3-gi-cairo and gir1.2-pango-1.0.',
      { details: { program: 'pikepdf', package: 'python3-pikepdf' }, log },
    );
  }
  if (/^MemoryError|std::bad_alloc/m.test(log)) {
    throw new ConversionError('limit_memory', 'A part of the PDF needs more memory than its limit.', {
      details: { program: 'pikepdf' },
      log,
    });
  }
  if (!/^(pikepdf\.\S*PdfError|RecursionError)/m.test(log)) {
    throw new ConversionError('conversion_failed', 'The parts of the PDF could not be read.', { log });
  }
  throw new ConversionError('input_damaged', 'The PDF is too damaged: its parts cannot be read.', { log });
}
