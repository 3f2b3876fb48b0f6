import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, operatorHealth, startServe } from '../serve-support.ts';

/*
 * The life of a job in a separate service, from the request to the download: each statement to PostgreSQL in turn is lost before it
 * arrives, or is executed and its answer lost. Other statements of the service, such as looking for tasks, are counted too.
 */

/** `cut`: the connection ends before the statement arrives. `lie`: it ends after the server has executed it, before the answer arrives. */
const FAULTS = ['cut', 'lie'] as const;
type Fault = (typeof FAULTS)[number];

interface Plan {
  /** Number of statements up to the one that goes wrong. */
  left: number;
  readonly fault: Fault;
}

async function startFaultyDatabase(url: string) {
  const target = new URL(url);
  let plan: Plan | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let lies = false;
    client.on('data', (sent) => {
      // pg sends a statement in one piece.
      if (plan !== null) plan.left -= 1;
      if (plan === null || plan.left > 0) return void database.write(sent);
      const { fault } = plan;
      plan = null;
      if (fault === 'cut') client.resetAndDestroy();
      else {
        lies = true;
        database.write(sent);
      }
    });
    database.on('data', (answer) => {
      if (lies) client.resetAndDestroy();
      else client.write(answer);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    /** @param at which of the next statements goes wrong, from 1 */
    arm: (at: number, fault: Fault) => {
      plan = { left: at, fault };
    },
    /** @returns whether the fault has not occurred */
    disarm: () => {
      const isArmed = plan !== null;
      plan = null;
      return isArmed;
    },
  };
}

it('a job ends right whichever statement goes wrong', async () => {
  const direct = await ask('serviceDatabase');
  const database = await startFaultyDatabase(direct);
  const installation = await newInstallation();
  const serve = await startServe(installation, { DATABASE_URL: database.url, CATEGORIES: 'hash' });
  const observer = new pg.Client({ connectionString: direct });
  await observer.connect();
  onTestFinished(() => observer.end());
  const rows = async (query: string) => (await observer.query(query)).rows;

  /** Repeats a request like a client that is told to retry, until the status is below 500. */
  const persistently = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    waitFor(async () => {
      const answer = await fetch(serve.url + path, {
        method,
        headers: { 'x-svc-api-key': serve.key, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => null);
      return answer !== null && answer.status < 500 && answer;
    }, `an answer to ${method} ${path}`);

  async function live(content: string, tag: string): Promise<string[]> {
    const input = [{ type: 'base64', source: Buffer.from(content).toString('base64'), filename: 'a.txt' }];
    const body = { process: true, input, conversion: [{ category: 'hash', target: 'md5' }] };
    const made = await persistently('POST', '/v2/jobs', body, { 'idempotency-key': tag });
    const { id } = (await made.json()) as { id: string };
    if (made.status !== 201) return [`refused with ${made.status}`];
    const job = await waitFor(async () => {
      const read = (await (await persistently('GET', `/v2/jobs/${id}`)).json()) as {
        status: { code: string } | string;
      };
      const status = typeof read.status === 'string' ? read.status : read.status.code;
      return ['completed', 'failed', 'canceled'].includes(status) && { ...read, status };
    }, `job ${id} to end`);
    const wrong = job.status === 'completed' ? [] : [`it ended ${job.status}`];
    const outputs = await rows(`select location from outputs where job_id = '${id}'`);
    if (outputs.length !== 1) return [...wrong, `${outputs.length} outputs`];
    const text = await readFile(new URL(outputs[0].location), 'utf8');
    if (text.trim() !== createHash('md5').update(content).digest('hex')) wrong.push(`the output is ${text}`);
    return wrong;
  }

  const violations: string[] = [];
  let tried = 0;
  for (const fault of FAULTS) {
    for (let at = 1; ; at += 1) {
      database.arm(at, fault);
      const wrong = await live(`${fault} ${at}`, `${fault}-${at}`);
      const isOver = database.disarm();
      tried += 1;
      violations.push(...wrong.map((each) => `statement ${at} (${fault}): ${each}`));
      if (isOver || at > 200) break;
    }
  }
  console.log(`${tried} lives, each with one lost statement`);
  expect(violations).toEqual([]);
  expect(tried).toBeGreaterThan(30);
  expect(await rows('select count(*)::int as jobs from jobs')).toEqual([{ jobs: tried }]);
  expect(await rows("select count(*)::int as open from tasks where state <> 'completed'")).toEqual([{ open: 0 }]);
  expect(await rows('select count(*)::int as paid from credits where amount > 0')).toEqual([{ paid: tried }]);
  // Each task has one output and leaves nothing else.
  const folder = join(installation.folder, 'outputs');
  const stored = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md5'));
  expect(stored).toHaveLength(tried);
  expect(await operatorHealth(serve)).toMatchObject({ status: 'ready' });
  serve.signal('SIGTERM');
  expect(await serve.ended).toBe(0);
});
