import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { engine as archiveEngine } from '../../../engines/archive/engine.ts';
import { identify } from '../../../src/files/identify.ts';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import type { Engine, OutputFile } from '../../../src/runner/engine.ts';
import { outputFilename } from '../../../src/runner/naming.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { engineTask } from '../../support/engine-context.ts';

/** A folder for one test file, removed by `remove`. */
export interface Scratch {
  readonly folder: string;
  /** Returns a path in the folder. */
  path(name: string): string;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-archive-test-'));
  return {
    folder,
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface TestInput {
  readonly path: string;
  readonly filename?: string;
  readonly password?: string;
}

export interface ConvertOptions {
  readonly target: string;
  readonly options?: OptionValues;
  readonly ordered?: boolean;
  readonly engine?: Engine;
  readonly signal?: AbortSignal;
  /** Gets every call before it runs. */
  readonly onCall?: (call: ProgramCall) => void;
}

export interface Converted {
  readonly outputs: readonly (OutputFile & { readonly filename: string })[];
  readonly warnings: readonly { code: string; message: string }[];
  readonly progress: readonly number[];
  readonly workFolder: string;
}

let runs = 0;

/** Runs the engine like the runner, with programs sandboxed to a separate work folder inside `scratch`. */
export async function convert(scratch: Scratch, files: readonly TestInput[], how: ConvertOptions): Promise<Converted> {
  const workFolder = scratch.path(`work-${++runs}`);
  await mkdir(workFolder);
  const inputs = await Promise.all(files.map(toInput));
  const signal = how.signal ?? new AbortController().signal;
  const scope = { workFolder, readable: inputs.map(({ path }) => path), signal };
  const { context, warnings, progress } = engineTask(scope, (call) => {
    how.onCall?.(call);
    return call;
  });
  const request = { target: how.target, options: how.options ?? {}, inputs, ordered: how.ordered ?? false };
  const outputs = await (how.engine ?? archiveEngine).convert(request, context);
  const named = outputs.map((output) => ({ ...output, filename: outputFilename(output, inputs, undefined) }));
  return { outputs: named, warnings, progress, workFolder };
}

async function toInput({ path, filename, password }: TestInput, index: number): Promise<LocalInput> {
  return {
    id: `input-${index}`,
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

/** Returns the error code with which a conversion ends; fails if it succeeds or throws anything else. */
export async function codeOf(conversion: Promise<unknown>): Promise<string> {
  const error = await conversion.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConversionError) return error.code;
  throw error ?? new Error('the conversion succeeded');
}

/** Runs a program for the test itself, without a sandbox. */
export function tool(file: string, args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  return execa(file, args, { stdin: options.input === undefined ? 'ignore' : 'pipe', ...options });
}

/** Runs Python's own modules, which did not write our outputs. */
export async function python(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await execa('/usr/bin/python3', ['-W', 'ignore', '-c', script, ...args]);
  return stdout;
}

/** Returns the text in a gz or bz2, by Python's own modules. */
export async function decompress(path: string): Promise<string> {
  const script =
    'import sys, json, gzip, bz2; m = gzip if sys.argv[1].endswith(".gz") else bz2; print(json.dumps(m.open(sys.argv[1], "rt").read()))';
  return JSON.parse(await python(script, path));
}
