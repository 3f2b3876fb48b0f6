import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { execa } from 'execa';
import { expect, onTestFinished } from 'vitest';
import type { ServiceHealth } from '../../src/service/serve.ts';
import { CONVERTD } from '../cli/support.ts';
import { testFolder, waitFor } from '../worker/support.ts';

/** The fields of a job document that these tests read. */
export interface JobView {
  id: string;
  token: string;
  status: string;
  errors: { source: string; id_source: string; code: number; message: string }[];
  warnings: { code: number; message: string; details: Record<string, unknown> }[];
  input: { id: string; size: number | null; hash: string | null; checksum: string | null }[];
  conversion: { id: string; target: string }[];
  output: {
    id: string;
    source: { conversion: string; input: string[] };
    filename: string;
    uri: string;
    size: number;
    checksum: string;
  }[];
  spent: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** `convertd serve`, started like by an operator. */
export interface ServeProcess {
  readonly pid: number;
  readonly url: string;
  /** URL of the port for operators, with /metrics and the detailed /health. */
  readonly operationsUrl: string;
  /** The key that it printed, or the given one. */
  readonly key: string;
  readonly stdout: () => string;
  /** Lines of its log so far, parsed. */
  log(): Record<string, unknown>[];
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  createJob(body: object, key?: string): Promise<JobView>;
  job(id: string): Promise<JobView>;
  /** Resolves with the job at its final status. */
  final(id: string): Promise<JobView>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Folder and key of a service, kept between its starts on the same data. */
export interface Installation {
  readonly folder: string;
  key: string;
}

export async function newInstallation(): Promise<Installation> {
  return { folder: await testFolder(), key: '' };
}

/**
 * Starts a service, with `env` added to a bare environment. It is killed when the test ends.
 * @param program `bin/convertd` of another version
 */
export async function startServe(
  installation: Installation,
  env: Record<string, string> = {},
  program = CONVERTD,
): Promise<ServeProcess> {
  const child = execa(program, ['serve'], {
    env: {
      DATA_DIR: installation.folder,
      // So that its processes are found by the folder.
      TMPDIR: installation.folder,
      PORT: '0',
      METRICS_PORT: '0',
      RETRY_DELAYS: '1,2',
      LOG_LEVEL: 'debug',
      ...env,
    },
    reject: false,
    // execa would send SIGKILL five seconds after another signal.
    forceKillAfterDelay: false,
    buffer: false,
    stdin: 'ignore',
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let hasEnded = false;
  const ended = child.then((result) => {
    hasEnded = true;
    return result.exitCode ?? null;
  });
  const url = await waitFor(() => {
    if (hasEnded) throw new Error(`the service has ended: ${stderr}`);
    return /^convertd serves (\S+)\n/m.exec(stdout)?.[1];
  }, 'the address of the service');
  installation.key ||= /shown this once: (\S+)/.exec(stdout)?.[1] ?? '';
  const { key } = installation;

  const call: ServeProcess['call'] = async (method, path, body, as = key) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-svc-api-key': as, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const job = async (id: string) => (await call('GET', `/v2/jobs/${id}`)).body as JobView;
  const log = () =>
    stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return {
    pid: child.pid ?? 0,
    url,
    operationsUrl: `http://127.0.0.1:${log().find(({ msg }) => msg === 'metrics are served')?.port}`,
    key,
    stdout: () => stdout,
    log,
    call,
    createJob: async (body, as) => {
      const answer = await call('POST', '/v2/jobs', body, as);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body as JobView;
    },
    job,
    final: async (id) => {
      const isFinal = (each: JobView) => ['completed', 'failed', 'canceled'].includes(each.status) && each;
      return waitFor(async () => isFinal(await job(id)), `job ${id} to end`);
    },
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

/** A web server of inputs on loopback. */
export interface Inputs {
  /** Value for ALLOWED_ADDRESSES. */
  readonly address: string;
  /** URL of a file with this text. */
  text(name: string, content: string): string;
  /** URL of a file with this many zeros. */
  zeros(bytes: number): string;
  /** URL of a file whose first responses are 503, like those of a busy server. */
  busy(name: string, content: string, times: number): string;
  /** URL that redirects to itself. */
  readonly circle: string;
  /** URL of a missing file. */
  readonly missing: string;
  /** Number of requests for a URL of this server so far. */
  requests(url: string): number;
}

export async function startInputs(): Promise<Inputs> {
  const files = new Map<string, (response: ServerResponse, request: number) => void>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const answer = files.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const add = (path: string, answer: (response: ServerResponse, request: number) => void) => {
    files.set(path, answer);
    return `http://${address}${path}`;
  };
  return {
    address,
    text: (name, content) => add(`/${name}`, (response) => response.end(content)),
    zeros: (bytes) =>
      add(`/zeros-${bytes}.bin`, (response) => {
        response.setHeader('content-length', bytes);
        Readable.from(zeros(bytes)).pipe(response);
      }),
    busy: (name, content, times) =>
      add(`/${name}`, (response, request) => {
        if (request > times) response.end(content);
        else response.writeHead(503).end();
      }),
    circle: add('/circle', (response) => response.writeHead(302, { location: '/circle' }).end()),
    missing: `http://${address}/missing.txt`,
    requests: (url) => counts.get(new URL(url).pathname) ?? 0,
  };
}

function* zeros(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 ** 2);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

/** Downloads the outputs of a job, by name, and checks their sizes and digests against the job. */
export async function download(job: JobView): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const output of job.output) {
    const answer = await fetch(output.uri);
    expect(answer.status).toBe(200);
    const content = Buffer.from(await answer.arrayBuffer());
    expect({ size: content.length, checksum: md5(content) }).toEqual({ size: output.size, checksum: output.checksum });
    files.set(output.filename, content);
  }
  return files;
}

const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');

/** Returns the output of a system program for this input. */
export async function printed(program: string, args: readonly string[], input: string | Buffer): Promise<string> {
  return (await execa(program, args, { input })).stdout;
}

export const remote = (source: string) => ({ type: 'remote', source });

/** Returns the health document for operators. */
export async function operatorHealth({ operationsUrl }: ServeProcess): Promise<ServiceHealth> {
  return (await (await fetch(`${operationsUrl}/health`)).json()) as ServiceHealth;
}
