import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { engine } from '../../../engines/metadata/engine.ts';
import type { MetadataDocument } from '../../../engines/metadata/schema/document.ts';
import { identify } from '../../../src/files/identify.ts';
import { engineTask } from '../../support/engine-context.ts';
import { removeAtEndOfFile } from '../../support/folders-of-file.ts';

/** Returns the path of a fixture. */
export const fixture = (name: string): string => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));

export const SCHEMA = fileURLToPath(new URL('../../../engines/metadata/schema.json', import.meta.url));

const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(await readFile(SCHEMA, 'utf8')));

/** Makes a folder that is removed after the tests of the file. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-metadata-test-'));
  removeAtEndOfFile(folder);
  return folder;
}

/** Returns a function that makes paths in a temporary folder for one test file. */
export async function scratchFolder(): Promise<(name: string) => string> {
  const folder = await newFolder();
  return (name) => join(folder, name);
}

export interface Asked {
  readonly checksums?: boolean;
  readonly textStatistics?: boolean;
  readonly countContents?: boolean;
  readonly password?: string;
  readonly filename?: string;
}

/** Returns the engine's document about a file, made with sandboxed programs. Throws if the published schema refuses it. */
export async function metadataOf(path: string, asked: Asked = {}): Promise<MetadataDocument> {
  const workFolder = await newFolder();
  const { context, warnings } = engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
  const input = {
    id: 'input',
    path,
    filename: asked.filename ?? basename(path),
    size: (await stat(path)).size,
    format: await identify(path),
    decryptPassword: asked.password ?? null,
  };
  const { checksums = false, textStatistics: text_statistics = false, countContents: count_contents = false } = asked;
  const options = { checksums, text_statistics, count_contents };
  const [output] = await engine.convert({ target: 'json', options, inputs: [input] }, context);
  const document = JSON.parse(await readFile(output?.path ?? '', 'utf8')) as MetadataDocument;
  if (!isValid(document)) throw new Error(`${path}: ${JSON.stringify(isValid.errors)}`);
  if (warnings.length !== document.warnings.length)
    throw new Error('the task and the document warn of different things');
  return document;
}
