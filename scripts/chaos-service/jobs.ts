import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ERROR_CODES } from '../../src/task/codes.ts';
import type { OutputRecord } from '../../src/task/types.ts';
import { outputFaults } from '../chaos/check.ts';
import type { ChaosTask } from '../chaos/tasks.ts';

/** A web server for the inputs of the tasks, on loopback. */
export async function serveInputs(tasks: readonly ChaosTask[]) {
  const paths = new Map<string, string>();
  for (const { task } of tasks) {
    const path = fileURLToPath(task.input[0]?.source ?? '');
    paths.set(`/${basename(path)}`, path);
  }
  const server = createServer((request, response) => {
    const path = paths.get(request.url ?? '');
    if (path === undefined) return void response.writeHead(404).end();
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: (task: ChaosTask) => `http://${address}/${basename(fileURLToPath(task.task.input[0]?.source ?? ''))}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface JobView {
  readonly id: string;
  readonly status: string;
  readonly errors: readonly { code: number }[];
  readonly output: readonly (OutputRecord & { uri: string })[];
}

/** Its task was delivered six times, and its worker was lost each time. */
export const wasGivenUp = ({ errors }: Pick<JobView, 'errors'>): boolean =>
  errors.some(({ code }) => code === ERROR_CODES.worker_lost.number);

const FINAL = ['completed', 'failed', 'canceled'];

/** A client that uses whichever replica answers, as behind a load balancer. */
export class Client {
  readonly #urls: () => readonly string[];
  readonly #key: string;
  readonly #chance: () => number;
  readonly #lost: AbortSignal;
  /** Number of requests repeated because no replica answered. */
  repeated = 0;
  /** Number of jobs that have ended. */
  ended = 0;
  /** Number of created jobs, and of their observed status changes. */
  changes = 0;
  /** Wrong answers: 5xx, or an unexpected status. */
  readonly wrong: string[] = [];

  /** @param options.lost aborts when nothing is expected any more, so that no answer is waited for */
  constructor(
    urls: () => readonly string[],
    key: string,
    { chance, lost }: { chance: () => number; lost: AbortSignal },
  ) {
    this.#urls = urls;
    this.#key = key;
    this.#chance = chance;
    this.#lost = lost;
  }

  /** Creates the task's job and follows it to its end. @returns null if it has not ended when everything is lost */
  async run(chaos: ChaosTask, source: string): Promise<JobView | null> {
    try {
      return await this.#run(chaos, source);
    } catch (error) {
      if (this.#lost.aborted) return null;
      throw error;
    }
  }

  async #run(chaos: ChaosTask, source: string): Promise<JobView> {
    const { category, target, options } = chaos.task.conversion;
    const body = { process: true, input: [{ source }], conversion: [{ category, target, options }] };
    const made = (await this.#ask('POST', '/v2/jobs', [201], body, { 'idempotency-key': chaos.task.id })) as JobView;
    if (chaos.cancel) {
      await setTimeout(this.#chance() * 4000);
      await this.#ask('DELETE', `/v2/jobs/${made.id}`, [204, 409]);
    }
    this.changes += 1;
    for (let before = ''; ; ) {
      const job = (await this.#ask('GET', `/v2/jobs/${made.id}`, [200])) as JobView;
      if (FINAL.includes(job.status)) {
        this.ended += 1;
        return job;
      }
      if (job.status !== before) this.changes += 1;
      before = job.status;
      await setTimeout(1000);
    }
  }

  /** Returns why the job did not end as expected; empty if it did. */
  async faults(chaos: ChaosTask, job: JobView, folder: string): Promise<string[]> {
    const history = (await this.#ask('GET', `/v2/jobs/${job.id}/history`, [200])) as { status: string }[];
    const ends = history.filter(({ status }) => FINAL.includes(status)).map(({ status }) => status);
    const faults = ends.join() === job.status ? [] : [`its history ends with ${ends.join()}`];
    const { expectation } = chaos;
    // Killing workers must sometimes cause it (docs/workers.md).
    if (wasGivenUp(job)) return faults;
    if (chaos.cancel && job.status === 'canceled') return faults;
    if (expectation.kind === 'failed') {
      const { number } = ERROR_CODES[expectation.code as keyof typeof ERROR_CODES];
      const right = job.status === 'failed' && job.errors.some(({ code }) => code === number);
      return right ? faults : [...faults, `${job.status}, although it should fail as ${expectation.code}`];
    }
    if (job.status !== 'completed') return [...faults, `${job.status} with ${JSON.stringify(job.errors)}`];
    const place = join(folder, job.id);
    await mkdir(place, { recursive: true });
    const output: OutputRecord[] = [];
    for (const record of job.output) {
      const path = join(place, record.filename);
      await writeFile(path, Buffer.from((await this.#ask('GET', new URL(record.uri).pathname, [200])) as ArrayBuffer));
      output.push({ ...record, uri: pathToFileURL(path).href });
    }
    return [...faults, ...(await outputFaults(await readdir(place), { output }, expectation))];
  }

  /** @returns the JSON of the answer; its bytes if it is not JSON */
  async #ask(
    method: string,
    path: string,
    allowed: readonly number[],
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    for (;;) {
      const urls = this.#urls();
      const url = urls[Math.floor(this.#chance() * urls.length)];
      try {
        const answer = await fetch(url + path, {
          method,
          headers: { 'x-svc-api-key': this.#key, ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (allowed.includes(answer.status)) {
          const isJson = /json/.test(answer.headers.get('content-type') ?? '') && !path.startsWith('/download-file');
          return await (isJson ? answer.json() : answer.arrayBuffer());
        }
        // A stopping replica may answer with this.
        if (answer.status !== 503) this.wrong.push(`${method} ${path}: ${answer.status} ${await answer.text()}`);
        else await answer.body?.cancel();
      } catch {
        // It was killed, or does not listen yet.
      }
      this.#lost.throwIfAborted();
      this.repeated += 1;
      await setTimeout(200);
    }
  }
}
