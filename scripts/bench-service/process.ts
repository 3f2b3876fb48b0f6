import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Running {
  readonly url: string;
  /** The first key of a new service. */
  readonly key: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a process that prints `convertd serves` and its address. */
export async function start(program: string, args: readonly string[], env: Record<string, string>): Promise<Running> {
  const child: ChildProcess = spawn(program, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let waited = 0; !output.includes('convertd serves '); waited += 50) {
    if (child.exitCode !== null || waited > 600_000) throw new Error(`the process did not start: ${output}`);
    await sleep(50);
  }
  return {
    url: /convertd serves (\S+)/.exec(output)?.[1] ?? '',
    key: /shown this once: (\S+)/.exec(output)?.[1] ?? '',
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export const startServe = (env: Record<string, string>): Promise<Running> =>
  start('bin/convertd', ['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env });

/** Completes a job with one output, made by the service from a file of these bytes. @returns its id, and the path of the output */
export async function completedJob(
  { url, key }: Running,
  input: Record<string, unknown>,
  target: string,
): Promise<{ id: string; link: string }> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-svc-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; status: string; output: { uri: string }[]; errors: unknown };
  };
  const { id } = await call('POST', '/v2/jobs', { process: true, input: [input], conversion: [{ target }] });
  for (let waited = 0; waited < 300_000; waited += 100) {
    const job = await call('GET', `/v2/jobs/${id}`);
    if (job.status === 'completed') return { id, link: new URL(job.output[0]?.uri ?? '').pathname };
    if (job.status === 'failed') throw new Error(`the job has failed: ${JSON.stringify(job.errors)}`);
    await sleep(100);
  }
  throw new Error('the job does not end');
}
