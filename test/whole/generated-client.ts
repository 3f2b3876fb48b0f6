import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { INPUTS, ROOT } from '../cli/support.ts';

const PROGRAM = fileURLToPath(new URL('client-program/convert.ts', import.meta.url));
const GENERATOR = fileURLToPath(new URL('client-generator/generate.ts', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

export interface ClientRun {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** An empty folder for the client and its downloads. */
  readonly folder: string;
  /** Path of the input. */
  readonly file?: string;
  /** Target name that only one category has. */
  readonly target?: string;
}

export interface Converted {
  readonly job: string;
  readonly filename: string;
  /** Bytes, as the job states. */
  readonly size: number;
  /** Whether the list of jobs shows the job. */
  readonly listed: boolean;
  /** Code of the refusal of a request for a job that does not exist. */
  readonly refusal: number;
  /** The downloaded output. */
  readonly bytes: Buffer;
}

/**
 * Converts a file like a client author who has only the address of a service and a key: fetches the description of the
 * interface, generates a client from it, compiles a program that uses the client (client-program/convert.ts), and runs it. The program
 * creates a job, uploads the file, waits, downloads the output and lists the jobs.
 * @throws if any of that fails, with the output of the generator, the compiler or the program
 */
export async function convertWithGeneratedClient(run: ClientRun): Promise<Converted> {
  const { baseUrl, apiKey, folder, file = join(INPUTS, 'chime.wav'), target = 'mp3' } = run;
  await generateClient(baseUrl, folder);
  await copyFile(PROGRAM, join(folder, 'convert.ts'));
  await typeCheck(folder);
  const download = join(folder, 'download.bin');
  const { stdout } = await execa(process.execPath, [join(folder, 'convert.ts')], {
    env: { BASE_URL: baseUrl, API_KEY: apiKey, FILE: file, TARGET: target, DOWNLOAD: download },
  });
  return { ...(JSON.parse(stdout) as Omit<Converted, 'bytes'>), bytes: await readFile(download) };
}

/** Writes the client into the subfolder `client`, and next to it the files that the compiler needs. */
export async function generateClient(baseUrl: string, folder: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v2/schema`);
  if (!answer.ok) throw new Error(`the description was answered with ${answer.status}`);
  const schema = join(folder, 'schema.json');
  await writeFile(schema, await answer.text());
  await execa(process.execPath, [GENERATOR, schema, join(folder, 'client')]);
  await symlink(MODULES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  // The generated client is not written for `exactOptionalPropertyTypes`, and it also supports browsers.
  const compilerOptions = { exactOptionalPropertyTypes: false, lib: ['es2024', 'dom', 'dom.iterable'] };
  const tsconfig = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['.'], exclude: ['node_modules'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
}

/** Compiles the folder with the settings of the repository. Throws the compiler's errors. */
export async function typeCheck(folder: string): Promise<void> {
  await execa(join(MODULES, '.bin/tsc'), ['--project', folder]);
}
