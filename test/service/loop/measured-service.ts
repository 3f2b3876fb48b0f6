import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, beforeAll } from 'vitest';
import { processorSlowness } from '../../support/slowness.ts';
import { useBroker } from '../../support/use-broker.ts';
import { waitFor } from '../../worker/support.ts';
import type { Operation } from '../access/described.ts';
import { noAnswer, sendDraft } from '../convert/send-draft.ts';
import type { Draft } from '../http/fuzz-requests.ts';
import { CONVERSION, INPUT, type Json } from '../support.ts';
import { removeFolder, startWatched, type WatchedService } from './watched-service.ts';

/** Processor time on the reference machine for which a request may hold the event loop at a time, ms. */
export const LIMIT_MS = 50;
/** A request above the limit is repeated, and its shortest time counts, because code that has not run before is slower. */
const TRIES = 4;

/** How long a request held the event loop, in milliseconds of the reference machine. */
export interface Held {
  readonly status: number;
  /** Beginning of the response. */
  readonly text: string;
  /** Time of each attempt. */
  readonly times: readonly number[];
  /** The shortest of them. */
  readonly milliseconds: number;
}

/**
 * A service with a measured event loop, for the tests of one file. It has a broker without workers, so that nothing else happens in its
 * process, and a job that has ended.
 * @param database returns the settings of its database; none: SQLite
 */
export function useMeasuredService(database: () => Promise<Record<string, string>> = async () => ({})) {
  const broker = useBroker();
  let folder = '';
  let service: WatchedService;
  let client: Client;
  let ended: Json;
  let key = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convertd-loop-'));
    const environment = await database();
    // A job with an output: this service runs it itself.
    const first = await startWatched(folder, environment);
    try {
      ({ key } = first);
      const input = [{ type: 'base64', source: 'aGVsbG8=', filename: 'hello.txt' }];
      const { id } = await ask(first, '/v2/jobs', { input, conversion: [{ target: 'sha1' }], process: true });
      ended = await waitFor(async () => {
        const job = await ask(first, `/v2/jobs/${id}`);
        return job.status === 'completed' && job;
      }, 'a job to end');
    } finally {
      await first.stop();
    }
    service = await startWatched(folder, { ...environment, AMQP_URL: broker().url, CONVERT_WAIT_SECONDS: '1' });
    client = new Client(service.url);
  });

  afterAll(async () => {
    await client?.close();
    await service?.stop();
    await removeFolder(folder);
  });

  async function ask({ url }: WatchedService, path: string, body?: object): Promise<Json> {
    const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(url + path, { headers, ...sent })).json();
  }

  /** Makes the objects for requests. */
  async function stage(): Promise<Record<string, string>> {
    const job = { input: [INPUT], conversion: [CONVERSION] };
    const open = await ask(service, '/v2/jobs', { ...job, process: false });
    const running = await ask(service, '/v2/jobs', { ...job, process: true });
    const preset = await ask(service, '/v2/presets', { name: `p${open.id}`, target: 'mp3', options: {} });
    return {
      '<open>': open.id,
      '<job>': running.id,
      '<done>': ended.id,
      '<other>': open.id,
      '<input>': open.input[0].id,
      '<conversion>': open.conversion[0].id,
      '<output>': ended.output[0].id,
      '<preset>': preset.id,
      '<filename>': ended.output[0].filename,
      '<key>': key,
    };
  }

  /** @param ids ids that `again` returned; it makes new ones for each repetition */
  async function heldBy(
    { method }: Pick<Operation, 'method'>,
    draft: Draft,
    ids: Record<string, string>,
    again: () => Promise<Record<string, string>> = stage,
  ): Promise<Held> {
    const times: number[] = [];
    let answer = noAnswer('not sent');
    let of = ids;
    do {
      await service.longestTurn();
      answer = await sendDraft(client, method, draft, of).catch(noAnswer);
      times.push(scaled(await service.longestTurn()));
      if (Math.min(...times) > LIMIT_MS) of = await again();
    } while (times.length < TRIES && Math.min(...times) > LIMIT_MS);
    return { status: answer.status, text: answer.text.slice(0, 500), times, milliseconds: Math.min(...times) };
  }

  /** Sends a POST with an unchanged body. */
  const heldByBody = async (path: string, type: string, body: string): Promise<Held> => {
    const headers = { 'x-svc-api-key': '<key>', 'content-type': type, prefer: 'respond-async' };
    return heldBy({ method: 'POST' }, { path, headers, body }, await stage());
  };

  /** Sends a request about a job made from this body; its path contains `<job>`. */
  async function heldByJob(method: string, path: string, body: object): Promise<Held> {
    const make = async () => ({ '<key>': key, '<job>': (await ask(service, '/v2/jobs', body)).id });
    return heldBy({ method }, { path, headers: { 'x-svc-api-key': '<key>' }, body: null }, await make(), make);
  }

  /** Returns the shortest time of a few requests. */
  async function shortest(headers: Record<string, string>): Promise<number> {
    const times: number[] = [];
    while (times.length < TRIES) {
      await service.longestTurn();
      await (await fetch(`${service.url}/v2/statuses`, { headers })).text();
      times.push(scaled(await service.longestTurn()));
    }
    return Math.min(...times);
  }

  return { description: () => ask(service, '/v2/schema'), stage, heldBy, heldByBody, heldByJob, shortest };
}

/** Converts to milliseconds of the reference machine. */
const scaled = (milliseconds: number) => (milliseconds <= LIMIT_MS ? milliseconds : milliseconds / processorSlowness());
