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
  /** An empty folder, for the client and what it downloads. */
  readonly folder: string;
  /** What is converted. */
  readonly file?: string;
  /** What it is converted into, where its category is beyond doubt. */
  readonly target?: string;
}

export interface Converted {
  readonly job: string;
  readonly filename: string;
  /** Bytes, as the job says. */
  readonly size: number;
  /** Whether the list of jobs shows the job. */
  readonly listed: boolean;
  /** Code of the refusal of a request for a job that does not exist. */
  readonly refusal: number;
  /** What was downloaded. */
  readonly bytes: Buffer;
}

/**
 * Converts a file as a client author does who has nothing but the address of a service and a key: fetches the description of the
 * interface, generates a client from it, compiles a program against that (client-program/convert.ts), and runs it. The program creates
 * a job, uploads the file, waits, downloads the output and lists the jobs.
 * @throws where any of that fails, with what the generator, the compiler or the program printed
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

/** Writes the client into the folder `client` there, and beside it what the compiler needs. */
export async function generateClient(baseUrl: string, folder: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v2/schema`);
  if (!answer.ok) throw new Error(`the description was answered with ${answer.status}`);
  const schema = join(folder, 'schema.json');
  await writeFile(schema, await answer.text());
  await execa(process.execPath, [GENERATOR, schema, join(folder, 'client')]);
  await symlink(MODULES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  // What the generator writes is not meant for `exactOptionalPropertyTypes`, and for browsers, too.
  const compilerOptions = { exactOptionalPropertyTypes: false, lib: ['es2024', 'dom', 'dom.iterable'] };
  const tsconfig = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['.'], exclude: ['node_modules'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
}

/** Compiles what is in the folder with the settings of the repository. Throws what the compiler says against it. */
export async function typeCheck(folder: string): Promise<void> {
  await execa(join(MODULES, '.bin/tsc'), ['--project', folder]);
}
