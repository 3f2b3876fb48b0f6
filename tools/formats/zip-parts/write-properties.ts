import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { type MetadataEdit, plainName } from '../../../src/work/metadata.ts';
import { refuseBombs } from '../office-files/safety.ts';
import { PYTHON } from './zip-parts.ts';

const SCRIPT = fileURLToPath(new URL('write_properties.py', import.meta.url));

/** Names of formats whose properties can be written. */
export const PACKAGES: readonly string[] = [
  'docx',
  'docm',
  'xlsx',
  'xlsm',
  'pptx',
  'pptm',
  'odt',
  'ods',
  'odp',
  'odg',
  'epub',
];

const GiB = 1024 ** 3;
const LIMITS = { cpuSeconds: 600, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** A document with other properties, and what it could not take. */
interface WrittenProperties {
  readonly path: string;
  /** Names of fields that it cannot hold. */
  readonly unplaced: readonly string[];
  /** What `clear` could not remove. */
  readonly uncleared: readonly string[];
}

/**
 * Writes a document that is a zip (Office Open XML, OpenDocument, EPUB) with other properties, all else unchanged. Throws ConversionError
 * `program_missing`, `input_bomb`, `conversion_failed` for one that cannot be read, and what running a program throws.
 */
export async function writeProperties(
  input: LocalInput,
  { fields, clear }: MetadataEdit,
  context: WorkContext,
): Promise<WrittenProperties> {
  await refuseBombs(input);
  const path = join(await partFolder(context, 'properties'), 'document.zip');
  const names = new Map([...fields.keys()].map((name) => [plainName(name), name]));
  const plain = Object.fromEntries([...names].map(([name, own]) => [name, fields.get(own) ?? null]));
  const { exitCode, stdout, stderr } = await context.run({
    name: PYTHON.name,
    path: await findProgram(PYTHON),
    args: ['-I', '-B', SCRIPT, input.path, path],
    readable: [SCRIPT],
    limits: LIMITS,
    stdin: JSON.stringify({ clear, fields: plain }),
    acceptExitCodes: 'any',
  });
  if (exitCode !== 0) {
    const message = 'The metadata could not be written: the properties of the document could not be read.';
    throw new ConversionError('conversion_failed', message, { log: stderr.slice(-4000) });
  }
  const { unplaced, uncleared } = JSON.parse(stdout) as WrittenProperties;
  return { path, unplaced: unplaced.map((name) => names.get(name) ?? name), uncleared };
}
