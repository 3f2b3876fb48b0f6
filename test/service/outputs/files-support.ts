import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InputRow } from '../../../src/service/database/tables.ts';
import { removeAtEndOfFile } from '../../support/folders-of-file.ts';
import { patience } from '../../support/slowness.ts';
import { CONVERSION, type Json, makeJob, outputOf, type TestService } from '../support.ts';

const run = promisify(execFile);

/** Makes a folder that is removed at the end of the test file. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-files-'));
  removeAtEndOfFile(folder);
  return folder;
}

/** A file of random bytes. */
export async function randomFile(bytes: number, name = 'talk.bin'): Promise<string> {
  const path = join(await testFolder(), name);
  await writeFile(path, randomBytes(bytes));
  return path;
}

export interface CurlAnswer {
  readonly status: number;
  /** Header name in lower case to its value. */
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** The parsed body, if it is JSON. */
  readonly json: Json;
}

/** Sends a request with curl, a foreign client. */
export async function curl(...args: string[]): Promise<CurlAnswer> {
  const folder = await testFolder();
  const [head, body] = [join(folder, 'head'), join(folder, 'body')];
  await writeFile(body, '');
  await run('curl', ['-sS', '--max-time', String(patience(60)), '-D', head, '-o', body, ...args]);
  const blocks = (await readFile(head, 'latin1')).trim().split(/\r\n\r\n/);
  const [first = '', ...lines] = (blocks.at(-1) ?? '').split('\r\n');
  const bytes = await readFile(body);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const isJson =
    !args.includes('-I') && headers['content-type']?.startsWith('application/json') === true && bytes.length > 0;
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: bytes,
    json: isJson ? JSON.parse(bytes.toString()) : null,
  };
}

/** Returns the digest of a file by md5sum. */
export async function md5sum(path: string): Promise<string> {
  return (await run('md5sum', ['-b', path])).stdout.slice(0, 32);
}

/** Makes a job without inputs. */
export const emptyJob = (service: TestService, key: string, body: Record<string, unknown> = {}): Promise<Json> =>
  makeJob(service, key, { input: [], conversion: [CONVERSION], process: false, ...body });

/** Returns paths, below the data folder, of all files of the service: stored and arriving ones. */
export async function filesOf({ context: { config } }: TestService): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['outputs', 'work']) {
    const entries = await readdir(join(config.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      if (entry.isFile()) found.push(relative(config.dataDir, join(entry.parentPath, entry.name)));
    }
  }
  return found.sort();
}

export const inputRow = ({ context: { db } }: TestService, id: string): Promise<InputRow> =>
  db.selectFrom('inputs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Path of the stored file of an input. */
export async function storedPath(service: TestService, inputId: string): Promise<string> {
  const { location } = await inputRow(service, inputId);
  return fileURLToPath(location ?? '');
}

/** Sends raw bytes and returns the response until the connection closes or the time is over, which is longer on a slow machine. */
export function sendRaw(url: string, text: string | Buffer, waitMs: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, patience(waitMs));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      end();
    });
    socket.write(text);
  });
}

export interface MadeOutput {
  readonly job: Json;
  readonly id: string;
  /** Path and query of its link. */
  readonly link: string;
}

/** Makes a completed job with one output of these bytes in the store of the service. */
export async function makeOutput(
  service: TestService,
  key: string,
  path: string,
  {
    filename = 'talk.mp3',
    job: body = {},
    record = {},
  }: { filename?: string; job?: Record<string, unknown>; record?: Record<string, unknown> } = {},
): Promise<MadeOutput> {
  const { files } = service.context;
  const job = await makeJob(service, key, body);
  const [task] = await service.tasks(job.id);
  if (task === undefined) throw new Error('the job has no task');
  const copy = join(await testFolder(), 'copy');
  await writeFile(copy, await readFile(path));
  const stored = await files.store(task.id, 'stored.mp3', copy);
  const output = {
    ...outputOf(task, filename, stored.location),
    size: stored.size,
    checksum: stored.checksum,
    ...record,
  };
  await service.report(task, { status: 'completed', progress: 100, output: [output] });
  const { body: done } = await service.request('GET', `/v2/jobs/${job.id}`, { key });
  const [made] = done.output;
  if (made === undefined) throw new Error(`no output: ${JSON.stringify(done)}`);
  return { job: done, id: made.id, link: new URL(made.uri).pathname };
}
