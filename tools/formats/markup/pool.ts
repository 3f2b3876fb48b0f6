import { join } from 'node:path';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type Cleaned, type CleanOptions, INPUT, OUTPUT, type Read } from './job.ts';

const GiB = 1024 ** 3;

/** The heap may exceed the process limit, so that a larger tree ends at that limit, with its message. */
const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', installed('tools/formats/markup/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 3 * GiB, fileBytes: GiB },
};

const TIMEOUT_MS = 3 * 60_000;

const pool = createPoolOnDemand({ name: 'markup', command: COMMAND, size: 1 });

/**
 * Cleans a syntax tree (ast.ts).
 * @param folder new and empty: gets the tree, and the pictures that the text itself contains
 * @throws ConversionError `input_bomb` for a tree that is nested too deeply, `limit_*`, `conversion_timeout`, `engine_crashed`
 */
export async function cleanTreeFile(
  path: string,
  options: CleanOptions,
  { folder, filename }: { readonly folder: string; readonly filename: string },
  { signal }: Pick<WorkContext, 'signal'>,
): Promise<{ readonly path: string } & Cleaned> {
  const { cleaned } = await pool.request<{ cleaned: Cleaned | null }>(
    { job: 'clean', ...options },
    { inputs: { [INPUT]: path }, outputFolder: folder, signal, timeoutMs: TIMEOUT_MS },
  );
  if (cleaned !== null) return { ...cleaned, path: join(folder, OUTPUT) };
  throw new ConversionError('input_bomb', `${filename} is nested so deeply that no document can be made of it.`);
}

/**
 * Converts AsciiDoc in UTF-8 to DocBook (asciidoc.ts).
 * @param includable files that it may include, by their paths
 * @throws ConversionError as cleanTreeFile does
 */
export async function asciiDocToDocBook(
  path: string,
  includable: ReadonlyMap<string, string>,
  folder: string,
  { signal }: Pick<WorkContext, 'signal'>,
): Promise<{ readonly path: string } & Read> {
  const names = [...includable].map(([address, file], index) => ({ address, file, name: `include-${index}` }));
  const inputs = Object.fromEntries(names.map(({ name, file }) => [name, file]));
  const files = Object.fromEntries(names.map(({ address, name }) => [address, name]));
  const read = await pool.request<Read>(
    { job: 'asciidoc', files },
    { inputs: { [INPUT]: path, ...inputs }, outputFolder: folder, signal, timeoutMs: TIMEOUT_MS },
  );
  return { ...read, path: join(folder, OUTPUT) };
}

/** Ends the worker processes. */
export const closeMarkupPools = (): Promise<void> => pool.close();
