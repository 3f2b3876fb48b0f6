import { openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { fileNameOf } from './disposition.ts';
import { folderOf, storeResult } from './store.ts';
import { type Answer, StepError, type World } from './world.ts';

/** Host by which Gotenberg's container reaches the server of its tests. */
const CONTAINER_HOST = /host\.docker\.internal/g;
/** The same in a regular expression of a scenario. */
const HOST_EXPRESSION = /\(\[a-zA-Z0-9-\]\+\\+\.\)\*docker\\+\.internal/g;
const LOOPBACK = '127.0.0.1';

/** Longest wait for an answer. */
const REQUEST_MS = 300_000;

type Table = readonly (readonly string[])[];

interface Form {
  readonly body: FormData;
  readonly headers: Headers;
}

/** Makes a request without a body. */
export async function ask(world: World, method: string, path: string, headers: Table): Promise<Answer> {
  const given = new Headers(headers.map(([name = '', value = '']) => [name, value]));
  return send(world, method, path, given);
}

/** Sends a form, and keeps the result as the scenario's last one. */
export async function post(world: World, path: string, table: Table): Promise<Answer> {
  const { body, headers } = await formOf(world, table);
  const answer = await send(world, 'POST', path, headers, body);
  // The file is sent to the webhook, which stores it under the same trace.
  if (answer.status === 204) world.results = folderOf(world.work, answer.headers.get('gotenberg-trace'));
  else if (answer.status === 200) world.results = (await storeAnswer(world, answer)) ?? world.results;
  return answer;
}

/** Sends the same form several times at once. @returns answers with the folders of their results */
export async function postAtOnce(world: World, count: number, path: string, table: Table): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { body, headers } = await formOf(world, table);
      const answer = await send(world, 'POST', path, headers, body);
      if (answer.status === 200) await storeAnswer(world, answer);
      return answer;
    }),
  );
}

async function storeAnswer({ work }: World, { headers, body }: Answer): Promise<string | null> {
  const name = fileNameOf(headers.get('content-disposition'));
  if (name === null) return null;
  return storeResult(work, headers.get('gotenberg-trace'), { name, type: headers.get('content-type'), body });
}

async function send(
  { service }: World,
  method: string,
  path: string,
  headers: Headers,
  body?: FormData,
): Promise<Answer> {
  const signal = AbortSignal.timeout(REQUEST_MS);
  const answer = await fetch(`${service.url}${path}`, { method, headers, signal, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

async function formOf(world: World, table: Table): Promise<Form> {
  const body = new FormData();
  const headers = new Headers();
  for (const [name = '', value = '', kind] of table) {
    if (kind === 'field') body.append(name, local(world, value));
    else if (kind === 'header') headers.set(name, local(world, value));
    else if (kind === 'file') {
      const path = filePath(world, value);
      body.append(name, await openAsBlob(path), basename(path));
    } else throw new StepError(`${name} is neither a field, a file nor a header, but ${kind}`);
  }
  return { body, headers };
}

/** Returns the text with the address of this run's server, also where an expression names it. */
const local = ({ server }: World, text: string): string =>
  (text.includes('%d') ? text.replaceAll('%d', String(server.port)).replace(CONTAINER_HOST, LOOPBACK) : text).replace(
    HOST_EXPRESSION,
    LOOPBACK,
  );

function filePath({ folder, results }: World, value: string): string {
  if (!value.startsWith('teststore/')) return join(folder, value);
  if (results === null) throw new StepError(`no request before this one has made ${value}`);
  return join(results, basename(value));
}
